// SPDX-License-Identifier: MIT

/// The source of the choices of one schedule: given values, the number of a path, or random
/// numbers.
struct ChoiceSource {
    enum Origin: Sendable {
        /// The values of an earlier schedule, followed by zeros.
        ///
        /// Later test values are taken from `testValues` first.
        case choices([Int], testValues: [Int] = [])
        /// Random values from a seed.
        ///
        /// Values whose subtrees are exhausted in the tree are avoided. A seed with its highest bit
        /// set is the number of a path instead.
        case seed(UInt64, avoiding: ChoiceTree? = nil)
        /// A random order of the runs that the tree does not contain.
        ///
        /// The test sends all its actions before a run starts, and no step is late. There are far
        /// fewer of these schedules, so each is likelier to be tried.
        case orders(UInt64, avoiding: ChoiceTree)
    }

    private static let pathBit: UInt64 = 1 << 63

    private var given: [Int] = []
    private var next = 0
    private var testValues: ArraySlice<Int> = []
    /// The unused rest of the number of a path.
    private var path: UInt64?
    private var generator: SplitMix?
    private var walk: ChoiceTree.Walk?
    /// Whether the tree has changed a value, so that the seed alone does not give the same choices.
    private(set) var isDeflected = false
    /// Whether only the order of the runs and the test values are random.
    private var drawsOrders = false

    // Random priorities with a few changes find bugs that need few reorderings sooner than a random choice at each
    // step. They
    // also delay a run for as long as other steps are ready.

    private var priorities: [Int: UInt64]?
    private var changes: Set<Int> = []
    private var steps = 0
    /// Of 8 actions, the number that are processed immediately when they are sent.
    private var oddsAtOnce: UInt64 = 8

    init(_ origin: Origin) {
        switch origin {
        case .choices(let choices, let testValues): (given, self.testValues) = (choices, testValues[...])
        case .seed(let seed, _) where seed & Self.pathBit != 0: path = seed & ~Self.pathBit
        case .seed(let seed, let tree):
            walk = tree.map { ChoiceTree.Walk($0) }
            var generator = SplitMix(state: seed)
            oddsAtOnce = [8, 7, 4, 0][Int(generator.next(below: 4))]
            if generator.next(below: 4) > 0 {
                let length = UInt64(8) << generator.next(below: 6)
                let count = generator.next(below: 4)
                changes = Set((0..<count).map { _ in Int(generator.next(below: length)) })
                priorities = [:]
            }
            self.generator = generator
        case .orders(let seed, let tree):
            (walk, generator) = (ChoiceTree.Walk(tree), SplitMix(state: seed))
            (drawsOrders, isDeflected) = (true, true)
        }
    }

    /// Returns a seed without the bit that marks the number of a path.
    static func drawn(_ seed: UInt64) -> UInt64 { seed & ~pathBit }

    /// Returns the seed of the path with these choices, or nil if its number is too large.
    static func seed(of choices: [Exploration.Choice]) -> UInt64? {
        var (number, weight): (UInt64, UInt64) = (0, 1)
        // After the last choice that is not 0, the rest of the number is 0.
        for choice in choices.prefix((choices.lastIndex { $0.value != 0 } ?? -1) + 1) {
            guard weight < pathBit >> 20, choice.count < 1 << 20 else { return nil }
            number += weight * UInt64(choice.value)
            weight *= UInt64(choice.count)
        }
        return number | pathBit
    }

    /// Returns the value of the next choice: the given one, or the result of `draw`.
    mutating func value(
        below count: Int,
        isTestValue: Bool,
        inOrders part: Exploration.Choice.Part = .all,
        _ draw: (inout ChoiceSource) -> Int
    ) -> Int {
        if let value = given(below: count, isTestValue: isTestValue) { return value }
        if drawsOrders { return order(below: count, part, draw) }
        let drawn = draw(&self)
        guard let value = walk?.take(drawn, below: count) else { return drawn }
        if value != drawn { isDeflected = true }
        return value
    }

    private mutating func order(
        below count: Int,
        _ part: Exploration.Choice.Part,
        _ draw: (inout ChoiceSource) -> Int
    ) -> Int {
        let values =
            switch part {
            case .only(let value): value..<value + 1
            case .first(let values): 0..<values
            case .all: 0..<count
            }
        guard values.count > 1 else { return values.lowerBound }
        let drawn = draw(&self)
        return walk?.take(values.contains(drawn) ? drawn : 0, below: values.count) ?? 0
    }

    /// Returns the next given value, or nil if values are random.
    mutating func given(below count: Int, isTestValue: Bool) -> Int? {
        if let left = path {
            path = left / UInt64(count)
            return Int(left % UInt64(count))
        }
        guard generator == nil else { return nil }
        defer { next += 1 }
        let value = next < given.count ? given[next] : isTestValue ? testValues.popFirst() ?? 0 : 0
        return min(value, count - 1)
    }

    mutating func number(below count: Int) -> Int { Int(generator?.next(below: UInt64(count)) ?? 0) }

    mutating func isAtOnce() -> Bool { number(below: 8) < oddsAtOnce }

    /// Returns the index of the next step among steps with these keys.
    mutating func step(among keys: [Int]) -> Int {
        guard var priorities = priorities.take() else { return number(below: keys.count) }
        var (best, highest): (Int, UInt64) = (0, 0)
        for (index, key) in keys.enumerated() {
            // New keys are above all lowered priorities.
            let priority = priorities[key] ?? 1_000 + UInt64(number(below: 1 << 40))
            priorities[key] = priority
            // Steps with the same key keep their order.
            if priority > highest { (best, highest) = (index, priority) }
        }
        // At most 256 steps are looked at. Later changes give lower priorities.
        if changes.contains(steps) { priorities[keys[best]] = UInt64(1_000 - steps) }
        steps += 1
        self.priorities = priorities
        return best
    }
}
