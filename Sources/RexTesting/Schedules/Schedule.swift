// SPDX-License-Identifier: MIT

/// The order of steps in a test, and the answers to its questions.
///
/// ```swift
/// exploreSchedules(1_000) { schedule in
///     let test = TestStore(initialState: Cart(), reducer: cart, middleware: shop, schedule: schedule)
///     for _ in 0..<schedule.int(in: 0...5, "teas") { test.send(.add("tea")) }
///     test.run()
/// }
/// ```
///
/// A ``TestStore`` has ``inOrder``, unless `exploreSchedules` gave it another one. Of that, the
/// questions of a test are answered from the same source as the order of steps: an answer is
/// replayed with the seed, and made smaller with the rest. They may be asked by the test, by
/// dependencies and by runs; on another thread than the test's the order in which they come is not
/// the schedule's.
public struct Schedule: Sendable {
    /// First come, first served, the same order each time, with the simplest answer to each
    /// question.
    public static let inOrder = Schedule(exploration: nil)

    /// The run of a body that this schedule is for; nil if there is nothing to draw.
    let exploration: Exploration?

    /// A number of the range; the lowest one is the simplest.
    ///
    /// - Parameter label: what a failure calls the answer.
    public func int(in range: ClosedRange<Int>, _ label: String? = nil) -> Int {
        let (width, isTooWide) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        guard isTooWide || width == .max else {
            return answer(width + 1, label ?? "int", \.description) { range.lowerBound + $0 }
        }
        let middle = range.lowerBound / 2 + range.upperBound / 2
        let isAbove = bool(label.map { "\($0) is above \(middle)" })
        return int(in: isAbove ? middle + 1...range.upperBound : range.lowerBound...middle, label)
    }

    /// Yes or no; no is the simplest.
    ///
    /// - Parameter label: what a failure calls the answer.
    public func bool(_ label: String? = nil) -> Bool {
        answer(2, label ?? "bool", \.description) { $0 == 1 }
    }

    /// One of the elements; the first one is the simplest.
    ///
    /// The same seed answers with the same place, so a set, whose order is another one in each
    /// process, is to be sorted.
    ///
    /// - Parameter label: what a failure calls the answer.
    /// - Precondition: There is one.
    public func element<Elements: Collection>(of elements: Elements, _ label: String? = nil) -> Elements.Element {
        precondition(!elements.isEmpty, "A schedule was to choose one of no elements: give it at least one.")
        return answer(elements.count, label ?? "element", { text($0) }) {
            elements[elements.index(elements.startIndex, offsetBy: $0)]
        }
    }

    /// Yes with a probability between 0 and 1; no is the simplest, unless it is 1.
    ///
    /// - Parameter label: what a failure calls the answer.
    /// - Precondition: The probability is a number from 0 to 1.
    public func chance(_ probability: Double, _ label: String? = nil) -> Bool {
        precondition((0...1).contains(probability), "A probability is a number from 0 to 1, not \(probability).")
        guard probability > 0 else { return false }
        guard probability < 1 else { return true }
        let all = 1 << 53
        let weight = Int(probability * Double(all))
        return answer(2, label ?? "chance", \.description) {
            $0 == 1
        } drawing: {
            $0.number(below: all) < weight ? 1 : 0
        }
    }

    /// Fails the exploration if the condition is true in none of its schedules.
    ///
    /// ```swift
    /// schedule.sometimes(test.state.isLoggedOut && answers > 0, "answered after the log-out")
    /// ```
    ///
    /// An exploration that never meets the interesting case passes and proves nothing. With this call
    /// it fails, at the line of the call. Call it in every schedule: a call that no schedule reaches
    /// claims nothing. It also claims nothing in ``inOrder``, or if a single schedule is run again by
    /// its seed.
    ///
    /// - Parameters:
    ///   - condition: Whether this schedule meets the case.
    ///   - text: The case in words, for the failure. Calls with the same line and text count as one.
    public func sometimes(
        _ condition: Bool,
        _ text: String,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        exploration?.add(Exploration.Goal(text: text, place: place, isMet: condition))
    }

    private func answer<Value>(
        _ count: Int,
        _ label: String,
        _ text: (Value) -> String,
        _ value: (Int) -> Value,
        drawing draw: ((inout ChoiceSource) -> Int)? = nil
    ) -> Value {
        guard let exploration else { return value(0) }
        let answer = value(exploration.answer(count, draw ?? { $0.number(below: count) }))
        exploration.note(.answer("\(label): \(text(answer))"))
        return answer
    }

    /// The next number of a source that is this schedule's; a stream like any other in order, and
    /// other ones.
    func random(_ index: UInt64) -> UInt64 {
        let variant = exploration?.answer(1 << 20) { $0.number(below: 1 << 20) } ?? 0
        var generator = SplitMix(state: index &* 0x2545_f491_4f6c_dd1d &+ UInt64(variant))
        return generator.next()
    }
}
