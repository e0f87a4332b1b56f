// SPDX-License-Identifier: MIT

/// The search for a schedule that fails, and then for the smallest one that does.
///
/// Schedules that failed before come first, and then the one in which steps come in their order. All
/// others are drawn, none of them twice, so a small space is tried to its end and a large one is
/// sampled. One schedule in four is drawn from the orders of the runs alone, until all of those were
/// tried.
struct ScheduleSearch {
    /// A schedule that fails, and how it is found again.
    struct Failing {
        /// The number of the schedule, from 1; 0 for one that was kept.
        let index: Int
        /// Nil for the order in which steps came, and where no seed gives the choices.
        fileprivate(set) var seed: UInt64?
        fileprivate(set) var smallest: [Int]
        /// The text of the failure when it was found.
        let text: String
        /// The time when it was found.
        fileprivate let found: ContinuousClock.Instant
    }

    /// The seed of explorations that are given none.
    static let defaultSeed: UInt64 = 1

    let count: Int
    /// The lateness of steps, for who runs a schedule again.
    let lateness: Duration
    /// The given seed.
    let seed: UInt64?
    /// The number of schedules that were tried, without those that were kept and those that made a
    /// failing one smaller.
    private(set) var tried = 0
    /// The number of schedules that made a failing one smaller.
    private(set) var shrinkingCount = 0
    /// The number of tried schedules that did the same as another one.
    private var repetitions = 0
    /// The schedules that were tried; nil if the body does not do the same each time.
    private var tree: ChoiceTree? = ChoiceTree()
    /// The same of the orders of the runs.
    private var orders: ChoiceTree? = ChoiceTree()
    /// True once the body has used a schedule.
    private(set) var isUsed = false
    private(set) var failing: Failing?
    /// The conditions that some schedule has to meet.
    private(set) var goals: [Exploration.Goal] = []
    /// The schedules that failed before and were not tried yet.
    private var kept: ArraySlice<[Int]>
    private var isKept = false
    /// The seed of the schedule that is tried; nil for given choices.
    private var drawnFrom: UInt64?
    private var shrinker: Shrinker?
    private let start = ContinuousClock().now
    private var end: ContinuousClock.Instant?

    /// - Parameters:
    ///   - seed: The seed of the first schedule; nil for the order in which steps come, and drawn
    ///     ones after it.
    ///   - kept: The choices of schedules that failed before.
    init(_ count: Int, seed: UInt64?, lateness: Duration, kept: [[Int]] = []) {
        precondition(lateness >= .zero, "A step is not early: pass exploreSchedules a lateness of zero or more.")
        (self.count, self.seed, self.lateness) = (count, seed, lateness)
        self.kept = kept[...]
    }

    /// Whether all schedules were tried.
    var areAll: Bool { tree?.isExhausted ?? false }

    /// The next one to try; nil if the search is over.
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

    /// Notes the smallest schedule that fails, and its seed if the one that was found has none.
    private mutating func finish(_ smallest: Shrinker.Candidate) {
        failing?.smallest = smallest.choices
        if failing?.seed == nil, failing?.index != 1 || !smallest.choices.isEmpty {
            failing?.seed = ChoiceSource.seed(of: smallest.all)
        }
    }

    /// Notes what came of it.
    mutating func record(_ exploration: Exploration) {
        if shrinker != nil {
            shrinkingCount += 1
            return shrinker?.record(exploration) ?? ()
        }
        if !isKept { tried += 1 }
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
            // What is drawn is the same when the seed is tried again.
            shrinker = Shrinker(exploration, drawing: failing?.seed ?? 0)
        } else if !isKept {
            if exploration.repetition != nil { repetitions += 1 }
            // All schedules that begin as a repetition does are repetitions.
            let path = choices.prefix(exploration.repetition ?? choices.count)
            if tree?.insert(path) == false { tree = nil }
            if let path = Self.order(of: choices), orders?.insert(path) == false { orders = nil }
        }
    }

    /// The choices of an order of the runs; nil if this is another schedule.
    private static func order(of choices: [Exploration.Choice]) -> [Exploration.Choice]? {
        var order: [Exploration.Choice] = []
        for choice in choices {
            switch choice.part {
            case .all: order.append(choice)
            case .only(let value): guard choice.value == value else { return nil }
            case .first(let count):
                guard choice.value < count else { return nil }
                if count > 1 { order.append(.init(value: choice.value, count: count, isOfTest: false)) }
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

    /// The text of how many there were.
    var summary: String {
        let number = Self.grouped(areAll ? tried - repetitions : tried)
        let orders = number == "1" ? "1 order" : "\(number) orders"
        if areAll { return number == "1" ? "the only order" : "all \(orders)" }
        return "a sample of \(orders)" + (tree == nil ? " of a body that is not the same each time" : "")
    }

    /// The time that it took to make a failing schedule smaller; zero if none failed.
    var shrinkingTime: Duration { failing.map { $0.found.duration(to: end ?? $0.found) } ?? .zero }

    /// The time until the search ended, or until a schedule failed.
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
