// SPDX-License-Identifier: MIT

/// The known state of the network.
///
/// ```swift
/// var state = ReachabilityState.initial
/// Reducer.reachability.reduce(.connectedToWifi, &state)
/// state.connectivity  // .wifi
/// ```
public struct ReachabilityState: Sendable, Hashable, Codable {
    /// Whether the network is monitored.
    public var isMonitoring: Bool

    /// The interface in use.
    public var connectivity: ConnectedInterface

    /// Whether traffic may cost money.
    public var isExpensive: Bool

    /// Whether the user wants to save data.
    public var isConstrained: Bool

    /// Makes a state with these values.
    ///
    /// For the first state of a store, use ``initial``.
    public init(isMonitoring: Bool, connectivity: ConnectedInterface, isExpensive: Bool, isConstrained: Bool) {
        self.isMonitoring = isMonitoring
        self.connectivity = connectivity
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// Not monitored, interface unknown.
    ///
    /// Expensive and constrained, so that the app saves data until the network is known.
    public static let initial = ReachabilityState(
        isMonitoring: false,
        connectivity: .unknown,
        isExpensive: true,
        isConstrained: true
    )

    /// Updates the state for `event`.
    ///
    /// Only the property that the event is about changes.
    mutating func apply(_ event: ReachabilityEvent) {
        switch event {
        case .startMonitoring: isMonitoring = true
        case .stopMonitoring: self = .initial
        case .connectedToWifi: connectivity = .wifi
        case .connectedToWired: connectivity = .wired
        case .connectedToCellular: connectivity = .cellular
        case .gotOffline: connectivity = .offline
        case .becameExpensive: isExpensive = true
        case .becameCheap: isExpensive = false
        case .becameConstrained: isConstrained = true
        case .becameUnconstrained: isConstrained = false
        }
    }
}
