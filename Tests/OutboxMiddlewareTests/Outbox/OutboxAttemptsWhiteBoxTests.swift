// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import Testing

/// The attempts of a store, in rare orders.
@Suite struct OutboxAttemptsWhiteBoxTests {
    private var attempts = OutboxAttempts<Never>(limit: 2)

    private mutating func add(_ id: Int, _ lane: OutboxLane) -> (number: Int, begins: Int) {
        let (number, begun) = attempts.add(OutboxID(id), in: lane, OutboxWaiter())
        return (number, begun.count)
    }

    /// Ends an attempt, and returns whether it was running, and how many others begin.
    private mutating func end(_ number: Int) -> [Int] {
        let (wasRunning, begun) = attempts.end(number)
        return [wasRunning ? 1 : 0, begun.count]
    }

    @Test mutating func laneAndLimitHoldUpAttempts() {
        let (first, second) = (add(1, "a"), add(2, "a"))
        #expect(first.begins == 1 && second.begins == 0)
        // One that waits for its lane holds up no other lane.
        let third = add(3, "b")
        #expect(third.begins == 1)
        let fourth = add(4, "c")
        #expect(fourth.begins == 0)
        let ends = [third, third, second, first, fourth].map { end($0.number) }
        #expect(ends == [[1, 1], [0, 0], [1, 0], [1, 0], [1, 0]])
    }

    /// An attempt of an outbox that was cleared, and then replaced by a new one, which counts its clears from 0.
    @Test mutating func attemptFromBeforeAClearFreesNoLane() {
        let old = add(1, "a")
        attempts.note(clears: 1)
        attempts.note(clears: 0)
        #expect(add(2, "a").begins == 1)
        #expect(add(3, "a").begins == 0)
        let end = end(old.number)
        #expect(end == [1, 0])
    }
}
