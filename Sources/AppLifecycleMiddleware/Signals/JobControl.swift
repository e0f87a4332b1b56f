// SPDX-License-Identifier: MIT

/// Decides what each signal of job control means for the life of an app.
///
/// Signals are answered one by one, in the order in which they came. Each sends its actions,
/// whatever was sent before. What stops or ends the process waits for a report that the actions
/// have been processed; what arrives until then may take its place.
struct JobControl: Equatable {
    enum Event: Hashable {
        /// Ctrl-Z: the process is to stop.
        case stop
        /// The process goes on; `isPast` if that was before the last `stop`, though it is noticed
        /// only now.
        case continuation(isPast: Bool)
        /// The process is to end.
        case end(signal: Int32)
        /// The actions before the report with this number have been processed.
        case processed(Int)
        /// The stop that was ordered has not happened, so nothing will continue the process.
        case stopRefused
    }

    enum Command: Hashable {
        /// Send these actions.
        case send([AppLifecycleAction])
        /// Report when all that was sent so far has been processed.
        case report(Int)
        /// Stop the process now.
        case stop
        /// Let the app end the process.
        case terminate(signal: Int32)
        /// End the process at once.
        case kill(signal: Int32)

        var isKill: Bool {
            if case .kill = self { true } else { false }
        }
    }

    static let toForeground: [AppLifecycleAction] = [.willEnterForeground, .didBecomeActive]
    static let toBackground: [AppLifecycleAction] = [.willBecomeInactive, .didEnterBackground]

    private enum Phase: Equatable {
        case running
        case stopping(report: Int)
        case ending(signal: Int32, report: Int)
        /// `onTerminate` was called, and may take its time.
        case ended
    }

    private var phase = Phase.running
    private var reports = 0

    /// A new app in the process of one that has ended; reports of the old one keep their numbers.
    mutating func begin() {
        if phase == .ended { phase = .running }
    }

    mutating func handle(_ event: Event) -> [Command] {
        switch event {
        case .stop: stop()
        case .continuation(isPast: true) where isStopping: []
        case .continuation, .stopRefused: goOn()
        case .end(let signal): end(signal)
        case .processed(let report): finish(report)
        }
    }

    private var isStopping: Bool {
        if case .stopping = phase { true } else { false }
    }

    private mutating func stop() -> [Command] {
        switch phase {
        case .running, .stopping:
            reports += 1
            phase = .stopping(report: reports)
            return [.send(Self.toBackground), .report(reports)]
        // Stopped now, the process would have to be continued before it could end.
        case .ending: return []
        // The actions were the last; from then on the signal acts as it does by default.
        case .ended: return [.stop]
        }
    }

    private mutating func goOn() -> [Command] {
        switch phase {
        case .running, .stopping:
            phase = .running
            return [.send(Self.toForeground)]
        // There is no way back to the foreground.
        case .ending, .ended: return []
        }
    }

    private mutating func end(_ signal: Int32) -> [Command] {
        switch phase {
        case .running, .stopping:
            reports += 1
            phase = .ending(signal: signal, report: reports)
            return [.send(Self.toBackground), .report(reports)]
        case .ending, .ended: return [.kill(signal: signal)]
        }
    }

    private mutating func finish(_ report: Int) -> [Command] {
        switch phase {
        case .stopping(report):
            phase = .running
            return [.stop]
        case .ending(let signal, report):
            phase = .ended
            return [.terminate(signal: signal)]
        // Another event has taken the place of the one that the report was for.
        case .running, .stopping, .ending, .ended: return []
        }
    }
}
