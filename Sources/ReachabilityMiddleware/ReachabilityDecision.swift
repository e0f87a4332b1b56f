// SPDX-License-Identifier: MIT

/// The decision which events a path causes, and which may still be sent.
///
/// Events take their way through the queue of a store, so the state lags behind what has been sent.
/// A path is therefore compared with the state as it will be once all events on their way are
/// processed.
package struct ReachabilityDecision: Sendable {
    /// One run from a start to a stop.
    ///
    /// Paths of an older one are dropped.
    package typealias Generation = Int

    private var generation: Generation = 0
    private var isMonitoring = false

    /// Sent in an older run and not processed yet: still on its way, or lost.
    private var inherited: [ReachabilityEvent] = []

    /// Decided in this run and not processed yet, oldest first.
    ///
    /// The last `unsentCount` of them wait to be sent.
    private var pending: [ReachabilityEvent] = []
    private var unsentCount = 0
    private var isSending = false

    package init() {}

    /// True if ``processed(_:)`` has anything to wait for.
    package var expectsEvents: Bool { !pending.isEmpty || !inherited.isEmpty }

    package func isCurrent(_ generation: Generation) -> Bool {
        isMonitoring && self.generation == generation
    }

    /// Begins a run.
    ///
    /// Returns nil when one is going on.
    package mutating func start() -> Generation? {
        guard !isMonitoring else { return nil }
        isMonitoring = true
        generation += 1
        inherited = (inherited + pending).suffix(Self.memory)
        pending = []
        return generation
    }

    /// Ends the run: what has not been sent will not be sent.
    package mutating func stop() {
        isMonitoring = false
        pending.removeLast(unsentCount)
        unsentCount = 0
    }

    /// Decides on a path.
    ///
    /// Returns whether the caller is to send: to take ``next()`` until that is nil.
    ///
    /// One caller sends at a time, so that events leave in the order in which they were decided.
    package mutating func receive(
        _ path: NetworkPath,
        of generation: Generation,
        state: ReachabilityState
    ) -> Bool {
        guard isCurrent(generation) else { return false }
        // Nobody knows whether what an older run sent will arrive: an event is left out only if it
        // is needless both ways.
        let expectations = [pending, inherited + pending].map { $0.reduce(into: state) { $0.apply($1) } }
        let events = path.events.filter { event in expectations.contains { $0.changes(with: event) } }
        pending += events
        unsentCount += events.count
        guard !isSending, unsentCount > 0 else { return false }
        isSending = true
        return true
    }

    /// The next event to send.
    ///
    /// After nil the caller no longer sends.
    package mutating func next() -> ReachabilityEvent? {
        guard unsentCount > 0 else {
            isSending = false
            forgetLostEvents()
            return nil
        }
        defer { unsentCount -= 1 }
        return pending[pending.count - unsentCount]
    }

    /// Takes note that the state now holds what `event` says.
    ///
    /// Events of others, which are not on their way, change nothing. What was sent before `event`
    /// can only have been lost.
    package mutating func processed(_ event: ReachabilityEvent) {
        if let index = inherited.firstIndex(of: event) {
            inherited.removeFirst(index + 1)
        } else if let index = pending.dropLast(unsentCount).firstIndex(of: event) {
            pending.removeFirst(index + 1)
            inherited = []
        }
    }

    /// Events whose output leads elsewhere, as through a closed gate, never come back: only so many
    /// are remembered.
    private mutating func forgetLostEvents() {
        pending.removeFirst(max(0, pending.count - Self.memory))
    }

    private static let memory = 64
}

extension NetworkPath {
    /// The events for this path: the interface in use, the cost, the restraint, in this order.
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
        // An interface of no known kind is a way out, so it is not offline.
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
