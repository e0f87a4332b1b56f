// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

/// An id that counts comparisons and hashes.
private struct CountedID: Hashable, Identifiable {
    final class Effort: Sendable {
        private let count = Lock(0)
        var value: Int { count.withLock { $0 } }

        func add() { count.withLock { $0 += 1 } }
    }

    let number: Int
    let effort: Effort

    var id: CountedID { self }

    static func == (lhs: CountedID, rhs: CountedID) -> Bool {
        lhs.effort.add()
        return lhs.number == rhs.number
    }

    func hash(into hasher: inout Hasher) {
        effort.add()
        hasher.combine(number)
    }
}

/// An element that is its own id.
private struct Itself<ID: Hashable & Sendable>: Identifiable {
    let id: ID
}

@Suite struct ElementTableWhiteBoxTests {
    private let effort = CountedID.Effort()
    private let table = ElementTable()

    private func id(_ number: Int) -> CountedID { CountedID(number: number, effort: effort) }

    private func find(_ number: Int, in elements: [CountedID]) -> Int? {
        table.index(of: id(number), in: elements)
    }

    /// Returns the average number of comparisons and hashes per step.
    private func effort(of steps: Int, _ body: (Int) -> Void) -> Double {
        let before = effort.value
        for step in 0..<steps { body(step) }
        return Double(effort.value - before) / Double(steps)
    }

    /// Once, each new id caused a search from the front.
    @Test func listThatGrowsAtItsEndTakesConstantEffort() {
        var elements: [CountedID] = []
        let effort = effort(of: 5_000) { step in
            elements.append(id(step))
            #expect(find(step, in: elements) == step)
        }
        #expect(effort < 20)
    }

    @Test func listThatGrowsAtItsFrontTakesConstantEffort() {
        var elements: [CountedID] = []
        let effort = effort(of: 3_000) { step in
            elements.insert(id(step), at: 0)
            #expect(find(step, in: elements) == 0)
            #expect(find(step / 2, in: elements) == step - step / 2)
        }
        #expect(effort < 30)
    }

    @Test func windowThatSlidesTakesConstantEffort() {
        var elements = (0..<1_000).map { id($0) }
        let effort = effort(of: 5_000) { step in
            for number in 0..<3 {
                elements.removeFirst()
                elements.append(id(1_000 + 3 * step + number))
            }
            let first = elements[0].number
            #expect(find(first + 999, in: elements) == 999)
            #expect(find(first + (step * 7_919) % 1_000, in: elements) == (step * 7_919) % 1_000)
        }
        #expect(effort < 100)
    }

    @Test func knownListThatShiftsFarTakesConstantEffort() {
        var elements = (0..<2_000).map { id($0) }
        for number in 0..<2_000 { _ = find(number, in: elements) }
        let effort = effort(of: 10) { _ in
            elements.removeFirst(100)
            #expect(find(elements[500].number, in: elements) == 500)
        }
        #expect(effort < 20)
    }

    @Test func movedElementIsSearchedOnce() {
        var elements = (0..<2_000).map { id($0) }
        for number in 0..<2_000 { _ = find(number, in: elements) }
        elements.swapAt(500, 1_500)
        #expect(find(500, in: elements) == 1_500)
        #expect(effort(of: 10) { _ in _ = find(500, in: elements) } < 20)
    }

