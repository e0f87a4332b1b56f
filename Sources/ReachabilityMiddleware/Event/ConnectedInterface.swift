// SPDX-License-Identifier: MIT

/// The interface by which the device is connected, as a ``ReachabilityState`` has it.
public enum ConnectedInterface: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing is known: the network is not watched, or has not been looked at yet.
    case unknown

    /// Over a mobile network.
    case cellular

    /// Over a wireless LAN.
    case wifi

    /// Over Ethernet, or what the system does not tell apart from it.
    case wired

    /// Not at all.
    case offline
}
