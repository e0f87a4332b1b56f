// SPDX-License-Identifier: MIT

/// A command to a ``ReachabilityMiddleware``, or its report about the network.
///
/// The app dispatches `startMonitoring` and `stopMonitoring`. The middleware sends the others, and
/// `stopMonitoring` if the network can't be monitored.
///
/// Each event has a property of the same name, for bridges and lifts.
///
/// ```swift
/// ReachabilityEvent.gotOffline.gotOffline != nil       // true
/// ReachabilityEvent.gotOffline.connectedToWifi != nil  // false
/// ```
public enum ReachabilityEvent: Sendable, Hashable, Codable, CaseIterable {
    /// Starts monitoring the network. Does nothing if the network is already monitored.
    case startMonitoring

    /// Stops monitoring and resets the state. The middleware also sends it when a start fails.
    case stopMonitoring

    /// The interface in use is now Wi-Fi.
    case connectedToWifi

    /// The interface in use is now neither Wi-Fi nor cellular.
    case connectedToWired

    /// The interface in use is now cellular.
    case connectedToCellular

    /// The device is no longer connected.
    case gotOffline

    /// Traffic may now cost money.
    case becameExpensive

    /// Traffic no longer costs money.
    case becameCheap

    /// The user now wants to save data, as with Low Data Mode.
    case becameConstrained

    /// The user no longer wants to save data.
    case becameUnconstrained
}
