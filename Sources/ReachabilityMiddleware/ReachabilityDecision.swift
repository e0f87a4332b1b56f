// SPDX-License-Identifier: MIT

/// Decides which events a path causes, and which of them may still be sent.
///
/// Events pass through the queue of the store, so the state lags behind the events sent. A path is
/// therefore compared with the state as it will be once all events in flight are processed.
package struct ReachabilityDecision: Sendable {
    /// The number of a run, from a start to a stop.
    ///
    /// Paths of earlier runs are dropped.
    package typealias Generation = Int

    private var generation: Generation = 0
    private var isMonitoring = false

    /// Events that an earlier run sent and that are not processed yet.
    ///
    /// They are in flight or lost.
    private var inherited: [ReachabilityEvent] = []

    /// Events of this run that are not processed yet, oldest first.
    ///
    /// The last `unsentCount` of them have not been sent.
    private var pending: [ReachabilityEvent] = []
    private var unsentCount = 0
    private var isSending = false

    package init() {}

    /// Whether events are in flight for ``processed(_:)``.
    package var expectsEvents: Bool { !pending.isEmpty || !inherited.isEmpty }

    /// Starts a run and returns its number.
    ///
    /// Returns nil if a run is already active.
    package mutating func start() -> Generation? {
        guard !isMonitoring else { return nil }
        isMonitoring = true
        generation += 1
        inherited = (inherited + pending).suffix(Self.maxInFlight)
        pending = []
        return generation
    }

    /// Ends the run.
    ///
    /// Its unsent events are discarded.
    package mutating func stop() {
        isMonitoring = false
        pending.removeLast(unsentCount)
        unsentCount = 0
    }

    /// Adds the events for a path.
    ///
    /// Returns whether the caller has to send events: it must call ``next()`` until that returns
    /// nil.
    ///
    /// Only one caller sends at a time, so that events are sent in the order in which they were
    /// decided.
    package mutating func receive(
        _ path: NetworkPath,
        of generation: Generation,
        state: ReachabilityState
    ) -> Bool {
        guard isMonitoring, self.generation == generation else { return false }
        // The events in flight of an earlier run may arrive or be lost. Skip an event only if it is
        // redundant in both cases.
        let expectations = [pending, inherited + pending].map { $0.reduce(into: state) { $0.apply($1) } }
        let events = path.events.filter { event in expectations.contains { $0.changes(with: event) } }
        pending += events
        unsentCount += events.count
        guard !isSending, unsentCount > 0 else { return false }
        isSending = true
        return true
    }

    /// Returns the next event to send.
    ///
    /// After it has returned nil, the caller must not send any more.
    package mutating func next() -> ReachabilityEvent? {
        guard unsentCount > 0 else {
            isSending = false
            // Limits the memory for events that never come back, for example because a closed gate
            // dropped them.
            pending.removeFirst(max(0, pending.count - Self.maxInFlight))
            return nil
        }
        defer { unsentCount -= 1 }
        return pending[pending.count - unsentCount]
    }

    /// Records that the state now includes `event`.
    ///
    /// Events from other senders, which are not in flight, have no effect. Events sent before
    /// `event` must have been lost.
    package mutating func processed(_ event: ReachabilityEvent) {
        if let index = inherited.firstIndex(of: event) {
            inherited.removeFirst(index + 1)
        } else if let index = pending.dropLast(unsentCount).firstIndex(of: event) {
            pending.removeFirst(index + 1)
            inherited = []
        }
    }

    private static let maxInFlight = 64
}

extension NetworkPath {
    /// The events for this path, in this order: the interface, the cost, the constraint.
    fileprivate var events: [ReachabilityEvent] {
        [
            connection,
            isExpensive ? .becameExpensive : .becameCheap,
            isConstrained ? .becameConstrained : .becameUnconstrained,
        ]
    }

    private var connection: ReachabilityEvent {
        switch interface {
        case .wifi: .connectedToWifi
        // An interface of an unknown kind is still a connection.
        case .wired, .other: .connectedToWired
        case .cellular: .connectedToCellular
        case nil: .gotOffline
        }
    }
}

extension ReachabilityState {
    fileprivate func changes(with event: ReachabilityEvent) -> Bool {
        var changed = self
        changed.apply(event)
        return changed != self
    }
}
