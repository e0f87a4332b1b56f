// SPDX-License-Identifier: MIT

/// Calls `body` again and again, each time with another order of the steps that are ready at the same moment.
///
/// ```swift
/// exploreSchedules(1_000) { schedule in
///     let test = TestStore(initialState: Cart(), reducer: cart, middleware: shop, schedule: schedule)
///     test.send(.add("tea")) { $0.items = ["tea"] }
///     test.send(.pay)
///     test.run()
///     test.skipActions()
///     test.expect { $0.isPaid }
///     test.finish()
/// }
/// ```
///
/// A step is what a run does from one `await` to the next, work of the ``TestScheduler``, or the processing of actions that
/// a run has sent. ``TestStore/send(_:_:fileID:filePath:line:column:function:)`` and
/// ``TestStore/advance(by:fileID:filePath:line:column:)`` may return before all steps are taken: then the test is faster
/// than the work that it started. All else of a test store takes them first.
///
/// The first failure of a ``TestStore`` with this schedule, or an error that `body` throws, ends the exploring. The order
/// is made smaller until no step of it can go back to its place without the failure going away, and the failure is reported
/// at the place of this call, with the steps of that order and with the seed. Other claims of `body` are reported as ever,
/// for each order.
///
/// - `count`: how many orders; the first one is that in which steps came, and if that leaves no choice it is the only one.
/// - `seed`: the seed that a failure has named, to see it again; without one each call draws others.
/// - `body`: the test, the same each time but for the schedule.
public func exploreSchedules(
    _ count: Int,
    seed: UInt64? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: (Schedule) throws -> Void
) {
    let place = CallPlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let first = seed ?? .random(in: .min ... .max)
    for index in 0..<max(0, count) {
        let isPlain = index == 0 && seed == nil
        let own = first &+ UInt64(index)
        let exploration = explore(isPlain ? .choices([]) : .seed(own), body)
        if exploration.failure != nil {
            let smallest = smallest(exploration.choices, body)
            let text = failureText(of: smallest, index: index, count: count, seed: isPlain ? nil : own, body)
            return TestLibrary.report(text, at: place)
        }
        if exploration.choices.isEmpty { return }
    }
}

/// Calls `body` with one order.
private func explore(
    _ origin: Exploration.Origin,
    keepsEvents: Bool = false,
    _ body: (Schedule) throws -> Void
) -> Exploration {
    let exploration = Exploration(origin, keepsEvents: keepsEvents)
    do {
        try body(Schedule(exploration: exploration))
    } catch {
        exploration.fail("The body threw an error: \(error)", at: nil)
    }
    return exploration
}

/// The choices that are left when none can be undone without the failure going away.
private func smallest(_ choices: [Int], _ body: (Schedule) throws -> Void) -> [Int] {
    var choices = choices
    func fails(_ candidate: [Int]) -> Bool { explore(.choices(candidate), body).failure != nil }
    if fails([]) { return [] }
    // Large parts first, since most exchanges do not matter.
    var size = max(1, choices.count / 2)
    while true {
        var hasChanged = false
        for start in stride(from: 0, to: choices.count, by: size) {
            let part = start..<min(start + size, choices.count)
            guard choices[part].contains(where: { $0 != 0 }) else { continue }
            var candidate = choices
            candidate.replaceSubrange(part, with: repeatElement(0, count: part.count))
            if fails(candidate) { (choices, hasChanged) = (candidate, true) }
        }
        if size > 1 { size /= 2 } else if !hasChanged { return choices }
    }
}

private func failureText(
    of choices: [Int],
    index: Int,
    count: Int,
    seed: UInt64?,
    _ body: (Schedule) throws -> Void
) -> String {
    let shown = explore(.choices(choices), keepsEvents: true, body)
    let exchanges = choices.count { $0 != 0 }
    let again = seed.map { "; exploreSchedules(1, seed: \($0)) runs it again" } ?? ""
    let summary =
        switch exchanges {
        case 0: "It fails with every step in its order:"
        case 1: "One step out of its order is enough, the one with the mark:"
        default: "\(exchanges) steps out of their order are enough, those with the mark:"
        }
    let steps = shown.lines.isEmpty ? "" : "\(summary)\n\(shown.lines.map { "  \($0)\n" }.joined())"
    let failure = shown.failure
    let place = failure?.place.map { " at \($0.short)" } ?? ""
    return """
        Schedule \(index + 1) of \(count) fails\(again).
        \(steps)The failure\(place):
        \(failure?.text ?? "It did not fail again: something else than the schedule decides.")
        """
}
