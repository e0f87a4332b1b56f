// SPDX-License-Identifier: MIT

/// A source of network paths that can be started, any number of times.
///
/// ``live`` watches the network of this device, ``scripted(_:)`` reports the paths of a list, for
/// tests and demos. Any other source is made from the closure that starts it:
///
/// ```swift
/// let alwaysOnline = PathMonitor { handler in
///     handler(NetworkPath(interface: .wired))
///     return {}
/// }
/// ```
public struct PathMonitor: Sendable {
    /// Starts a run; nil if it could not start.
    let begin: @Sendable (_ handler: @escaping @Sendable (NetworkPath) -> Void) -> (@Sendable () -> Void)?

    /// Makes a monitor from the closure that starts it.
    ///
    /// - Parameter start: calls `handler` with the path at the start and after each change, on any
    ///   thread, one call at a time, until the closure that it returns is called. It runs once for
    ///   each start. It returns nil if it could not start, and calls `handler` no more then.
    public init(
        _ start: @escaping @Sendable (_ handler: @escaping @Sendable (NetworkPath) -> Void) -> (@Sendable () -> Void)?
    ) {
        begin = start
    }

    /// Calls `handler` with the path at the start, and after each change.
    ///
    /// The monitor chooses the thread. Each start is independent of others that go on. A monitor
    /// that cannot start never calls `handler`.
    ///
    /// - Returns: what ends it, to be called once. A path that is on its way on another thread may
    ///   still arrive then.
    public func start(_ handler: @escaping @Sendable (NetworkPath) -> Void) -> @Sendable () -> Void {
        begin(handler) ?? {}
    }

    /// A monitor that reports `paths` at each start, in their order, before the start returns; and
    /// nothing later.
    public static func scripted(_ paths: [NetworkPath]) -> PathMonitor {
        PathMonitor { handler in
            for path in paths { handler(path) }
            return {}
        }
    }
}
