// SPDX-License-Identifier: MIT

import RexCore

/// Lets one attempt of a lane after the other through.
///
/// The state has one of a lane under way at a time. One that was broken off is gone from there, and
/// may need a while to return; until then the next one waits here.
final class OutboxGates: Sendable {
    private let waiting = Lock<[OutboxLane: [OutboxWaiter]]>([:])

    /// Waits until no other attempt of the lane is at work; throws if the task is cancelled
    /// meanwhile.
    func enter(_ lane: OutboxLane) async throws {
        let waiter = OutboxWaiter()
        let isFree = waiting.withLock { waiting in
            guard waiting[lane] != nil else {
                waiting[lane] = []
                return true
            }
            waiting[lane]?.append(waiter)
            return false
        }
        if isFree { return }
        guard await waiter.wait() else { throw CancellationError() }
    }

    /// Lets the next attempt of the lane go on.
    func leave(_ lane: OutboxLane) {
        // One that was cancelled while it waited does not take its turn.
        while let next = takeNext(lane), !next.end(hasCome: true) {}
    }

    private func takeNext(_ lane: OutboxLane) -> OutboxWaiter? {
        waiting.withLock { waiting in
            guard waiting[lane]?.isEmpty == false else {
                waiting[lane] = nil
                return nil
            }
            return waiting[lane]?.removeFirst()
        }
    }
}
