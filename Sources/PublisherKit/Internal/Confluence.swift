// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Who takes part.
private struct Members {
    var isOpen = true
    /// What the publishers come from, until it has ended.
    var source: Bond?
    var inner: [Int: Bond] = [:]
    var lastID = 0
}

/// Delivers to one subscriber what many publishers deliver, which come one by one while others still run.
final class Confluence<Output, Failure: Error> {
    private let outlet: Outlet<Output, Failure>
    /// Whether a new publisher takes the place of the one before it, or joins those that are there.
    private let isSwitching: Bool
    private let members = Lock(Members())

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
        let inlet = Inlet<Upstream.Output, Failure>(bond: Bond(demand: demand)) { [self] completion in
            end(of: nil, completion)
        } onValue: { [self] value in
            join(transform(value))
            return .none
        }
        let bond = inlet.bond
        members.withLock { $0.source = bond }
        outlet.open(Handlers(onRequest: passOn, onCancel: close, onDelivery: requestOne))
        upstream.subscribe(inlet)
    }

    private func join<Inner: Publisher>(_ publisher: Inner) where Inner.Output == Output, Inner.Failure == Failure {
        let isLimited = !isSwitching && outlet.outstanding != .unlimited
        let bond = Bond()
        let (id, replaced): (Int?, [Bond]) = members.withLock { members in
            guard members.isOpen else { return (nil, []) }
            let replaced = isSwitching ? Array(members.inner.values) : []
            if isSwitching { members.inner = [:] }
            members.lastID += 1
            members.inner[members.lastID] = bond
            return (members.lastID, replaced)
        }
        guard let id else { return }
        for bond in replaced { bond.cancel() }
        // With a limit each publisher has at most one value that waits to be requested.
        let demand = isLimited ? .max(1) : outlet.outstanding
        if demand > .none { bond.request(demand) }
        publisher.subscribe(
            Inlet<Output, Failure>(bond: bond) { [self] completion in
                end(of: id, completion)
            } onValue: { [outlet] value in
                outlet.send(value, tag: isLimited ? id : 0)
                return .none
            }
        )
    }

    /// A value of a publisher with a limit has been delivered.
    private func requestOne(of id: Int) {
        members.withLock { $0.inner[id] }?.request(.max(1))
    }

    private func passOn(_ demand: Subscribers.Demand) {
        guard isSwitching || demand == .unlimited else { return }
        for bond in members.withLock({ Array($0.inner.values) }) { bond.request(demand) }
    }

    /// One publisher has ended, or with nil the one that they come from.
    private func end(of id: Int?, _ completion: Subscribers.Completion<Failure>) {
        if case .failure = completion {
            close()
            return outlet.send(completion: completion, isUrgent: true)
        }
        let (isDone, source) = members.withLock { members in
            if let id { members.inner[id] = nil } else { members.source = nil }
            return (members.isOpen && members.source == nil && members.inner.isEmpty, members.source)
        }
        if isDone { outlet.send(completion: .finished) } else if id != nil { source?.request(.max(1)) }
    }

    private func close() {
        let ended = members.withLock { members in
            defer { members = Members(isOpen: false) }
            return members
        }
        ended.source?.cancel()
        for bond in ended.inner.values { bond.cancel() }
    }
}
#endif
