// SPDX-License-Identifier: MIT

/// The known state of the network.
///
/// ```swift
/// var state = ReachabilityState.initial
/// Reducer.reachability.reduce(.connectedToWifi, &state)
/// state.connectivity  // .wifi
/// ```
public struct ReachabilityState: Sendable, Hashable, Codable {
    /// True while the network is being watched.
    public var isMonitoring: Bool

    /// The interface in use.
    public var connectivity: ConnectedInterface

    /// True if traffic may cost money.
    public var isExpensive: Bool

    /// True if the user asks for restraint.
    public var isConstrained: Bool

    /// Makes a state with these values; for the first state of a store there is ``initial``.
    public init(isMonitoring: Bool, connectivity: ConnectedInterface, isExpensive: Bool, isConstrained: Bool) {
        self.isMonitoring = isMonitoring
        self.connectivity = connectivity
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// Not watched and nothing known; expensive and constrained, to be careful until the network is
    /// known.
    public static let initial = ReachabilityState(
        isMonitoring: false,
        connectivity: .unknown,
        isExpensive: true,
        isConstrained: true
    )

    /// Takes over what `event` says.
    ///
    /// Values that the event does not mention stay.
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
