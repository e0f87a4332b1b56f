// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexCore

/// A store that processes events on command, around a decision, so a test controls how far the
/// state lags behind.
struct LaggingStore {
    enum Step: Hashable, CaseIterable {
        case start, stop, wired, offline, process
    }

    private(set) var state = ReachabilityState.initial
    /// Events of the decision that did not change the state when they were processed.
    private(set) var needlessEvents: [ReachabilityEvent] = []
    /// The last path of the current run.
    private(set) var lastPath: NetworkPath?
    private var decision = ReachabilityDecision()
    private var generation: ReachabilityDecision.Generation?
    private var queue: [ReachabilityEvent] = []

    /// Starts with an active run.
    static var monitoring: LaggingStore {
        var store = LaggingStore()
        store.apply(.start)
        store.apply(.process)
        return store
    }

    mutating func apply(_ step: Step) {
        switch step {
        case .start: queue.append(.startMonitoring)
        case .stop: queue.append(.stopMonitoring)
        case .wired: report(.wired)
        case .offline: report(NetworkPath(interface: nil, isExpensive: true, isConstrained: true))
        case .process: process()
        }
    }

    mutating func processAll() {
        while !queue.isEmpty { process() }
    }

    private mutating func report(_ path: NetworkPath) {
        guard let generation else { return }
        lastPath = path
        guard decision.receive(path, of: generation, state: state) else { return }
        while let event = decision.next() { queue.append(event) }
    }

    private mutating func process() {
        guard !queue.isEmpty else { return }
        let event = queue.removeFirst()
        let before = state
        Reducer.reachability.reduce(event, &state)
        switch event {
        case .startMonitoring:
            guard let started = decision.start() else { return }
            generation = started
        case .stopMonitoring:
            decision.stop()
            generation = nil
            lastPath = nil
        default:
            if state == before { needlessEvents.append(event) }
            decision.processed(event)
        }
    }
}
