// SPDX-License-Identifier: MIT

/// The interface in use at one moment, and its cost.
///
/// A ``PathMonitor`` reports a path after each change.
///
/// ```swift
/// let path = NetworkPath(interface: .cellular, isExpensive: true)
/// path.interface != nil  // true
/// ```
public struct NetworkPath: Sendable, Hashable {
    /// The kinds of interface.
    public enum Interface: String, Sendable, Hashable, CaseIterable {
        /// Wi-Fi.
        case wifi

        /// Ethernet, or an interface that the system doesn't distinguish from it.
        case wired

        /// A cellular network.
        case cellular

        /// Any other interface, such as a tunnel of an unknown kind. The middleware counts it as
        /// wired.
        case other
    }

    /// The interface that carries the traffic, or nil if the device is not connected.
    public var interface: Interface?

    /// Whether traffic may cost money, as on a cellular network or a personal hotspot.
    public var isExpensive: Bool

    /// Whether the user wants to save data, as with Low Data Mode.
    ///
    /// Always false on Linux, which has no such setting.
    public var isConstrained: Bool

    /// Makes a path over `interface`, or one without a connection if it is nil.
    public init(interface: Interface?, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.interface = interface
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// Not connected, neither expensive nor constrained.
    public static let offline = NetworkPath(interface: nil)
}
