// SPDX-License-Identifier: MIT

/// Finds a smaller failing schedule by deleting choices, lowering values, restoring the normal
/// order, and trying other random schedules.
struct Shrinker {
    /// A failing schedule.
    struct Candidate {
        let choices: [Int]
        let all: [Exploration.Choice]
        let calls: Int
        let location: String?
        let kind: String?

        init(_ exploration: Exploration) {
            all = exploration.choices
            calls = exploration.calls
            location = exploration.failure?.location
            kind = exploration.failure?.kind
            var values = all.map(\.value)
            while values.last == 0 { values.removeLast() }
            choices = values
        }

        /// Orders candidates by their calls, then by their reordered steps, then by their test
        /// values.
        func isSmaller(than other: Candidate) -> Bool { size.lexicographicallyPrecedes(other.size) }

        private var size: [Int] {
            let reorderings = all.count { !$0.isTestValue && $0.value > 0 }
            let testValues = all.reduce(0) { sum, choice in
                guard choice.isTestValue else { return sum }
                let (larger, isTooLarge) = sum.addingReportingOverflow(choice.value)
                return isTooLarge ? .max : larger
            }
            return [calls, reorderings, testValues, choices.count] + choices
        }

        func isSameFailure(as other: Candidate) -> Bool {
            location == other.location && kind == other.kind
        }
    }

    /// A way to shrink a schedule: from its choices and a number to the schedule to try, or nil
    /// after the last number.
    private typealias Pass = @Sendable ([Int], [Exploration.Choice], Int) -> ChoiceSource.Origin?

    private(set) var smallest: Candidate
    /// The candidate that is shrunk now.
    ///
    /// It may come from another random schedule than `smallest`.
    private var current: Candidate
    private var pass = 0
    private var number = 0
    private var hasImproved = false
    /// The number of schedules that may still be tried.
    private var budget = 2_000
    /// The remaining cost for failures that are expensive to repeat.
    private var costs = 25
    /// The number of events that remain for all schedules together.
    private var work = 2_000_000
    /// The seed of the search for other failing schedules.
    private var seed: UInt64
    private var drawn = 0
    private var others = 0
    private var isDrawing = false
    /// The choices that were tried, each with the test values that follow.
    private var tried: Set<[[Int]]>

    init(_ failing: Exploration, drawing seed: UInt64) {
        smallest = Candidate(failing)
        current = smallest
        self.seed = seed
        tried = [[smallest.choices, []]]
    }

    /// Returns the next schedule to try, or nil if the search is over.
    mutating func next() -> ChoiceSource.Origin? {
        guard budget > 0, costs > 0, work > 0 else { return nil }
        budget -= 1
        if let origin = nextOfCurrent() { return origin }
        guard others < 3, drawn < 200, !smallest.choices.isEmpty else { return nil }
        (drawn, seed, isDrawing) = (drawn + 1, seed &+ 1, true)
        return .seed(ChoiceSource.drawn(seed))
    }

    private mutating func nextOfCurrent() -> ChoiceSource.Origin? {
        while true {
            while pass < Self.passes.count {
                guard let origin = Self.passes[pass](current.choices, current.all, number) else {
                    (pass, number) = (pass + 1, 0)
                    continue
                }
                number += 1
                if isNew(origin) { return origin }
            }
            guard hasImproved else { return nil }
            (pass, number, hasImproved) = (0, 0, false)
        }
    }

    /// Returns whether a schedule was not tried before.
    ///
    /// Zeros at the end are ignored.
    private mutating func isNew(_ origin: ChoiceSource.Origin) -> Bool {
        guard case .choices(var choices, let testValues) = origin else { return true }
        while testValues.isEmpty, choices.last == 0 { choices.removeLast() }
        return tried.insert([choices, testValues]).inserted
    }

    mutating func record(_ exploration: Exploration) {
        defer { isDrawing = false }
        work -= exploration.work
        guard let failure = exploration.failure else { return }
        costs -= failure.cost
        let candidate = Candidate(exploration)
        guard candidate.isSameFailure(as: smallest), isDrawing || candidate.isSmaller(than: current) else { return }
        current = candidate
        if current.isSmaller(than: smallest) { smallest = current }
        if isDrawing {
            (others, pass, number, hasImproved) = (others + 1, 0, 0, false)
        } else {
            hasImproved = true
            // The choices after a deleted one have moved to this number.
            number = max(0, number - 1)
        }
    }

