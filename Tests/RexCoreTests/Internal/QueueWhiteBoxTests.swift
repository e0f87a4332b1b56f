// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

@Suite struct QueueWhiteBoxTests {
    @Test func queueBehavesLikeAnArrayThatLosesItsFirst() {
        for seed in 0..<UInt64(20) {
            var generator = SeededGenerator(seed: seed)
            var queue = Queue<Int>()
            var model: ArraySlice<Int> = []
            for step in 0..<(hasFewRounds ? 5_000 : 100_000) {
                // Longer and longer tides, so that it grows, wraps, runs empty and releases room.
                let isRising = (step / (1 + step / 5)) % 2 == 0
                if Int.random(in: 0..<5, using: &generator) < (isRising ? 3 : 2) {
                    queue.append(step)
                    model.append(step)
                } else {
                    #expect(queue.popFirst() == model.popFirst(), "seed \(seed)")
                }
                #expect(queue.count == model.count, "seed \(seed)")
                #expect(queue.isEmpty == model.isEmpty, "seed \(seed)")
                #expect(queue.count <= queue.room && queue.first < max(queue.room, 1), "seed \(seed)")
            }
        }
    }

    @Test func queueReleasesWhatWasTakenOut() {
        final class Element {}
        var queue = Queue<Element>()
        weak var released: Element?
        do {
            let element = Element()
            released = element
            queue.append(element)
            queue.append(Element())
        }
        #expect(released != nil)
        _ = queue.popFirst()
        #expect(released == nil)
    }

    private func fill(_ queue: inout Queue<Int>, _ count: Int) {
        for number in 0..<count { queue.append(number) }
    }

    private func drain(_ queue: inout Queue<Int>, to count: Int = 0) {
        while queue.count > count { _ = queue.popFirst() }
    }

    /// It once kept the room of the largest crowd for ever.
    @Test func queueReleasesRoomThatItHasNotNeededForAWhile() {
        var queue = Queue<Int>()
        fill(&queue, 100_000)
        drain(&queue)
        #expect(queue.room >= 100_000)
        for _ in 0..<16 * 5 {
            fill(&queue, 3)
            drain(&queue)
        }
        #expect(queue.room <= 64)
    }

    @Test func queueThatNeverRunsEmptyReleasesRoomToo() {
        var queue = Queue<Int>()
        fill(&queue, 10_000)
        drain(&queue, to: 1)
        for _ in 0..<40_000 {
            fill(&queue, 1)
            drain(&queue, to: 1)
        }
        #expect(queue.room <= 64)
        #expect(queue.count == 1)
    }

    @Test func queueKeepsRoomThatItNeedsAgainAndAgain() {
        var queue = Queue<Int>()
        fill(&queue, 1_000)
        let room = queue.room
        drain(&queue)
        for round in 0..<200 {
            fill(&queue, round % 10 == 0 ? 1_000 : 1)
            drain(&queue)
            #expect(queue.room == room)
        }
    }

    @Test func takingTheFirstOutOfAnEmptyQueueStopsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var queue = Queue<Int>()
            queue.append(1)
            _ = queue.removeFirst()
            _ = queue.removeFirst()
        }
        expectMessage(of: result, contains: "The first element was taken out of an empty queue")
    }
}
