// SPDX-License-Identifier: MIT

import CRexSystem

#if canImport(Glibc) || canImport(Musl)
/// Stops and ends this process the way a signal does by default.
///
/// A process must never stop itself after the `SIGCONT` that would have continued it, for nothing
/// would continue it then. Signal handlers cannot know it: those of two threads may overtake each
/// other, and a stop signal that is made discards a `SIGCONT` that no thread has taken yet. But the
/// kernel can: at the moment when a `SIGCONT` is made, it discards all pending stop signals. So the
/// listener thread keeps a blocked `SIGTTOU` pending, the guard. While that is there, there was no
/// `SIGCONT` since it was set. Where the order of the two is not known, the process runs on.
enum ProcessControl {
    enum StopOutcome {
        /// The process was stopped, if only for an instant, and has been continued.
        case continued
        /// There was a `SIGCONT` since the guard was set.
        case overtaken
        /// The system does not stop a process whose group is orphaned, for nobody could continue
        /// it.
        case refused
    }

    /// Returns true if there was a `SIGCONT` since the guard was set.
    static var hasContinued: Bool { !SignalMask.isPending(SIGTTOU) }

    /// Sets the guard of the listener thread, from that thread.
    static func setGuard() {
        // Takes a `SIGCONT` that waits for another thread, since the guard would discard it.
        let mask = SignalMask.block([SIGCONT])
        SignalMask.unblock([SIGCONT])
        SignalMask.restore(mask)
        setGuard(of: pthread_self())
    }

    /// Sets the guard, which may be set already, of a thread that blocks `SIGTTOU`.
    static func setGuard(of thread: pthread_t) {
        pthread_kill(thread, SIGTTOU)
    }

    /// Stops the process as by `SIGTSTP`, and returns when it has been continued.
    ///
    /// The stop signal is pending before the guard is looked at, so a later `SIGCONT` discards it.
    ///
    /// - Parameter allow: Called before the process stops, to make that the default of `SIGTSTP`;
    ///   not if it is overtaken.
    static func stop(allow: () -> Void) -> StopOutcome {
        let mask = SignalMask.block([SIGTSTP])
        defer { SignalMask.restore(mask) }
        pthread_kill(pthread_self(), SIGTSTP)
        guard !hasContinued else {
            SignalMask.takePending(SIGTSTP)
            return .overtaken
        }
        allow()
        SignalMask.unblock([SIGTSTP])
        return hasContinued ? .continued : .refused
    }

    static func end(by number: Int32) -> Never {
        rex_signal_default(number)
        SignalMask.unblock([number])
        raise(number)
        // The first process of a container is not ended by the default of a signal.
        _exit(128 + number)
    }
}
#endif
