// SPDX-License-Identifier: MIT

@testable import AppLifecycleMiddleware

/// Computes the commands for the last event from the whole history, where `JobControl` keeps a
/// state.
struct JobControlModel {
    let history: [JobControl.Event]

    var answer: [JobControl.Command] {
        let last = history.count - 1
        switch history[last] {
        case .stop:
            guard let end = firstEnd(before: last) else { return request(at: last) }
            return isFinished(end, before: last) ? [.stop] : []
        case .continuation(let isBeforeStop):
            if firstEnd(before: last) != nil { return [] }
            if isBeforeStop, waitingStop(before: last) != nil { return [] }
            return [.send(SignalMapping.toForeground)]
        case .stopRefused:
            return firstEnd(before: last) == nil ? [.send(SignalMapping.toForeground)] : []
        case .end(let signal):
            return firstEnd(before: last) == nil ? request(at: last) : [.kill(signal: signal)]
        case .processed(let number):
            return finish(number, at: last)
        }
    }

    /// Up to the first ending signal, each stop or end requests a report.
    ///
    /// Report numbers ascend.
    private func isRequest(_ index: Int) -> Bool {
        switch history[index] {
        case .stop, .end: firstEnd(before: index) == nil
        default: false
        }
    }

    private func number(of request: Int) -> Int {
        history.indices.prefix(request + 1).filter(isRequest).count
    }

    private func request(at index: Int) -> [JobControl.Command] {
        [.send(SignalMapping.toBackground), .report(number(of: index))]
    }

    private func firstEnd(before index: Int) -> Int? {
        history.indices.prefix(index).first { if case .end = history[$0] { true } else { false } }
    }

    private func isFinished(_ request: Int, before index: Int) -> Bool {
        history[request..<index].contains(.processed(number(of: request)))
    }

    /// Returns the last stop, unless it was replaced or carried out.
    private func waitingStop(before index: Int) -> Int? {
        guard let stop = history.prefix(index).lastIndex(of: .stop), isRequest(stop) else { return nil }
        let isOver = history[stop..<index].contains { event in
            switch event {
            case .continuation(isBeforeStop: false), .stopRefused, .end: true
            default: false
            }
        }
        return isOver || isFinished(stop, before: index) ? nil : stop
    }

    private func finish(_ report: Int, at index: Int) -> [JobControl.Command] {
        let requests = history.indices.prefix(index).filter(isRequest)
        guard let request = requests.first(where: { number(of: $0) == report }) else { return [] }
        if case .end(let signal) = history[request] {
            return isFinished(request, before: index) ? [] : [.terminate(signal: signal)]
        }
        return waitingStop(before: index) == request ? [.stop] : []
    }
}
