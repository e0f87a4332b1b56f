// SPDX-License-Identifier: MIT

/// Decides how the process and the app respond to each signal.
///
/// Signals are handled one at a time, in order of arrival. Each sends its actions, whatever was
/// sent before. Before the process stops or ends, it waits for a report that these actions have
/// been processed. A signal that arrives in the meantime may replace the stop or end.
struct JobControl: Equatable {
    enum Event: Hashable {
        /// Ctrl-Z: the process has to stop.
        case stop
        /// The process was continued. `isBeforeStop` is true if that happened before the last
        /// `stop`, although it is handled after it.
        case continuation(isBeforeStop: Bool)
        /// The process has to end.
        case end(signal: Int32)
        /// The actions sent before the report with this number have been processed.
        case processed(Int)
        /// The system didn't stop the process, so nothing will continue it.
        case stopRefused
    }

    enum Command: Hashable {
        /// Send these actions.
        case send([AppLifecycleAction])
        /// Report when all actions sent so far have been processed.
        case report(Int)
        /// Stop the process now.
        case stop
        /// Let the app end the process.
        case terminate(signal: Int32)
        /// End the process at once.
        case kill(signal: Int32)
    }

    private enum Phase: Equatable {
        case running
        case stopping(report: Int)
        case ending(signal: Int32, report: Int)
        /// `onTerminate` was called. It may take any time.
        case ended
    }

    private var phase = Phase.running
    private var reports = 0

    /// Starts a new app in a process whose previous app has ended.
    ///
    /// Report numbers continue.
    mutating func restart() {
        if phase == .ended { phase = .running }
    }

    mutating func handle(_ event: Event) -> [Command] {
        switch event {
        case .stop: stop()
        case .continuation(isBeforeStop: true) where isStopping: []
        case .continuation, .stopRefused: resume()
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
            return [.send(SignalMapping.toBackground), .report(reports)]
        // Once stopped, the process would have to be continued before it could end.
        case .ending: return []
        // The app's last actions were already sent. From now on, the signal acts as by default.
        case .ended: return [.stop]
        }
    }

    private mutating func resume() -> [Command] {
        switch phase {
        case .running, .stopping:
            phase = .running
            return [.send(SignalMapping.toForeground)]
        // An app that is ending doesn't return to the foreground.
        case .ending, .ended: return []
        }
    }

    private mutating func end(_ signal: Int32) -> [Command] {
        switch phase {
        case .running, .stopping:
            reports += 1
            phase = .ending(signal: signal, report: reports)
            return [.send(SignalMapping.toBackground), .report(reports)]
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
        // Another event has replaced the one that requested the report.
        case .running, .stopping, .ending, .ended: return []
        }
    }
}
