// SPDX-License-Identifier: MIT

import RexCore

/// The attempts of an outbox that have not returned: one per lane, and no more than the limit of all lanes.
///
/// The state limits attempts as well. But an interrupted attempt is removed from the state at once, and may need
/// a while to return. Until then the next one waits here. Whoever changes this value ends the waits that it
/// returns.
struct OutboxAttempts<Action: Sendable>: Sendable {
    /// The output for a late outcome, and the function that revokes this outcome until it is reduced.
    typealias Late = (output: AnyActionHandler<Action>, revoke: @Sendable () -> Void)

    private enum Phase: Sendable {
        case waiting(OutboxWaiter)
        /// The attempt has its lane.
        case running
        /// Its time is over, or it has returned.
        case over
    }

    private struct Attempt: Sendable {
        let id: OutboxID
        let lane: OutboxLane
        var phase: Phase
        /// The epoch in which it got its lane.
        var epoch = 0
        /// Nil without a time limit, and when the entry has ended.
        var late: Late?
        var hasReturned = false
    }

    private let limit: Int
    private var attempts: [Int: Attempt] = [:]
    private var last = 0
    /// The attempts that wait, in order.
    private var waiting: [Int] = []
    /// The lanes of the running attempts of this epoch.
    private var busy: Set<OutboxLane> = []
    /// The number of clears of the outbox: each epoch begins when it changes, also because there is another outbox,
    /// which counts from 0.
    private var clears = 0
    private var epoch = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds an attempt, which begins when its wait ends.
    mutating func add(_ id: OutboxID, in lane: OutboxLane, _ waiter: OutboxWaiter) -> (Int, begun: [OutboxWaiter]) {
        last += 1
        attempts[last] = Attempt(id: id, lane: lane, phase: .waiting(waiter))
        waiting.append(last)
        return (last, begin())
    }

    /// Ends an attempt because it has returned or its time is over, and lets the next one begin.
    ///
    /// - Returns: Whether it was running.
    mutating func end(_ number: Int) -> (Bool, begun: [OutboxWaiter]) {
        guard let attempt = attempts[number] else { return (false, []) }
        attempts[number]?.phase = .over
        switch attempt.phase {
        case .waiting: waiting.removeAll { $0 == number }
        case .running: if attempt.epoch == epoch { busy.remove(attempt.lane) }
        case .over: return (false, [])
        }
        return (true, begin())
    }

    /// Lets attempts begin, as many as may.
    ///
    /// One that waits for its lane does not hold up other lanes.
    private mutating func begin() -> [OutboxWaiter] {
        var begun: [OutboxWaiter] = []
        waiting.removeAll { number in
            guard busy.count < limit, let attempt = attempts[number], case .waiting(let waiter) = attempt.phase,
                busy.insert(attempt.lane).inserted
            else { return false }
            attempts[number]?.phase = .running
            attempts[number]?.epoch = epoch
            begun.append(waiter)
            return true
        }
        return begun
    }

    /// Notes the number of clears: attempts from before the last one hold up nothing.
    mutating func note(clears: Int) {
        guard clears != self.clears else { return }
        self.clears = clears
        epoch += 1
        busy = []
    }

    // MARK: After the time limit

    /// Notes where a late outcome of an attempt goes: the server may accept the job after the time limit.
    mutating func setLate(_ late: Late, of number: Int) { attempts[number]?.late = late }

    /// Removes an attempt that has returned.
    ///
    /// - Parameter isLate: Whether the server has accepted the job after the time limit.
    /// - Returns: The output for this outcome, unless the entry has ended.
    mutating func remove(_ number: Int, isLate: Bool) -> AnyActionHandler<Action>? {
        guard isLate, let late = attempts[number]?.late else {
            attempts[number] = nil
            return nil
        }
        // The outcome can be revoked until it is reduced, since another attempt may be accepted first.
        attempts[number]?.hasReturned = true
        return late.output
    }

    /// Drops the late outcomes of entries that have ended, and returns the functions that revoke them.
    mutating func dropLate(unless isOpen: (OutboxID) -> Bool) -> [@Sendable () -> Void] {
        var revocations: [@Sendable () -> Void] = []
        for (number, attempt) in attempts {
            guard let late = attempt.late, !isOpen(attempt.id) else { continue }
            revocations.append(late.revoke)
            if attempt.hasReturned { attempts[number] = nil } else { attempts[number]?.late = nil }
        }
        return revocations
    }
}
