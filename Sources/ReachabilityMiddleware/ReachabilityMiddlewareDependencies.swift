// SPDX-License-Identifier: MIT

/// The dependencies of a ``ReachabilityMiddleware`` on the outside world.
public struct ReachabilityMiddlewareDependencies: Sendable {
    /// The source of the paths.
    ///
    /// It is started by `ReachabilityEvent.startMonitoring`.
    public var pathMonitor: PathMonitor

    /// Makes dependencies with this monitor, by default that of the network of this device.
    public init(pathMonitor: PathMonitor = .live) {
        self.pathMonitor = pathMonitor
    }
}
