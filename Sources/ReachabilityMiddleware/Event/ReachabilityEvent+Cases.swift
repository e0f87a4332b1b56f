// SPDX-License-Identifier: MIT

extension ReachabilityEvent {
    /// `()` if the event is `startMonitoring`, nil if it is another.
    public var startMonitoring: Void? { matching(.startMonitoring) }

    /// `()` if the event is `stopMonitoring`, nil if it is another.
    public var stopMonitoring: Void? { matching(.stopMonitoring) }

    /// `()` if the event is `connectedToWifi`, nil if it is another.
    public var connectedToWifi: Void? { matching(.connectedToWifi) }

    /// `()` if the event is `connectedToWired`, nil if it is another.
    public var connectedToWired: Void? { matching(.connectedToWired) }

    /// `()` if the event is `connectedToCellular`, nil if it is another.
    public var connectedToCellular: Void? { matching(.connectedToCellular) }

    /// `()` if the event is `gotOffline`, nil if it is another.
    public var gotOffline: Void? { matching(.gotOffline) }

    /// `()` if the event is `becameExpensive`, nil if it is another.
    public var becameExpensive: Void? { matching(.becameExpensive) }

    /// `()` if the event is `becameCheap`, nil if it is another.
    public var becameCheap: Void? { matching(.becameCheap) }

    /// `()` if the event is `becameConstrained`, nil if it is another.
    public var becameConstrained: Void? { matching(.becameConstrained) }

    /// `()` if the event is `becameUnconstrained`, nil if it is another.
    public var becameUnconstrained: Void? { matching(.becameUnconstrained) }

    private func matching(_ event: ReachabilityEvent) -> Void? {
        self == event ? () : nil
    }
}
