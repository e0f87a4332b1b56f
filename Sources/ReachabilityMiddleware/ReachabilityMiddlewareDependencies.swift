// SPDX-License-Identifier: MIT

/// What a ``ReachabilityMiddleware`` needs from the outside world.
public struct ReachabilityMiddlewareDependencies: Sendable {
    /// Where the paths come from.
    ///
    /// It is started by `ReachabilityEvent.startMonitoring`.
    public var pathMonitor: PathMonitor

    /// The dependencies with this monitor, by default the network of this device.
    public init(pathMonitor: PathMonitor = .live) {
        self.pathMonitor = pathMonitor
    }
}
