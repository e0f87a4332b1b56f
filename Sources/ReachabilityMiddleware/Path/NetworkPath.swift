// SPDX-License-Identifier: MIT

/// The network as this device sees it at one moment: the interface in use, and its cost.
///
/// A ``PathMonitor`` reports one for each change.
///
/// ```swift
/// let path = NetworkPath(interface: .cellular, isExpensive: true)
/// path.isSatisfied  // true
/// ```
public struct NetworkPath: Sendable, Hashable {
    /// The kinds of interface that a path can go over.
    public enum Interface: String, Sendable, Hashable, CaseIterable {
        /// A wireless LAN.
        case wifi

        /// Ethernet, and what the system does not tell apart from it.
        case wired

        /// A mobile network.
        case cellular

        /// Any other way out, such as a tunnel of which the system knows no more. The middleware
        /// counts it as wired.
        case other
    }

    /// The interface that carries the traffic, nil when there is no way out.
    public var interface: Interface?

    /// True if traffic may cost money, as on a mobile network or a personal hotspot.
    public var isExpensive: Bool

    /// True if the user asked for restraint, as with Low Data Mode.
    ///
    /// Linux knows no such wish: always false there.
    public var isConstrained: Bool

    /// Makes a path over `interface`, nil for none.
    public init(interface: Interface?, isExpensive: Bool = false, isConstrained: Bool = false) {
        self.interface = interface
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// No way out: neither expensive nor constrained.
    public static let offline = NetworkPath(interface: nil)

    /// True if there is a way out.
    public var isSatisfied: Bool { interface != nil }
}
