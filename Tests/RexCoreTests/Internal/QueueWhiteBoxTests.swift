// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

@Suite struct QueueWhiteBoxTests {
    @Test func queueBehavesLikeAnArrayThatLosesItsFirst() {
        for seed in 0..<UInt64(300) {
            var generator = SeededGenerator(seed: seed)
            var queue = Queue<Int>()
            var model: [Int] = []
            for step in 0..<200 {
                if Int.random(in: 0..<5, using: &generator) < (step < 100 ? 3 : 2) {
                    queue.append(step)
                    model.append(step)
                } else {
                    #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()), "seed \(seed)")
                }
                #expect(queue.count == model.count, "seed \(seed)")
                #expect(queue.isEmpty == model.isEmpty, "seed \(seed)")
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
}
