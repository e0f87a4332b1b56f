// SPDX-License-Identifier: MIT

extension ReachabilityEvent {
    /// `()` if the event is ``ReachabilityEvent/startMonitoring``, nil if it is another.
    public var startMonitoring: Void? { matching(.startMonitoring) }

    /// `()` if the event is ``ReachabilityEvent/stopMonitoring``, nil if it is another.
    public var stopMonitoring: Void? { matching(.stopMonitoring) }

    /// `()` if the event is ``ReachabilityEvent/connectedToWifi``, nil if it is another.
    public var connectedToWifi: Void? { matching(.connectedToWifi) }

    /// `()` if the event is ``ReachabilityEvent/connectedToWired``, nil if it is another.
    public var connectedToWired: Void? { matching(.connectedToWired) }

    /// `()` if the event is ``ReachabilityEvent/connectedToCellular``, nil if it is another.
    public var connectedToCellular: Void? { matching(.connectedToCellular) }

    /// `()` if the event is ``ReachabilityEvent/gotOffline``, nil if it is another.
    public var gotOffline: Void? { matching(.gotOffline) }

    /// `()` if the event is ``ReachabilityEvent/becameExpensive``, nil if it is another.
    public var becameExpensive: Void? { matching(.becameExpensive) }

    /// `()` if the event is ``ReachabilityEvent/becameCheap``, nil if it is another.
    public var becameCheap: Void? { matching(.becameCheap) }

    /// `()` if the event is ``ReachabilityEvent/becameConstrained``, nil if it is another.
    public var becameConstrained: Void? { matching(.becameConstrained) }

    /// `()` if the event is ``ReachabilityEvent/becameUnconstrained``, nil if it is another.
    public var becameUnconstrained: Void? { matching(.becameUnconstrained) }

    private func matching(_ event: ReachabilityEvent) -> Void? {
        self == event ? () : nil
    }
}