    private static let passes: [Pass] = [
        ordered, listed(beginnings), listed(deletions), listed(lowerings), listed(shorterPrograms), listed(fewerCalls),
        listed(singles),
    ]

    private static func listed(_ pass: @escaping @Sendable ([Int], [Exploration.Choice], Int) -> [Int]?) -> Pass {
        { pass($0, $1, $2).map { .choices($0) } }
    }

    /// Restores the normal order from one reordered step on, with the same test values.
    private static func ordered(_ values: [Int], _ all: [Exploration.Choice], _ number: Int) -> ChoiceSource.Origin? {
        let reorderings = values.indices.filter { !all[$0].isTestValue && values[$0] > 0 }
        guard number < reorderings.count else { return nil }
        let position = reorderings[number]
        let testValues = values.indices.filter { $0 > position && all[$0].isTestValue }.map { values[$0] }
        return .choices(Array(values[..<position]) + [0], testValues: testValues)
    }

    /// Keeps the first choices and restores the normal order after them.
    private static func beginnings(_ values: [Int], _: [Exploration.Choice], _ number: Int) -> [Int]? {
        let length = number == 0 ? 0 : values.count >> (6 - min(number, 6))
        return number < 6 && length < values.count ? Array(values.prefix(length)) : nil
    }

    /// Deletes a range of choices, or restores the normal order in it.
    ///
    /// Large ranges come first.
    private static func deletions(_ values: [Int], _: [Exploration.Choice], _ number: Int) -> [Int]? {
        var (number, size) = (number, max(1, values.count / 2))
        while true {
            let parts = values.count - size + 1
            let stride = max(1, size / 2)
            let count = parts > 0 ? (parts - 1) / stride + 1 : 0
            if number < 2 * count {
                let part = number / 2 * stride..<number / 2 * stride + size
                var result = values
                result.replaceSubrange(part, with: number % 2 == 0 ? [] : Array(repeating: 0, count: size))
                return result
            }
            number -= 2 * count
            guard size > 1 else { return nil }
            size /= 2
        }
    }

    /// Halves a value, or lowers it by one.
    private static func lowerings(_ values: [Int], _: [Exploration.Choice], _ number: Int) -> [Int]? {
        guard number / 2 < values.count else { return nil }
        var result = values
        let value = result[number / 2]
        result[number / 2] = number % 2 == 0 ? value / 2 : max(0, value - 1)
        return result
    }

    /// Lowers one test value, and deletes choices that may have followed from it.
    private static func shorterPrograms(_ values: [Int], _ all: [Exploration.Choice], _ number: Int) -> [Int]? {
        let testValues = values.indices.filter { all[$0].isTestValue && values[$0] > 0 }
        guard !testValues.isEmpty, values.count < 200 else { return nil }
        let sizes = 6
        let perTestValue = sizes * values.count
        guard number < testValues.count * perTestValue else { return nil }
        let testValue = testValues[number / perTestValue]
        let (start, size) = (number % perTestValue / sizes, number % sizes + 1)
        var result = values
        result[testValue] -= 1
        guard start > testValue, start + size <= result.count else { return result }
        result.removeSubrange(start..<start + size)
        return result
    }

    /// Lowers one test value and deletes another one.
    ///
    /// Later choices of steps are one lower, since the test, the first alternative, is missing
    /// there.
    private static func fewerCalls(_ values: [Int], _ all: [Exploration.Choice], _ number: Int) -> [Int]? {
        let testValues = values.indices.filter { all[$0].isTestValue }
        let pairs = testValues.filter { values[$0] > 0 }.flatMap { lowered in
            testValues.filter { $0 > lowered }.map { (lowered: lowered, left: $0) }
        }
        guard values.count < 200, number < pairs.count else { return nil }
        let (lowered, left) = pairs[number]
        var result = values
        result[lowered] -= 1
        for index in values.indices where index > left && !all[index].isTestValue {
            result[index] = max(0, values[index] - 1)
        }
        result.remove(at: left)
        return result
    }

    /// Restores the normal order of one step, and reorders another one right before or after it.
    private static func singles(_ values: [Int], _ all: [Exploration.Choice], _ number: Int) -> [Int]? {
        let reorderings = values.indices.filter { !all[$0].isTestValue && values[$0] > 0 }
        guard number < reorderings.count * 4 else { return nil }
        let position = reorderings[number / 4]
        let other = position + [-2, -1, 1, 2][number % 4]
        var result = values
        result[position] = 0
        if result.indices.contains(other), !all[other].isTestValue { result[other] = max(result[other], 1) }
        return result
    }
}
