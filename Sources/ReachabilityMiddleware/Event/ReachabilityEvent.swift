// SPDX-License-Identifier: MIT

/// A request to a ``ReachabilityMiddleware``, or its report about the network.
///
/// `startMonitoring` and `stopMonitoring` are for the app to dispatch. The others are sent by the
/// middleware, as is `stopMonitoring` when the network cannot be watched.
///
/// Each event has a property of its own name for bridges and lifts.
///
/// ```swift
/// ReachabilityEvent.gotOffline.gotOffline != nil       // true
/// ReachabilityEvent.gotOffline.connectedToWifi != nil  // false
/// ```
public enum ReachabilityEvent: Sendable, Hashable, Codable, CaseIterable {
    /// Starts watching the network; dispatched while it is being watched, it changes nothing.
    case startMonitoring

    /// Stops watching the network, and forgets what is known of it; also the answer to a start that
    /// failed.
    case stopMonitoring

    /// The interface in use is now a wireless LAN.
    case connectedToWifi

    /// The interface in use is now neither wireless LAN nor mobile.
    case connectedToWired

    /// The interface in use is now a mobile network.
    case connectedToCellular

    /// There is no way out any longer.
    case gotOffline

    /// Traffic may now cost money.
    case becameExpensive

    /// Traffic no longer costs money.
    case becameCheap

    /// The user now asks for restraint, as with Low Data Mode.
    case becameConstrained

    /// The user no longer asks for restraint.
    case becameUnconstrained
}
