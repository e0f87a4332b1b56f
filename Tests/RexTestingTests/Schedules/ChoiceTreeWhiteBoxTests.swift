// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexTesting

/// Compares the tree of tried schedules with a list of all schedules.
@Suite struct ChoiceTreeWhiteBoxTests {
    private typealias Choice = Exploration.Choice

    /// A space of schedules.
    ///
    /// The number of values of a choice depends on the earlier values.
    private struct Space {
        let seed: UInt64

        /// The number of values of the next choice, or nil at the end of a schedule.
        func count(after values: [Int]) -> Int? {
            guard values.count < 5 else { return nil }
            var generator = SplitMix(state: values.reduce(seed) { ($0 &+ UInt64($1) &+ 1) &* 0x9e37_79b9 })
            let number = Int(generator.next(below: 4))
            return number == 0 && !values.isEmpty ? nil : number + 2
        }

        var all: Set<[Int]> { all(after: []) }

        private func all(after values: [Int]) -> Set<[Int]> {
            guard let count = count(after: values) else { return [values] }
            return (0..<count).reduce(into: []) { $0.formUnion(all(after: values + [$1])) }
        }

        /// The choices of a random schedule that was not tried before.
        func draw(_ random: inout SeededGenerator, _ tree: ChoiceTree) -> [Choice] {
            var walk = ChoiceTree.Walk(tree)
            var choices: [Choice] = []
            while let count = count(after: choices.map(\.value)) {
                // Low values come most often, like the normal order of steps.
                let drawn = min(Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
                choices.append(Choice(value: walk.take(drawn, below: count), count: count, isTestValue: false))
            }
            return choices
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func randomSchedulesAreNewUntilAllWereTried(seed: UInt64) {
        let space = Space(seed: seed)
        var random = SeededGenerator(seed: seed)
        let tree = ChoiceTree()
        var tried: Set<[Int]> = []
        while !tree.isExhausted {
            let choices = space.draw(&random, tree)
            #expect(tried.insert(choices.map(\.value)).inserted)
            #expect(tree.insert(choices))
        }
        #expect(tried == space.all)
    }

    @Test(arguments: 0..<100 as Range<UInt64>) func noRandomScheduleBeginsLikeARepetition(seed: UInt64) {
        let space = Space(seed: seed)
        var random = SeededGenerator(seed: seed)
        let tree = ChoiceTree()
        var repetitions: [[Int]] = []
        var tried: Set<[Int]> = []
        while !tree.isExhausted {
            let choices = space.draw(&random, tree)
            let values = choices.map(\.value)
            #expect(!repetitions.contains { values.starts(with: $0) })
            // A subtree that was exhausted before gives no information.
            let length = Int.random(in: 1...max(1, values.count), using: &random)
            if tried.contains(where: { $0.starts(with: values.prefix(length)) }) {
                tried.insert(values)
                _ = tree.insert(choices)
            } else {
                repetitions.append(Array(values.prefix(length)))
                _ = tree.insert(choices.prefix(length))
            }
        }
        #expect(space.all.allSatisfy { path in tried.contains(path) || repetitions.contains { path.starts(with: $0) } })
    }

    @Test func scheduleWithoutAChoiceIsTheOnlyOne() {
        let tree = ChoiceTree()
        #expect(!tree.isExhausted)
        #expect(tree.insert([]) && tree.isExhausted)
    }

    @Test func differentChoiceAtTheSamePointIsDetected() {
        func path(_ choices: (value: Int, count: Int)...) -> [Choice] {
            choices.map { Choice(value: $0.value, count: $0.count, isTestValue: false) }
        }
        let tree = ChoiceTree()
        #expect(tree.insert(path((0, 2), (1, 3))))
        #expect(tree.insert(path((0, 2), (1, 3))))
        #expect(!tree.insert(path((0, 2), (1, 4))))
        #expect(tree.insert(path((0, 2), (2, 3))))
        #expect(!tree.insert(path((1, 3))))
        var walk = ChoiceTree.Walk(tree)
        // Random values of an unknown choice are not changed.
        #expect(walk.take(4, below: 5) == 4)
        #expect(walk.take(1, below: 3) == 1)
    }
}
