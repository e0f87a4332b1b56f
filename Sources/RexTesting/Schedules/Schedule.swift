// SPDX-License-Identifier: MIT

/// The order of steps in a test, and the values that the test asks for.
///
/// ```swift
/// exploreSchedules(1_000) { schedule in
///     let test = TestStore(initialState: Cart(), reducer: cart, middleware: shop, schedule: schedule)
///     for _ in 0..<schedule.int(in: 0...5, "teas") { test.send(.add("tea")) }
///     test.run()
/// }
/// ```
///
/// A ``TestStore`` uses ``inOrder`` unless it gets a schedule of `exploreSchedules`. With such a
/// schedule, test values come from the same source as the order of steps: the seed repeats them,
/// and a failing test gets smaller ones. The test, its dependencies and its runs may ask for
/// values. On any thread but that of the test, the order of these calls is not deterministic.
public struct Schedule: Sendable {
    /// The normal order: first come, first served, with the simplest value for each call of the
    /// test.
    public static let inOrder = Schedule(exploration: nil)

    /// The exploration that this schedule is part of, or nil for ``inOrder``.
    let exploration: Exploration?

    /// Returns a number of the range.
    ///
    /// The lowest one is the simplest.
    ///
    /// - Parameter label: The name of the value in a failure.
    public func int(in range: ClosedRange<Int>, _ label: String? = nil) -> Int {
        let (width, isTooWide) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        guard isTooWide || width == .max else {
            return draw(width + 1, label ?? "int", \.description) { range.lowerBound + $0 }
        }
        let middle = range.lowerBound / 2 + range.upperBound / 2
        let isAbove = bool(label.map { "\($0) is above \(middle)" })
        return int(in: isAbove ? middle + 1...range.upperBound : range.lowerBound...middle, label)
    }

    /// Returns true or false.
    ///
    /// False is the simplest.
    ///
    /// - Parameter label: The name of the value in a failure.
    public func bool(_ label: String? = nil) -> Bool {
        draw(2, label ?? "bool", \.description) { $0 == 1 }
    }

    /// Returns one of the elements.
    ///
    /// The first one is the simplest.
    ///
    /// A seed determines the position of the element. The order of a set differs in each process,
    /// so sort it first.
    ///
    /// - Parameter label: The name of the value in a failure.
    /// - Precondition: The collection is not empty.
    public func element<Elements: Collection>(of elements: Elements, _ label: String? = nil) -> Elements.Element {
        precondition(!elements.isEmpty, "Schedule.element(of:) got an empty collection. Pass at least one element.")
        return draw(elements.count, label ?? "element", { text($0) }) {
            elements[elements.index(elements.startIndex, offsetBy: $0)]
        }
    }

    /// Returns true with a probability between 0 and 1.
    ///
    /// False is the simplest value, unless the probability is 1.
    ///
    /// - Parameter label: The name of the value in a failure.
    /// - Precondition: The probability is between 0 and 1.
    public func chance(_ probability: Double, _ label: String? = nil) -> Bool {
        precondition((0...1).contains(probability), "The probability \(probability) is not between 0 and 1.")
        guard probability > 0 else { return false }
        guard probability < 1 else { return true }
        let all = 1 << 53
        let weight = Int(probability * Double(all))
        return draw(2, label ?? "chance", \.description) {
            $0 == 1
        } by: {
            $0.number(below: all) < weight ? 1 : 0
        }
    }

    /// Fails the exploration if the condition is true in none of its schedules.
    ///
    /// ```swift
    /// schedule.sometimes(test.state.isLoggedOut && answers > 0, "answered after the log-out")
    /// ```
    ///
    /// An exploration that never reaches the interesting case passes and proves nothing. With this
    /// call it fails, at the line of the call. Call it in every schedule: a call that no schedule
    /// reaches has no effect. It also has no effect in ``inOrder``, or if a single schedule is
    /// repeated by its seed.
    ///
    /// - Parameters:
    ///   - condition: Whether this schedule reaches the case.
    ///   - text: A description of the case, for the failure. Calls with the same line and text
    ///     count as one.
    public func sometimes(
        _ condition: Bool,
        _ text: String,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        exploration?.add(Exploration.Goal(text: text, location: location, isMet: condition))
    }

    private func draw<Value>(
        _ count: Int,
        _ label: String,
        _ text: (Value) -> String,
        _ value: (Int) -> Value,
        by draw: ((inout ChoiceSource) -> Int)? = nil
    ) -> Value {
        guard let exploration else { return value(0) }
        let drawn = value(exploration.testValue(count, draw ?? { $0.number(below: count) }))
        exploration.note(.testValue("\(label): \(text(drawn))"))
        return drawn
    }

    /// Returns the random number of this index.
    ///
    /// In an exploration, the schedule decides the stream.
    func random(_ index: UInt64) -> UInt64 {
        let variant = exploration?.testValue(1 << 20) { $0.number(below: 1 << 20) } ?? 0
        var generator = SplitMix(state: index &* 0x2545_f491_4f6c_dd1d &+ UInt64(variant))
        return generator.next()
    }
}