    @Test func shuffledListIsLearnedOnce() {
        var generator = SeededGenerator(seed: 7)
        let elements = (0..<2_000).map { id($0) }.shuffled(using: &generator)
        let offsets = Dictionary(elements.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
        let effort = effort(of: 20_000) { step in
            let number = (step * 7_919) % 2_000
            #expect(find(number, in: elements) == offsets[number])
        }
        #expect(effort < 20)
    }

    @Test func listShuffledEachTimeTakesLittleMoreThanALinearSearch() {
        var generator = SeededGenerator(seed: 7)
        var elements = (0..<1_000).map { id($0) }
        let effort = effort(of: 1_000) { _ in
            elements.shuffle(using: &generator)
            _ = find(Int.random(in: 0..<1_000, using: &generator), in: elements)
        }
        #expect(effort < 3 * 500)
    }

    @Test func unknownIDTakesOneLinearSearch() {
        let elements = (0..<1_000).map { id($0) }
        for number in 0..<1_000 { _ = find(number, in: elements) }
        let effort = effort(of: 100) { #expect(find(-1 - $0, in: elements) == nil) }
        #expect(effort < 1_050)
    }

    @Test func removedIDsAreForgotten() {
        var elements = (0..<100).map { id($0) }
        for number in 100..<fullInRelease(1_000_000) {
            elements.removeFirst()
            elements.append(id(number))
            #expect(find(number, in: elements) == 99)
            if number % 1_000 == 0 { #expect(table.offsets.withLock { $0.entries.count } <= 1_024) }
        }
        #expect(find(0, in: []) == nil)
        #expect(table.offsets.withLock { $0.entries.count } == 0)
    }

    /// A step of two would visit only half of the slots, and would never end once they are full.
    @Test func collidingHashesTakeTheNextSlots() {
        var offsets = ElementOffsets()
        let hashes = (0..<47).map { $0 << 20 }
        for (offset, hash) in hashes.enumerated() {
            let needsAll = offsets.remember(hash, at: offset, of: hashes.count, afterWalking: 0)
            #expect(!needsAll)
        }
        #expect(offsets.entries.count == 64)
        #expect(offsets.entries.prefix(47).map(\.hash) == hashes)
        #expect(hashes.map { offsets.offset(of: $0) } == Array(hashes.indices))
        #expect(offsets.offset(of: -1 << 20) == nil)
    }

    /// After each step, the table's answer equals that of a linear search.
    @Test func tableAnswersLikeALinearSearchAfterAnyChange() {
        for seed in 0..<UInt64(fullInRelease(2_000)) {
            var generator = SeededGenerator(seed: seed)
            let table = ElementTable()
            var elements = Array(0..<Int.random(in: 0..<100, using: &generator))
            for step in 0..<200 {
                change(&elements, step, using: &generator)
                let number = Int.random(in: -5..<300, using: &generator)
                let found = table.index(of: number, in: elements.lazy.map { Itself(id: $0) })
                #expect(
                    found.map { elements[$0] } == (elements.contains(number) ? number : nil),
                    "seed \(seed), step \(step)"
                )
                expectInvariants(of: table, "seed \(seed), step \(step)")
            }
        }
    }

    /// The threads have different lists, so the indices learned by one are wrong for the others.
    @Test func manyThreadsMayShareATable() {
        let table = ElementTable()
        onThreads(3) { thread in
            var generator = SeededGenerator(seed: UInt64(thread))
            var elements = Array(0..<50)
            for step in 0..<fullInRelease(20_000) {
                change(&elements, step, using: &generator)
                if step % 20 == 0 { #expect(table.index(of: 0, in: [Itself<Int>]()) == nil) }
                let number = Int.random(in: -5..<300, using: &generator)
                #expect(
                    table.index(of: number, in: elements.lazy.map { Itself(id: $0) }).map { elements[$0] }
                        == (elements.contains(number) ? number : nil),
                    "thread \(thread), step \(step)"
                )
            }
        }
    }

    private func change(_ elements: inout [Int], _ step: Int, using generator: inout SeededGenerator) {
        let place = Int.random(in: 0...elements.count, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: elements.insert(100 + step, at: place)
        case 1: elements.append(100 + step)
        case 2: elements.insert(100 + step, at: 0)
        case 3 where !elements.isEmpty: elements.removeFirst()
        case 4 where !elements.isEmpty: elements.removeLast()
        case 5 where place < elements.count: elements.remove(at: place)
        case 6 where step % 50 == 0: elements.shuffle(using: &generator)
        case 7 where step % 90 == 0: elements.removeAll()
        case 8: elements.append(contentsOf: (0..<10).map { 1_000 * step + $0 })
        default: break
        }
    }

    private func expectInvariants(of table: ElementTable, _ comment: Comment) {
        let offsets = table.offsets.withLock { $0 }
        let used = offsets.entries.filter { $0.position != ElementOffsets.Entry.none }
        #expect(used.count == offsets.count, comment)
        #expect(4 * offsets.count <= 3 * offsets.entries.count, comment)
        #expect(Set(used.map(\.hash)).count == used.count, comment)
        #expect(used.allSatisfy { offsets.offset(of: $0.hash) == $0.position + offsets.shift }, comment)
    }
}
