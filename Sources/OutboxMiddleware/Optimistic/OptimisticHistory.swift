// SPDX-License-Identifier: MIT

/// The facts about past actions that decide about later ones.
@usableFromInline struct OptimisticHistory: Codable, Hashable, Sendable {
    private(set) var mark = OptimisticMark()
    /// The ids that were confirmed by the answer to a job, and by a result.
    private var (answered, results) = (OutboxIDRanges(), OutboxIDRanges())
    /// The number of pending actions, the first ones, that were pending when a state was pulled.
    private var overlapped = 0
    /// Whether one of these was confirmed, so the base may contain it twice.
    private var isUncertain = false
    /// Whether a pulled state was dropped, and none was taken since.
    private var hasDropped = false

    @usableFromInline init() {}

    func isStale(pendingCount: Int) -> Bool { hasDropped || isUncertain && pendingCount == 0 }

    @usableFromInline func hasResult(_ id: OutboxID) -> Bool { results.contains(id) }

    @usableFromInline func isConfirmed(_ id: OutboxID) -> Bool { results.contains(id) || answered.contains(id) }

    /// Records that the pending action at an index leaves the pending ones.
    @usableFromInline mutating func leave(at index: Int, confirmed: Bool) {
        guard index < overlapped else { return }
        overlapped -= 1
        isUncertain = isUncertain || confirmed
    }

    @usableFromInline mutating func confirm(_ id: OutboxID, byResult: Bool) {
        mark = OptimisticMark(confirmations: mark.confirmations + 1, last: id)
        if byResult { results.insert(id) } else { answered.insert(id) }
    }

    /// Records a pulled state, and returns whether the reducer takes it.
    @usableFromInline mutating func pull(askedAt mark: OptimisticMark, pendingCount: Int) -> Bool {
        guard mark == self.mark else {
            hasDropped = true
            return false
        }
        (overlapped, isUncertain, hasDropped) = (pendingCount, false, false)
        return true
    }
}
