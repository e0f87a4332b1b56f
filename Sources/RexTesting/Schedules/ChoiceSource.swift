// SPDX-License-Identifier: MIT

/// The source of the choices of one schedule: given ones, a path, or drawn ones.
struct ChoiceSource {
    enum Origin: Sendable {
        /// The values of an earlier one; behind them all is in order, and these are the answers to
        /// the next questions of the test.
        case choices([Int], answers: [Int] = [])
        /// Drawn from a seed, in so far as the tree does not say that all behind a value was tried. A
        /// seed with its highest bit set is the number of a path instead.
        case seed(UInt64, avoiding: ChoiceTree? = nil)
        /// An order of the runs, drawn from a seed and not in the tree: the test sends all before a run begins,
        /// and nothing is late. These are far fewer schedules, so all of them can be tried more often.
        case orders(UInt64, avoiding: ChoiceTree)
    }

    private static let pathBit: UInt64 = 1 << 63

    private var given: [Int] = []
    private var next = 0
    private var answers: ArraySlice<Int> = []
    /// The rest of the number of a path.
    private var path: UInt64?
    private var generator: SplitMix?
    private var walk: ChoiceTree.Walk?
    /// Whether the seed alone does not give the same choices.
    private(set) var isDeflected = false
    /// Whether only the order of the runs and the answers to the test are drawn.
    private var drawsOrders = false

    // Steps with priorities, of which a few are changed on the way, meet a bug that needs few exchanges sooner than a coin
    // for each step does, and hold one run back for as long as there is something else to do.

    private var priorities: [Int: UInt64]?
    private var changes: Set<Int> = []
    private var steps = 0
    /// The number of actions of 8 that are processed at once when they are sent.
    private var oddsAtOnce: UInt64 = 8

    init(_ origin: Origin) {
        switch origin {
        case .choices(let choices, let answers): (given, self.answers) = (choices, answers[...])
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

    /// A seed without the number of a path.
    static func drawn(_ seed: UInt64) -> UInt64 { seed & ~pathBit }

    /// The seed of the path with these choices; nil if its number is too large.
    static func seed(of choices: [Exploration.Choice]) -> UInt64? {
        var (number, weight): (UInt64, UInt64) = (0, 1)
        // Behind the last one that is not 0 the rest of the number is 0.
        for choice in choices.prefix((choices.lastIndex { $0.value != 0 } ?? -1) + 1) {
            guard weight < pathBit >> 20, choice.count < 1 << 20 else { return nil }
            number += weight * UInt64(choice.value)
            weight *= UInt64(choice.count)
        }
        return number | pathBit
    }

    /// The next value of a choice: the given one, or the one that `draw` returns.
    mutating func value(
        below count: Int,
        isOfTest: Bool,
        inOrders part: Exploration.Choice.Part = .all,
        _ draw: (inout ChoiceSource) -> Int
    ) -> Int {
        if let value = given(below: count, isOfTest: isOfTest) { return value }
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

    /// The next one, if it is not to be drawn.
    mutating func given(below count: Int, isOfTest: Bool) -> Int? {
        if let left = path {
            path = left / UInt64(count)
            return Int(left % UInt64(count))
        }
        guard generator == nil else { return nil }
        defer { next += 1 }
        let value = next < given.count ? given[next] : isOfTest ? answers.popFirst() ?? 0 : 0
        return min(value, count - 1)
    }

    mutating func number(below count: Int) -> Int { Int(generator?.next(below: UInt64(count)) ?? 0) }

    mutating func isAtOnce() -> Bool { number(below: 8) < oddsAtOnce }

    /// The index of the next step, given the keys of all.
    mutating func step(among keys: [Int]) -> Int {
        guard var priorities = priorities.take() else { return number(below: keys.count) }
        var (best, highest): (Int, UInt64) = (0, 0)
        for (index, key) in keys.enumerated() {
            // Above those to which it was changed.
            let priority = priorities[key] ?? 1_000 + UInt64(number(below: 1 << 40))
            priorities[key] = priority
            // Of one key in the order in which they came.
            if priority > highest { (best, highest) = (index, priority) }
        }
        // Of 256 steps at most; the later it is changed, the lower it is.
        if changes.contains(steps) { priorities[keys[best]] = UInt64(1_000 - steps) }
        steps += 1
        self.priorities = priorities
        return best
    }
}
