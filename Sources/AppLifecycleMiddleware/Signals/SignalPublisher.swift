// SPDX-License-Identifier: MIT

#if canImport(Glibc) || canImport(Musl)
/// A publisher of the life of a program that has no windows, by the POSIX signals that it gets.
///
/// Job control maps to the life of an app like this:
///
/// | event | actions | when all is processed |
/// |---|---|---|
/// | the store is made | `willEnterForeground`, `didBecomeActive` | |
/// | `SIGTSTP` (Ctrl-Z) | `willBecomeInactive`, `didEnterBackground` | the process really stops |
/// | `SIGCONT` (`fg`) | `willEnterForeground`, `didBecomeActive` | |
/// | `SIGTERM`, `SIGINT`, `SIGHUP` | `willBecomeInactive`, `didEnterBackground` | `onTerminate` |
/// | a second one of these three | none: the process ends at once, as by default | |
///
/// "All" includes the actions that other middlewares derive from these two. Signals are answered in
/// the order in which they came, and each sends its actions, whatever was sent before: a `SIGCONT`
/// that continues nothing does so too. One that comes between a `SIGTSTP` and the stop takes its
/// place, and so does a signal that ends. If both come within the same few microseconds, so that
/// their order is not known, the process runs on. Where the system refuses to stop a process,
/// since its group is orphaned and nobody could continue it, the process goes back to the
/// foreground.
///
/// The five signals have another disposition while any store listens, and their previous one again
/// afterwards. One that was ignored before stays ignored, as `SIGHUP` under `nohup` and `SIGINT` in
/// a child of `sh` that was started with `&`: it sends nothing and ends nothing. `SIGCONT` is
/// listened to in any case, since it continues a process that ignores it too. No mask of any thread
/// of the app changes, so threads may exist before the store, and child processes inherit nothing.
/// System calls of the app that do not restart, such as `poll`, end with `EINTR` when a signal
/// comes.
///
/// The first actions are sent on the thread that makes the store, the later ones on a serial queue.
public struct SignalPublisher: AppLifecyclePublisher {
    private let onTerminate: (@Sendable (_ signal: Int32) -> Void)?

    /// Makes a publisher of the signals of this process.
    ///
    /// - Parameter onTerminate: ends the program, at once or later, after the last actions. It is
    ///   called on the serial queue. Nil, and what happens if it never ends the program until a
    ///   second signal: ``endProcess(by:)``. With several stores, each `onTerminate` is called.
    public init(onTerminate: (@Sendable (_ signal: Int32) -> Void)? = nil) {
        self.onTerminate = onTerminate
    }

    /// Sends the actions of the start, then listens until the returned function is called.
    ///
    /// When that function returns, the previous dispositions are back, unless another store still
    /// listens.
    public func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        for action in JobControl.toForeground { receiver.send(action) }
        let id = SignalHub.shared.add(SignalHub.Subscriber(receiver: receiver, onTerminate: onTerminate))
        return { SignalHub.shared.remove(id) }
    }

    /// Ends the process the way `signal` does by default, so that its parent sees which signal it
    /// was.
    public static func endProcess(by signal: Int32) -> Never {
        ProcessControl.end(by: signal)
    }
}
#endif
