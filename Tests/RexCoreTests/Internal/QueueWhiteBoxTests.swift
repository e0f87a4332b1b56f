// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

@Suite struct QueueWhiteBoxTests {
    @Test func queueBehavesLikeAnArray() {
        for seed in 0..<UInt64(20) {
            var generator = SeededGenerator(seed: seed)
            var queue = Queue<Int>()
            var model: ArraySlice<Int> = []
            for step in 0..<(hasFewRounds ? 5_000 : 100_000) {
                // The fill level varies more and more, so that the queue grows, wraps, becomes empty and shrinks.
                let isRising = (step / (1 + step / 5)) % 2 == 0
                if Int.random(in: 0..<5, using: &generator) < (isRising ? 3 : 2) {
                    queue.append(step)
                    model.append(step)
                } else {
                    #expect(queue.popFirst() == model.popFirst(), "seed \(seed)")
                }
                #expect(queue.count == model.count, "seed \(seed)")
                #expect(queue.isEmpty == model.isEmpty, "seed \(seed)")
                #expect(queue.count <= queue.capacity && queue.first < max(queue.capacity, 1), "seed \(seed)")
            }
        }
    }

    @Test func queueReleasesRemovedElements() {
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

    /// Once, the queue kept its largest capacity for ever.
    @Test func queueShrinksAfterAWhileOfLowUse() {
        var queue = Queue<Int>()
        fill(&queue, 100_000)
        drain(&queue)
        #expect(queue.capacity >= 100_000)
        for _ in 0..<16 * 5 {
            fill(&queue, 3)
            drain(&queue)
        }
        #expect(queue.capacity <= 64)
    }

    @Test func queueThatNeverBecomesEmptyShrinksToo() {
        var queue = Queue<Int>()
        fill(&queue, 10_000)
        drain(&queue, to: 1)
        for _ in 0..<40_000 {
            fill(&queue, 1)
            drain(&queue, to: 1)
        }
        #expect(queue.capacity <= 64)
        #expect(queue.count == 1)
    }

    @Test func queueKeepsCapacityThatIsUsedRepeatedly() {
        var queue = Queue<Int>()
        fill(&queue, 1_000)
        let room = queue.capacity
        drain(&queue)
        for round in 0..<200 {
            fill(&queue, round % 10 == 0 ? 1_000 : 1)
            drain(&queue)
            #expect(queue.capacity == room)
        }
    }

    @Test func removingFromAnEmptyQueueTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var queue = Queue<Int>()
            queue.append(1)
            _ = queue.removeFirst()
            _ = queue.removeFirst()
        }
        expectMessage(of: result, contains: "removeFirst() was called on an empty queue")
    }
}
