// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Delivers to one subscriber what many publishers deliver, which come one by one while others still run.
final class Confluence<Output, Failure: Error> {
    private struct State {
        var isOpen = true
        /// What the publishers come from, until it has ended.
        var source: (any Subscription)?
        var inlets: [Int: any Subscription] = [:]
        var lastID = 0
    }

    private let outlet: Outlet<Output, Failure>
    /// Whether a new publisher takes the place of the one before it, or joins those that are there.
    private let isSwitching: Bool
    private let state = Lock(State())

    init(_ downstream: any Subscriber<Output, Failure>, isSwitching: Bool) {
        outlet = Outlet(downstream)
        self.isSwitching = isSwitching
    }

    /// Takes what each of the publishers delivers which `upstream` makes publishers of.
    func open<Upstream: Publisher, Inner: Publisher>(
        _ upstream: Upstream,
        demand: Subscribers.Demand,
        transform: @escaping (Upstream.Output) -> Inner
    ) where Upstream.Failure == Failure, Inner.Output == Output, Inner.Failure == Failure {
        let inlet = Inlet<Upstream.Output, Failure>(demand: demand) { [self] completion in
            end(of: nil, completion)
        } onValue: { [self] value in
            join(transform(value))
        }
        state.withLock { $0.source = inlet }
        outlet.open(Outlet.Source(onRequest: passOn, onCancel: close))
        upstream.subscribe(inlet)
    }

    private func join<Inner: Publisher>(_ publisher: Inner) where Inner.Output == Output, Inner.Failure == Failure {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let isLimited = !isSwitching && outlet.outstanding != .unlimited
        let inlet = Inlet<Output, Failure> { [self] completion in
            end(of: id, completion)
        } onValue: { [self] value in
            outlet.send(value, then: isLimited ? { [self] in requestOne(of: id) } : nil)
        }
        let replaced: [any Subscription]? = state.withLock { state in
            guard state.isOpen else { return nil }
            let replaced = isSwitching ? Array(state.inlets.values) : []
            if isSwitching { state.inlets = [:] }
            state.inlets[id] = inlet
            return replaced
        }
        guard let replaced else { return }
        for inlet in replaced { inlet.cancel() }
        // With a limit each publisher has at most one value that waits to be requested.
        inlet.request(isLimited ? .max(1) : outlet.outstanding)
        publisher.subscribe(inlet)
    }

    private func requestOne(of id: Int) {
        state.withLock { $0.inlets[id] }?.request(.max(1))
    }

    private func passOn(_ demand: Subscribers.Demand) {
        guard isSwitching || demand == .unlimited else { return }
        for inlet in state.withLock({ Array($0.inlets.values) }) { inlet.request(demand) }
    }

    /// One publisher has ended, or with nil the one that they come from.
    private func end(of id: Int?, _ completion: Subscribers.Completion<Failure>) {
        if case .failure = completion {
            close()
            return outlet.send(completion: completion)
        }
        let (isDone, source) = state.withLock { state in
            if let id { state.inlets[id] = nil } else { state.source = nil }
            return (state.isOpen && state.source == nil && state.inlets.isEmpty, state.source)
        }
        if isDone { outlet.send(completion: .finished) } else { source?.request(.max(1)) }
    }

    private func close() {
        let ended = state.withLock { state in
            defer { state = State(isOpen: false) }
            return state
        }
        ended.source?.cancel()
        for inlet in ended.inlets.values { inlet.cancel() }
    }
}
#endif
