// SPDX-License-Identifier: MIT

/// The search for a schedule that fails, and then for the smallest one that does.
struct ScheduleSearch {
    /// A schedule that fails, and how it is found again.
    struct Failing {
        let index: Int
        /// Nil for the order in which steps came.
        let seed: UInt64?
        fileprivate(set) var smallest: [Int]
        /// The text of the failure when it was found.
        let text: String
    }

    let count: Int
    /// The lateness of steps, for who runs a schedule again.
    let lateness: Duration
    private let seed: UInt64?
    private let first: UInt64
    /// The number of schedules that were tried, without those that made a failing one smaller.
    private(set) var tried = 0
    /// The number of those that were enumerated.
    private var enumerated = 0
    private var repetitions = 0
    private(set) var areAll = false
    /// True once the body has used a schedule.
    private(set) var isUsed = false
    private(set) var failing: Failing?
    /// The next ones if all are tried; nil if there are too many, or all were.
    private var path: [Exploration.Choice]?
    private var origin: ChoiceSource.Origin?
    private var shrinker: Shrinker?

    /// - Parameter seed: of the first schedule; nil for the order in which steps come, and drawn
    ///   ones behind it.
    init(_ count: Int, seed: UInt64?, lateness: Duration, drawing drawn: UInt64) {
        precondition(lateness >= .zero, "A step is not early: pass exploreSchedules a lateness of zero or more.")
        (self.count, self.seed, self.lateness) = (count, seed, lateness)
        first = seed ?? ChoiceSource.drawn(drawn)
    }

    /// The next one to try; nil if the search is over.
    mutating func next() -> ChoiceSource.Origin? {
        if shrinker != nil {
            if let origin = shrinker?.next() { return origin }
            if let smallest = shrinker?.smallest { failing?.smallest = smallest.choices }
            return nil
        }
        guard !areAll, tried < count else { return nil }
        if seed == nil, tried == 0 {
            origin = .choices([])
        } else if let path, enumerated <= tried - enumerated {
            origin = .choices(path.map(\.value))
        } else {
            origin = .seed(seed == nil ? ChoiceSource.drawn(first &+ UInt64(tried)) : first &+ UInt64(tried))
        }
        return origin
    }

    /// Notes what came of it.
    mutating func record(_ exploration: Exploration) {
        if shrinker != nil { return shrinker?.record(exploration) ?? () }
        let choices = exploration.choices
        tried += 1
        if exploration.isUsed { isUsed = true }
        if let failure = exploration.failure {
            let seed: UInt64? =
                if case .seed(let seed) = origin { seed } else if tried > 1 { ChoiceSource.seed(of: choices) } else {
                    nil
                }
            failing = Failing(index: tried, seed: seed, smallest: choices.map(\.value), text: failure.text)
            // What is drawn is the same when the seed is tried again.
            shrinker = Shrinker(exploration, drawing: seed ?? 0)
            return
        }
        guard case .choices = origin else { return }
        if tried == 1 {
            // Of those that were not drawn, one is a good guess of how many choices there are.
            let size = choices.reduce(1.0) { $0 * Double($1.count) }
            guard size <= 4 * Double(count) else { return }
        }
        enumerated += 1
        if exploration.isRepetition { repetitions += 1 }
        path = Self.next(after: choices)
        areAll = path == nil
    }

    /// The text of how many there were.
    var summary: String {
        let (count, all) = areAll ? (enumerated - repetitions, "all ") : (tried, "")
        return count == 1 ? (areAll ? "the only order" : "1 order") : "\(all)\(Self.grouped(count)) orders"
    }

    /// The path after `choices` in the enumeration: the last choice that has another value takes
    /// it.
    private static func next(after choices: [Exploration.Choice]) -> [Exploration.Choice]? {
        var path = choices
        while var last = path.popLast() {
            last.value += 1
            if last.value < last.count { return path + [last] }
        }
        return nil
    }

    static func grouped(_ number: Int) -> String {
        var (digits, groups) = ("\(number)", [String]())
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: ",")
    }
}
