// SPDX-License-Identifier: MIT

/// What a ``ReachabilityMiddleware`` needs from the outside world.
public struct ReachabilityMiddlewareDependencies: Sendable {
    /// Where the paths come from.
    ///
    /// It is started by `ReachabilityEvent.startMonitoring`.
    public var pathMonitor: PathMonitor

    /// Makes dependencies with this monitor, by default that of the network of this device.
    public init(pathMonitor: PathMonitor = .live) {
        self.pathMonitor = pathMonitor
    }
}
