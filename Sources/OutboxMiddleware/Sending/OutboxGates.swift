// SPDX-License-Identifier: MIT

import RexCore

/// Limits attempts to one per lane, and to the limit of all lanes.
///
/// The state limits them as well. But an interrupted attempt is removed from the state at once, and
/// may need a while to return. Until then the next one waits here.
final class OutboxGates: Sendable {
    /// A gate for a number of attempts.
    private struct Gate: Sendable {
        var free: Int
        var waiting: [OutboxWaiter] = []

        /// Takes a slot.
        ///
        /// Returns false if no slot is free; then the waiter waits for one.
        mutating func enter(_ waiter: OutboxWaiter) -> Bool {
            if free > 0 {
                free -= 1
                return true
            }
            waiting.append(waiter)
            return false
        }

        /// Passes the slot to the next waiter.
        ///
        /// Returns nil if no waiter is left; then the slot is free.
        mutating func leave() -> OutboxWaiter? {
            guard waiting.isEmpty else { return waiting.removeFirst() }
            free += 1
            return nil
        }
    }

    private struct Gates: Sendable {
        var all: Gate
        var lanes: [OutboxLane: Gate] = [:]
    }

    private let gates: Lock<Gates>

    init(limit: Int) {
        gates = Lock(Gates(all: Gate(free: limit)))
    }

    /// Waits for the lane, then for the limit.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    func enter(_ lane: OutboxLane) async throws {
        // An attempt that waits for its lane takes no slot from other lanes.
        try await wait { $0.lanes[lane, default: Gate(free: 1)].enter($1) }
        do {
            try await wait { $0.all.enter($1) }
        } catch {
            leaveLane(lane)
            throw error
        }
    }

    /// Lets the next attempt continue.
    func leave(_ lane: OutboxLane) {
        release { $0.all.leave() }
        leaveLane(lane)
    }

    private func leaveLane(_ lane: OutboxLane) {
        release { gates in
            let next = gates.lanes[lane]?.leave()
            if next == nil { gates.lanes[lane] = nil }
            return next
        }
    }

    private func wait(_ enter: (inout Gates, OutboxWaiter) -> Bool) async throws {
        let waiter = OutboxWaiter()
        if gates.withLock({ enter(&$0, waiter) }) { return }
        guard await waiter.wait() else { throw CancellationError() }
    }

    private func release(_ leave: (inout Gates) -> OutboxWaiter?) {
        // A waiter that was cancelled meanwhile is skipped.
        while let next = gates.withLock({ leave(&$0) }), !next.end(hasCome: true) {}
    }
}
