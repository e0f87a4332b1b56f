// SPDX-License-Identifier: MIT

/// The external dependencies of a ``ReachabilityMiddleware``.
public struct ReachabilityMiddlewareDependencies: Sendable {
    /// The source of the paths.
    ///
    /// It is started at `ReachabilityEvent.startMonitoring`.
    public var pathMonitor: PathMonitor

    /// Makes dependencies with this monitor, by default one for the network of this device.
    public init(pathMonitor: PathMonitor = .live) {
        self.pathMonitor = pathMonitor
    }
}
