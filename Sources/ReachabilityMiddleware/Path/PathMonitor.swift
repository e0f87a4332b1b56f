// SPDX-License-Identifier: MIT

/// A source of network paths that can be started any number of times.
///
/// ``live`` monitors the network of this device. ``scripted(_:)`` reports given paths, for tests
/// and demos. Make any other source from a closure that starts it:
///
/// ```swift
/// let alwaysOnline = PathMonitor { handler in
///     handler(NetworkPath(interface: .wired))
///     return {}
/// }
/// ```
public struct PathMonitor: Sendable {
    /// Starts a run that calls `handler` with the current path and after each change.
    ///
    /// The monitor chooses the thread. Each start is independent of other runs.
    ///
    /// It returns a function that ends the run. Call it once. Afterwards, a path in flight on another
    /// thread may still arrive. It returns nil if the monitor can't start.
    public let start: @Sendable (_ handler: @escaping @Sendable (NetworkPath) -> Void) -> (@Sendable () -> Void)?

    /// Makes a monitor from a closure that starts it.
    ///
    /// - Parameter start: Calls `handler` with the current path and after each change, on any
    ///   thread, one call at a time, until the closure that it returns is called. It runs once for
    ///   each start. If it can't start, it returns nil and doesn't call `handler` any more.
    public init(
        _ start: @escaping @Sendable (_ handler: @escaping @Sendable (NetworkPath) -> Void) -> (@Sendable () -> Void)?
    ) {
        self.start = start
    }

    /// A monitor that reports `paths` at each start, in order, before the start returns.
    ///
    /// It reports nothing later.
    public static func scripted(_ paths: [NetworkPath]) -> PathMonitor {
        PathMonitor { handler in
            for path in paths { handler(path) }
            return {}
        }
    }
}
