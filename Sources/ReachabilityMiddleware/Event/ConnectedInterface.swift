// SPDX-License-Identifier: MIT

/// How the device is connected, in a ``ReachabilityState``.
public enum ConnectedInterface: String, Sendable, Hashable, Codable, CaseIterable {
    /// Unknown: the network isn't monitored, or no path was reported yet.
    case unknown

    /// A cellular network.
    case cellular

    /// Wi-Fi.
    case wifi

    /// Ethernet, or an interface that the system doesn't distinguish from it.
    case wired

    /// Not connected.
    case offline
}
