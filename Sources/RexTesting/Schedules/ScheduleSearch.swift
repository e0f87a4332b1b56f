// SPDX-License-Identifier: MIT

/// The search for a failing schedule, and then for the smallest one.
///
/// Saved failing schedules come first, then the one that takes steps in order. All others are
/// random, and none is tried twice, though some have the order of another one. So a small space is exhausted and a
/// large one is sampled. Every fourth schedule is drawn from the orders of the runs alone, until all of those were tried.
struct ScheduleSearch {
    /// A failing schedule, and how to repeat it.
    struct Failing {
        /// The number of the schedule, from 1, or 0 for a saved one.
        let index: Int
        /// The seed, or nil for the normal order and if no seed gives these choices.
        fileprivate(set) var seed: UInt64?
        fileprivate(set) var smallest: [Int]
        /// The text of the failure when it was found.
        let text: String
        /// The time when the failure was found.
        fileprivate let found: ContinuousClock.Instant
    }

    /// The seed of an exploration without a given seed.
    static let defaultSeed: UInt64 = 1

    let count: Int
    /// The most that a step may be late, for the report.
    let lateness: Duration
    /// The given seed.
    let seed: UInt64?
    /// The number of schedules that were tried, except for saved ones and for shrinking.
    private(set) var tried = 0
    /// The number of schedules that shrinking has tried.
    private(set) var shrinkingCount = 0
    /// The hashes of the orders that were tried: some schedules have the order of another one.
    private var different = Set<Int>()
    /// The schedules that were tried, or nil if the body does not do the same each time.
    private var tree: ChoiceTree? = ChoiceTree()
    /// The orders of the runs that were tried, or nil as above.
    private var orders: ChoiceTree? = ChoiceTree()
    /// Whether the body has used a schedule.
    private(set) var isUsed = false
    private(set) var failing: Failing?
    /// The conditions of `sometimes`.
    private(set) var goals: [Exploration.Goal] = []
    /// The saved schedules that were not tried yet.
    private var kept: ArraySlice<[Int]>
    private var isKept = false
    /// The seed of the current schedule, or nil for given choices.
    private var drawnFrom: UInt64?
    private var shrinker: Shrinker?
    private let start = ContinuousClock().now
    private var end: ContinuousClock.Instant?

    /// - Parameters:
    ///   - seed: The seed of the first schedule. Nil for the normal order, followed by random ones.
    ///   - kept: The choices of saved schedules.
    init(_ count: Int, seed: UInt64?, lateness: Duration, kept: [[Int]] = []) {
        precondition(lateness >= .zero, "The lateness \(lateness) is negative. Pass zero or more to exploreSchedules.")
        (self.count, self.seed, self.lateness) = (count, seed, lateness)
        self.kept = kept[...]
    }

    /// Whether all schedules were tried.
    var areAll: Bool { tree?.isExhausted ?? false }

    /// Returns the next schedule to try, or nil if the search is over.
    mutating func next() -> ChoiceSource.Origin? {
        if shrinker != nil {
            if let origin = shrinker?.next() { return origin }
            end = ContinuousClock().now
            if let shrinker { finish(shrinker.smallest) }
            return nil
        }
        guard count > 0 else { return nil }
        (drawnFrom, isKept) = (nil, !kept.isEmpty)
        if let choices = kept.popFirst() { return .choices(choices) }
        guard !areAll, tried < count else { return nil }
        if seed == nil, tried == 0 { return .choices([]) }
        let drawn = (seed ?? Self.defaultSeed) &+ UInt64(tried)
        drawnFrom = seed == nil ? ChoiceSource.drawn(drawn) : drawn
        if tried % 4 == 1, let orders, !orders.isExhausted { return .orders(drawn, avoiding: orders) }
        return .seed(drawnFrom ?? drawn, avoiding: tree)
    }

    /// Stores the smallest failing schedule, and its seed if the original one has none.
    private mutating func finish(_ smallest: Shrinker.Candidate) {
        failing?.smallest = smallest.choices
        if failing?.seed == nil, failing?.index != 1 || !smallest.choices.isEmpty {
            failing?.seed = ChoiceSource.seed(of: smallest.all)
        }
    }

    /// Records the result of a schedule.
    mutating func record(_ exploration: Exploration) {
        if shrinker != nil {
            shrinkingCount += 1
            return shrinker?.record(exploration) ?? ()
        }
        if !isKept {
            tried += 1
            different.insert(exploration.order)
        }
        if exploration.isUsed { isUsed = true }
        for goal in exploration.goals { note(goal) }
        let choices = exploration.choices
        if let failure = exploration.failure {
            let seed = exploration.isDeflected ? nil : drawnFrom
            failing = Failing(
                index: isKept ? 0 : tried,
                seed: seed ?? (isKept || tried > 1 ? ChoiceSource.seed(of: choices) : nil),
                smallest: choices.map(\.value),
                text: failure.text,
                found: ContinuousClock().now
            )
            // Derived from the seed, so that a repetition draws the same schedules.
            shrinker = Shrinker(exploration, drawing: failing?.seed ?? 0)
        } else if !isKept {
            // All schedules with the beginning of a repetition are repetitions.
            let path = choices.prefix(exploration.repetition ?? choices.count)
            if tree?.insert(path) == false { tree = nil }
            if let path = Self.order(of: choices), orders?.insert(path) == false { orders = nil }
        }
    }

    /// Returns the choices of an order of the runs, or nil for any other schedule.
    private static func order(of choices: [Exploration.Choice]) -> [Exploration.Choice]? {
        var order: [Exploration.Choice] = []
        for choice in choices {
            switch choice.part {
            case .all: order.append(choice)
            case .only(let value): guard choice.value == value else { return nil }
            case .first(let count):
                guard choice.value < count else { return nil }
                if count > 1 { order.append(.init(value: choice.value, count: count, isTestValue: false)) }
            }
        }
        return order
    }

    private mutating func note(_ goal: Exploration.Goal) {
        if let index = goals.firstIndex(where: goal.isSame) {
            if goal.isMet { goals[index].isMet = true }
        } else {
            goals.append(goal)
        }
    }

    /// The number of different orders that were tried, in words.
    var summary: String {
        if tree == nil {
            return "\(Self.grouped(tried)) schedules of a body that is not the same each time"
        }
        let number = Self.grouped(different.count)
        let isOne = number == "1"
        if areAll { return isOne ? "the only order" : "all \(number) orders" }
        return isOne ? "1 order, perhaps not the only one" : "\(number) different orders, perhaps not all"
    }

    /// The time that shrinking took.
    ///
    /// Zero if no schedule failed.
    var shrinkingTime: Duration { failing.map { $0.found.duration(to: end ?? $0.found) } ?? .zero }

    /// The time from the beginning until a schedule failed.
    var findingTime: Duration { failing.map { start.duration(to: $0.found) } ?? .zero }

    static func grouped(_ number: Int) -> String {
        var (digits, groups) = ("\(number)", [String]())
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: ",")
    }
}
