// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore

/// Compares the state after each action with the model, and records the first difference.
final class DeskWatch: Sendable {
    private struct Contents: Sendable {
        var model = RequestModel()
        var kept: RequestModel?
        /// The number of runs that the state has started.
        var generation = 0
        var wrong: String?
        var answers = 0
        var launch = 0
    }

    private let server: FakeServer
    private let hasTimeout: Bool
    private let contents = Lock(Contents())

    init(_ server: FakeServer, hasTimeout: Bool) {
        (self.server, self.hasTimeout) = (server, hasTimeout)
    }

    /// The state's run, or nil if it has another input.
    func run(for input: Int) -> Int? {
        contents.withLock { contents in
            guard case .running(input, _) = contents.model.phase else { return nil }
            return contents.generation
        }
    }

    var wrong: String? { contents.withLock { $0.wrong } }
    var answers: Int { contents.withLock { $0.answers } }

    func note(_ action: DeskAction, _ desk: Desk) {
        contents.withLock { contents in
            // Queued actions of an ended store may still be processed.
            guard contents.wrong == nil, contents.launch == desk.launch else { return }
            let before = contents.model.run?.number
            contents.wrong = apply(action, to: &contents) ?? contents.model.difference(from: desk.request)
            if contents.model.run?.number != before { contents.generation += 1 }
        }
    }

    /// Notes that the app has ended, and that another one continues with its state.
    func restart(isRead: Bool, _ desk: Desk) {
        contents.withLock { contents in
            contents.launch = desk.launch
            contents.generation += 1
            if isRead { contents.model.restart() }
            contents.kept = nil
            contents.wrong = contents.wrong ?? contents.model.difference(from: desk.request)
        }
    }

    /// Changes the model, or reports an action that must not occur.
    private func apply(_ action: DeskAction, to contents: inout Contents) -> String? {
        switch action {
        case .start(let input): contents.model.start(input)
        case .startIfIdle(let input): if contents.model.run == nil { contents.model.start(input) }
        case .cancel: if contents.model.run != nil { contents.model.end(.idle) }
        case .retry: contents.model.retry()
        case .reset: contents.model.reset()
        case .edit(let number): contents.model.edit(number)
        case .end(let number, let isConfirmed): contents.model.end(edit: number, isConfirmed: isConfirmed)
        case .keep: contents.kept = contents.model
        case .restore: if let kept = contents.kept { contents.model = kept }
        case .request(let action): return apply(action, to: &contents)
        }
        return nil
    }

    private func apply(_ action: RequestAction<Int, [Int]>, to contents: inout Contents) -> String? {
        switch action {
        case .start(let input): contents.model.start(input)
        case .cancel: if contents.model.run != nil { contents.model.end(.idle) }
        case .retry: contents.model.retry()
        case .reset: contents.model.reset()
        case .answered, .failed, .attempted:
            guard case .running(let input, let attempt) = contents.model.phase else {
                return "\(action), but no request runs"
            }
            return apply(action, input, attempt, to: &contents)
        }
        return nil
    }

    private func apply(
        _ action: RequestAction<Int, [Int]>,
        _ input: Int,
        _ attempt: Int,
        to contents: inout Contents
    ) -> String? {
        switch action {
        case .answered(let items):
            guard items.first == input, server.run(ofCall: items[1]) == contents.generation else {
                return "\(items) is not an answer of the run for \(input)"
            }
            contents.model.answer(items)
            contents.answers += 1
        case .failed(let failure):
            let call = failure.message.hasPrefix("call ") ? Int(failure.message.dropFirst(5)) : nil
            let isDue = call.map { server.run(ofCall: $0) == contents.generation } ?? (!failure.isTimeout || hasTimeout)
            guard isDue else {
                return "\(failure) does not belong to the run for \(input)"
            }
            contents.model.end(.failed(input, failure))
        case .attempted(let number):
            // A restored state may contain any other attempt.
            guard number != attempt, (1...3).contains(number) else {
                return "attempt \(number) follows \(attempt)"
            }
            contents.model.attempt(number)
        default: break
        }
        return nil
    }
}

extension RequestModel {
    /// The difference between the model and the state, if any.
    fileprivate func difference(from request: Answers) -> String? {
        if request.phase != phase { return "the phase is \(request.phase), in the model \(phase)" }
        if request.output != output {
            return "the output is \(String(describing: request.output)), in the model \(String(describing: output))"
        }
        guard request.pendingEdits.count == pending.count else {
            return "\(request.pendingEdits.count) edits are pending, in the model \(pending.count)"
        }
        return request.isRunning == (run != nil) ? nil : "isRunning is \(request.isRunning)"
    }
}
