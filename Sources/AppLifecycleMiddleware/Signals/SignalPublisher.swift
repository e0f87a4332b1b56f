// SPDX-License-Identifier: MIT

#if canImport(Glibc) || canImport(Musl)
/// A publisher of lifecycle events for a program without windows, from the POSIX signals that it
/// gets.
///
/// Signals map to lifecycle actions as follows:
///
/// | event | actions | after all actions are processed |
/// |---|---|---|
/// | the store is made | `willEnterForeground`, `didBecomeActive` | |
/// | `SIGTSTP` (Ctrl-Z) | `willBecomeInactive`, `didEnterBackground` | the process really stops |
/// | `SIGCONT` (`fg`) | `willEnterForeground`, `didBecomeActive` | |
/// | `SIGTERM`, `SIGINT`, `SIGHUP` | `willBecomeInactive`, `didEnterBackground` | `onTerminate` |
/// | a second one of these three | none: the process ends at once, as by default | |
///
/// "All actions" includes those that other middlewares derive. Signals are handled in order of
/// arrival. Each sends its actions, whatever was sent before: so does a `SIGCONT` that continues
/// nothing.
///
/// A `SIGCONT` or an ending signal between a `SIGTSTP` and the stop replaces the stop. If a
/// `SIGTSTP` and a `SIGCONT` arrive within a few microseconds, so that their order is unknown, the
/// process keeps running. If the system refuses to stop the process, since its group is orphaned
/// and nothing could continue it, the process returns to the foreground.
///
/// The five signals have another disposition while a store listens. Afterwards the previous
/// disposition is restored. An ignored signal stays ignored, such as `SIGHUP` under `nohup`, and
/// `SIGINT` in a child that `sh` started with `&`: it sends nothing and ends nothing. `SIGCONT` is
/// always handled, since it continues a process even if it is ignored.
///
/// The signal masks of the app's threads don't change, so threads may exist before the store, and
/// child processes inherit nothing. System calls that don't restart, such as `poll`, fail with
/// `EINTR` when a signal arrives.
///
/// The first actions are sent on the thread that makes the store, later ones on a serial queue.
public struct SignalPublisher: AppLifecyclePublisher {
    private let onTerminate: (@Sendable (_ signal: Int32) -> Void)?

    /// Makes a publisher of the signals of this process.
    ///
    /// - Parameter onTerminate: Ends the program after the last actions, at once or later. It is
    ///   called on the serial queue. With several stores, each `onTerminate` is called. If it is
    ///   nil, the process ends as by ``endProcess(by:)``. The same happens at a second signal if
    ///   the program is still running.
    public init(onTerminate: (@Sendable (_ signal: Int32) -> Void)? = nil) {
        self.onTerminate = onTerminate
    }

    /// Sends the actions of the start, then listens until the returned function is called.
    ///
    /// When that function returns, the previous dispositions are restored, unless another store
    /// still listens.
    public func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        for action in SignalMapping.toForeground { receiver.send(action) }
        let id = SignalSubscriptions.shared.add(
            SignalSubscriptions.Subscriber(receiver: receiver, onTerminate: onTerminate)
        )
        return { SignalSubscriptions.shared.remove(id) }
    }

    /// Ends the process as `signal` does by default, so that the parent process sees which signal
    /// it was.
    public static func endProcess(by signal: Int32) -> Never {
        ProcessControl.end(by: signal)
    }
}
#endif
