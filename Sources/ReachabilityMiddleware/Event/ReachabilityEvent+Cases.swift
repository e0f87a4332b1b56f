// SPDX-License-Identifier: MIT

extension ReachabilityEvent {
    /// `()` for `startMonitoring`, otherwise nil.
    public var startMonitoring: Void? { matching(.startMonitoring) }

    /// `()` for `stopMonitoring`, otherwise nil.
    public var stopMonitoring: Void? { matching(.stopMonitoring) }

    /// `()` for `connectedToWifi`, otherwise nil.
    public var connectedToWifi: Void? { matching(.connectedToWifi) }

    /// `()` for `connectedToWired`, otherwise nil.
    public var connectedToWired: Void? { matching(.connectedToWired) }

    /// `()` for `connectedToCellular`, otherwise nil.
    public var connectedToCellular: Void? { matching(.connectedToCellular) }

    /// `()` for `gotOffline`, otherwise nil.
    public var gotOffline: Void? { matching(.gotOffline) }

    /// `()` for `becameExpensive`, otherwise nil.
    public var becameExpensive: Void? { matching(.becameExpensive) }

    /// `()` for `becameCheap`, otherwise nil.
    public var becameCheap: Void? { matching(.becameCheap) }

    /// `()` for `becameConstrained`, otherwise nil.
    public var becameConstrained: Void? { matching(.becameConstrained) }

    /// `()` for `becameUnconstrained`, otherwise nil.
    public var becameUnconstrained: Void? { matching(.becameUnconstrained) }

    private func matching(_ event: ReachabilityEvent) -> Void? {
        self == event ? () : nil
    }
}
