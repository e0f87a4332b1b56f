// SPDX-License-Identifier: MIT

import CRexSystem

#if canImport(Glibc) || canImport(Musl)
/// Stops and ends this process as a signal does by default.
///
/// A process must never stop itself after the `SIGCONT` that should continue it, since nothing
/// would continue it again. Signal handlers can't tell the order: handlers on two threads can
/// overtake each other, and generating a stop signal discards a `SIGCONT` that no thread has taken.
///
/// The kernel can: when a `SIGCONT` is generated, it discards all pending stop signals. So the
/// listener thread keeps a blocked `SIGTTOU` pending, called the guard. While the guard is pending,
/// no `SIGCONT` was generated since it was set. If the order is unknown, the process keeps running.
enum ProcessControl {
    enum StopOutcome {
        /// The process was stopped, maybe only for an instant, and has been continued.
        case continued
        /// A `SIGCONT` was generated after the guard was set.
        case overtaken
        /// The system refused, since the process group is orphaned and nothing could continue it.
        case refused
    }

    /// Whether a `SIGCONT` was generated since the guard was set.
    static var hasContinued: Bool { !SignalMask.isPending(SIGTTOU) }

    /// Sets the guard of the listener thread.
    ///
    /// Call it on that thread.
    static func setGuard() {
        // Takes a `SIGCONT` that is pending for another thread, since the guard would discard it.
        let mask = SignalMask.block([SIGCONT])
        SignalMask.unblock([SIGCONT])
        SignalMask.restore(mask)
        setGuard(of: pthread_self())
    }

    /// Sets the guard of a thread that blocks `SIGTTOU`.
    ///
    /// Does nothing if it is set.
    static func setGuard(of thread: pthread_t) {
        pthread_kill(thread, SIGTTOU)
    }

    /// Stops the process as `SIGTSTP` does by default.
    ///
    /// Returns when it has been continued.
    ///
    /// The stop signal is made pending before the guard is checked, so a later `SIGCONT` discards
    /// it.
    ///
    /// - Parameter allow: Called before the process stops, to restore the default of `SIGTSTP`. Not
    ///   called if the stop is overtaken.
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
        // A signal's default action doesn't end the first process of a container.
        _exit(128 + number)
    }
}
#endif
