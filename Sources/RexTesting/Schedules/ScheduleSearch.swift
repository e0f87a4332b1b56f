// SPDX-License-Identifier: MIT

/// Which schedules are tried, until one fails, and then, until none is smaller that fails.
struct ScheduleSearch {
    /// A schedule that fails, and how it is found again.
    struct Failing {
        let index: Int
        /// Nil for the order in which steps came.
        let seed: UInt64?
        fileprivate(set) var smallest: [Int]
        /// What was said when it was found.
        let text: String
    }

    let count: Int
    /// How late steps may be, for who runs one again.
    let lateness: Duration
    private let seed: UInt64?
    private let first: UInt64
    /// How many were tried, those aside by which a failing one was made smaller.
    private(set) var tried = 0
    /// How many of them came one after the other, each of them another.
    private var enumerated = 0
    private var repetitions = 0
    private(set) var areAll = false
    /// Whether one of them was made something of.
    private(set) var isUsed = false
    private(set) var failing: Failing?
    /// The next ones if all are tried; nil if there are too many, or all were.
    private var path: [Exploration.Choice]?
    private var origin: Chooser.Origin?
    private var minimizer: Minimizer?

    /// - `seed`: of the first schedule; nil for the order in which steps come, and drawn ones behind it.
    init(_ count: Int, seed: UInt64?, lateness: Duration, drawing drawn: UInt64) {
        precondition(lateness >= .zero, "A step is not early: pass exploreSchedules a lateness of zero or more.")
        (self.count, self.seed, self.lateness) = (count, seed, lateness)
        first = seed ?? Chooser.drawn(drawn)
    }

    /// The next one to try; nil if the search is over.
    mutating func next() -> Chooser.Origin? {
        if minimizer != nil {
            if let origin = minimizer?.next() { return origin }
            if let smallest = minimizer?.smallest { failing?.smallest = smallest.choices }
            return nil
        }
        guard !areAll, tried < count else { return nil }
        if seed == nil, tried == 0 {
            origin = .choices([])
        } else if let path, enumerated <= tried - enumerated {
            origin = .choices(path.map(\.value))
        } else {
            origin = .seed(seed == nil ? Chooser.drawn(first &+ UInt64(tried)) : first &+ UInt64(tried))
        }
        return origin
    }

    /// Notes what came of it.
    mutating func record(_ exploration: Exploration) {
        if minimizer != nil { return minimizer?.record(exploration) ?? () }
        let choices = exploration.choices
        tried += 1
        if exploration.isUsed { isUsed = true }
        if let failure = exploration.failure {
            let seed: UInt64? =
                if case .seed(let seed) = origin { seed } else if tried > 1 { Chooser.seed(of: choices) } else { nil }
            failing = Failing(index: tried, seed: seed, smallest: choices.map(\.value), text: failure.text)
            // What is drawn is the same when the seed is tried again.
            minimizer = Minimizer(exploration, drawing: seed ?? 0)
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

    /// Where one went on in one way, the next one goes on in the next.
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
