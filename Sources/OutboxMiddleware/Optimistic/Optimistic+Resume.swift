// SPDX-License-Identifier: MIT

public import RexCore

extension Optimistic {
    /// Shows the entries of an outbox that are still to be sent, and those that were sent and that this state
    /// lacks.
    ///
    /// ```swift
    /// var list = try files.list.load() ?? Optimistic([])
    /// list.resume(outbox.backlog, by: changes) { job in
    ///     if case .list(let change) = job { change } else { nil }
    /// }
    /// ```
    ///
    /// Call it wherever a list appears: in the initial state, at ``OutboxAction/loaded(_:)`` with its
    /// backlog, and after each `load(owner:)`. Entries that it already has or contains, that the server has
    /// rejected, or whose actions the app has taken back, are not shown. Calling it twice changes nothing.
    ///
    /// - Parameters:
    ///   - backlog: The entries. The backlog of an outbox that has not read its file changes nothing.
    ///   - reducer: The reducer of this state, which `optimistic()` has made.
    ///   - action: Returns the action that a job has in this list, or nil for a job of another list.
    /// - Complexity: O(*n* log *n*) for the entries, and calls of the reducer as for `perform`.
    public mutating func resume<ID, Job>(
        _ backlog: OutboxBacklog<Job>,
        by reducer: Reducer<RenamingOptimisticAction<ID, Action>, Optimistic>,
        action: (Job) -> Action?
    ) {
        guard backlog.isOpen else { return }
        if !backlog.isPartial { compare(with: backlog) }
        for entry in backlog.entries where entry.phase.rejection == nil {
            show(entry.id, action(entry.job), reducer)
        }
        for outcome in backlog.kept where outcome.number > history.saved.place.number && outcome.kind != .rejected {
            show(outcome.id, outcome.job.flatMap(action), reducer)
        }
        if !backlog.isPartial { finishResuming(backlog) }
    }

    /// Shows the entries of an outbox whose jobs are the actions of this state.
    @inlinable public mutating func resume<ID>(
        _ backlog: OutboxBacklog<Action>,
        by reducer: Reducer<RenamingOptimisticAction<ID, Action>, Optimistic>
    ) {
        resume(backlog, by: reducer) { $0 }
    }

    private mutating func show<ID>(
        _ id: OutboxID,
        _ action: Action?,
        _ reducer: Reducer<RenamingOptimisticAction<ID, Action>, Optimistic>
    ) {
        guard let action, !history.takenBack.contains(id) else { return }
        reducer.reduce(.perform(id, action), &self)
    }

    /// Compares the number of this state with those of a log that it has not seen in this process.
    private mutating func compare<Job>(with backlog: OutboxBacklog<Job>) {
        history.rank(backlog.series)
        if queue.sort(history) { replay() }
        guard let log = backlog.log else { return }
        let place = history.saved.place
        if place.log != log {
            history.saved.place = OptimisticCheckpoint.Place(log: log, number: backlog.dropped)
            history.becomeStale()
        } else if place.number < backlog.dropped {
            history.saved.place.number = backlog.dropped
            history.becomeStale()
        } else if place.number > backlog.newest {
            // The log is an older copy, and gets another name.
            history.becomeStale()
        }
    }

    private mutating func finishResuming<Job>(_ backlog: OutboxBacklog<Job>) {
        let kept = Dictionary(backlog.kept.map { ($0.id, $0) }) { _, last in last }
        let lanes = Dictionary(backlog.entries.map { ($0.id, $0.lane) }) { first, _ in first }
        let number = history.saved.place.number
        history.known = Set(kept.values.filter { $0.isContained(upTo: number) }.map(\.id))
        // The others are of other devices.
        for id in history.saved.early where kept[id] == nil && lanes[id] == nil {
            history.saved.early.remove(id)
            history.saved.applied.insert(id)
        }
        if history.saved.wasPulledWithPending {
            history.overlapped.formUnion(queue.ids)
            history.saved.wasPulledWithPending = false
            history.wasPulled = true
        }
        noteOrder(of: Array(history.saved.early)) { lanes[$0] ?? kept[$0]?.lane }
        history.isResumed = true
    }

    /// Notes results that have come before those of earlier actions of their lanes, so that the base has
    /// another order than the server.
    mutating func noteOrder(of results: [OutboxID], laneOf: (OutboxID) -> OutboxLane?) {
        for id in results {
            guard let lane = laneOf(id) else { continue }
            let earlier = queue.entries.prefix { history.isBefore($0.id, id) }
            if earlier.contains(where: { laneOf($0.id) == lane }) {
                history.saved.isUncertain = true
            }
        }
    }

    /// Applies the pending actions to the base, by the reducer that has performed them.
    mutating func replay() { if let reduce { replay(reduce) } }
}

extension OutboxKept {
    /// Whether a value with this number contains the entry.
    func isContained(upTo number: Int) -> Bool { kind == .sent && self.number <= number }
}
