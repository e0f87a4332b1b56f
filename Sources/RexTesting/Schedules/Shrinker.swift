// SPDX-License-Identifier: MIT

/// Makes a failing schedule smaller: by choices that are left out, lowered or put back in order,
/// and by others that fail too.
struct Shrinker {
    /// A schedule that fails.
    struct Candidate {
        let choices: [Int]
        let all: [Exploration.Choice]
        let calls: Int
        let place: String?
        let kind: String?

        init(_ exploration: Exploration) {
            all = exploration.choices
            calls = exploration.calls
            place = exploration.failure?.place
            kind = exploration.failure?.kind
            var values = all.map(\.value)
            while values.last == 0 { values.removeLast() }
            choices = values
        }

        /// The fewest calls first, then the fewest exchanges, then the smallest answers.
        func isSmaller(than other: Candidate) -> Bool { size.lexicographicallyPrecedes(other.size) }

        private var size: [Int] {
            let exchanges = all.count { !$0.isOfTest && $0.value > 0 }
            let answers = all.reduce(0) { sum, choice in
                guard choice.isOfTest else { return sum }
                let (larger, isTooLarge) = sum.addingReportingOverflow(choice.value)
                return isTooLarge ? .max : larger
            }
            return [calls, exchanges, answers, choices.count] + choices
        }

        func isSameFailure(as other: Candidate) -> Bool {
            place == other.place && kind == other.kind
        }
    }

    /// A way to a smaller one: from the choices and a number to those to try; nil behind its last
    /// number.
    private typealias Pass = @Sendable ([Int], [Exploration.Choice], Int) -> ChoiceSource.Origin?

    private(set) var smallest: Candidate
    /// The one that is made smaller at present, which may have begun as another one.
    private var current: Candidate
    private var pass = 0
    private var number = 0
    private var hasImproved = false
    /// The number of schedules that may still be tried.
    private var budget = 2_000
    /// The cost that is left for those that are expensive to see again.
    private var costs = 25
    /// The events that are left for all of them together.
    private var work = 2_000_000
    /// The seeds in the search for others that fail.
    private var seed: UInt64
    private var drawn = 0
    private var others = 0
    private var isDrawing = false
    /// The choices that were tried, and the answers behind them.
    private var tried: Set<[[Int]]>

    init(_ failing: Exploration, drawing seed: UInt64) {
        smallest = Candidate(failing)
        current = smallest
        self.seed = seed
        tried = [[smallest.choices, []]]
    }

    /// The next one to try; nil if nothing makes it smaller.
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

    /// True for what was not tried before; behind the choices all is in order.
    private mutating func isNew(_ origin: ChoiceSource.Origin) -> Bool {
        guard case .choices(var choices, let answers) = origin else { return true }
        while answers.isEmpty, choices.last == 0 { choices.removeLast() }
        return tried.insert([choices, answers]).inserted
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
            // What has moved up is tried at the same number.
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

    /// From one of the exchanges on all in order, with the answers that the test got.
    private static func ordered(_ values: [Int], _ all: [Exploration.Choice], _ number: Int) -> ChoiceSource.Origin? {
        let exchanges = values.indices.filter { !all[$0].isOfTest && values[$0] > 0 }
        guard number < exchanges.count else { return nil }
        let place = exchanges[number]
        let answers = values.indices.filter { $0 > place && all[$0].isOfTest }.map { values[$0] }
        return .choices(Array(values[..<place]) + [0], answers: answers)
    }

    /// The first ones, with order behind them.
    private static func beginnings(_ values: [Int], _: [Exploration.Choice], _ number: Int) -> [Int]? {
        let length = number == 0 ? 0 : values.count >> (6 - min(number, 6))
        return number < 6 && length < values.count ? Array(values.prefix(length)) : nil
    }

    /// Without a few of them, then with a few of them in order; large parts first.
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

    /// One value halved, or one less.
    private static func lowerings(_ values: [Int], _: [Exploration.Choice], _ number: Int) -> [Int]? {
        guard number / 2 < values.count else { return nil }
        var result = values
        let value = result[number / 2]
        result[number / 2] = number % 2 == 0 ? value / 2 : max(0, value - 1)
        return result
    }

    /// One answer lowered, and the choices left out that may have come of that.
    private static func shorterPrograms(_ values: [Int], _ all: [Exploration.Choice], _ number: Int) -> [Int]? {
        let answers = values.indices.filter { all[$0].isOfTest && values[$0] > 0 }
        guard !answers.isEmpty, values.count < 200 else { return nil }
        let sizes = 6
        let perAnswer = sizes * values.count
        guard number < answers.count * perAnswer else { return nil }
        let answer = answers[number / perAnswer]
        let (start, size) = (number % perAnswer / sizes, number % sizes + 1)
        var result = values
        result[answer] -= 1
        guard start > answer, start + size <= result.count else { return result }
        result.removeSubrange(start..<start + size)
        return result
    }

    /// One answer lowered, another one left out, and the exchanges behind it as they are without
    /// the test, which is the first of those that may go on while it calls.
    private static func fewerCalls(_ values: [Int], _ all: [Exploration.Choice], _ number: Int) -> [Int]? {
        let answers = values.indices.filter { all[$0].isOfTest }
        let pairs = answers.filter { values[$0] > 0 }.flatMap { lowered in
            answers.filter { $0 > lowered }.map { (lowered: lowered, left: $0) }
        }
        guard values.count < 200, number < pairs.count else { return nil }
        let (lowered, left) = pairs[number]
        var result = values
        result[lowered] -= 1
        for index in values.indices where index > left && !all[index].isOfTest {
            result[index] = max(0, values[index] - 1)
        }
        result.remove(at: left)
        return result
    }

    /// An exchange put back in order, and another one made in its place right before or behind it.
    private static func singles(_ values: [Int], _ all: [Exploration.Choice], _ number: Int) -> [Int]? {
        let exchanges = values.indices.filter { !all[$0].isOfTest && values[$0] > 0 }
        guard number < exchanges.count * 4 else { return nil }
        let place = exchanges[number / 4]
        let other = place + [-2, -1, 1, 2][number % 4]
        var result = values
        result[place] = 0
        if result.indices.contains(other), !all[other].isOfTest { result[other] = max(result[other], 1) }
        return result
    }
}
