// SPDX-License-Identifier: MIT

import RexCore

/// Calls `body` again and again, each time with another schedule.
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
/// A failed check of a test store, a thrown error, `#require` or `#expect` fails the schedule,
/// which ends the exploration. Assertions of XCTest do not: they are reported for each schedule.
///
/// A schedule decides:
/// - which of the ready steps is next. A step is the code of a run from one `await` to the next,
///   one queued action of a store, or work of a scheduler of publishers. Nothing comes between two
///   actions that a run sends without an `await`.
/// - whether an action of a run is processed before its call returns.
/// - whether a step is late, so that the time advances first.
/// - whether ``TestStore/send(_:_:fileID:filePath:line:column:function:)`` and
///   ``TestStore/advance(by:fileID:filePath:line:column:)`` return before all steps are taken.
///   So may `sendIfPresent`, `sendLate` and `kill`; ``TestStore/invariant(_:_:fileID:filePath:line:column:)`` takes
///   no step. All calls that look at the state, the actions or the runs take all steps first. Nothing else that
///   the body does counts as a step, such as a change of a server that it holds.
/// - the values that the test asks for; see ``Schedule``.
///
/// No schedule is tried twice, though some have the order of another one. The result tells how many different orders
/// were tried, and whether these are all. Every fourth schedule is an order of the runs alone, with no
/// late step and no run before the test has made its calls, until all of those were tried.
/// ``Schedule/sometimes(_:_:fileID:filePath:line:column:)`` fails an exploration that never reaches
/// an interesting case. Schedules are drawn from a fixed seed, so a test that passes today passes
/// tomorrow.
///
/// The first failure ends the exploration. Then the schedule is shrunk: fewer calls of the test,
/// fewer reordered steps, smaller test values. That takes at most 2,000 more schedules. The failure
/// is reported at the line of this call, with the steps of that schedule, the calls of the test,
/// the seed, and the time that it took. Shrinking repeats failed `#expect`s, at most some 25 times;
/// swift-testing shows them as known issues.
///
/// A failing schedule is saved in the folder `.rex-failures` beside the test. Without a `seed`,
/// saved schedules are tried first, in addition to `count` others. The folder has its own
/// `.gitignore`, and one file per exploring function with the last five schedules. If it cannot be
/// written, a line is printed to standard error.
///
/// The last call of `body` gets the schedule that is reported. A `body` that does not use its
/// schedule fails: pass it to the ``TestStore`` or ``TestWorld``. A trap ends the process. It
/// happens in the same schedule when the test runs again.
///
/// - Parameters:
///   - count: The number of schedules, 1 or more. The first one takes steps in order.
///   - seed: The seed from a failure, to repeat its schedule. Any other seed draws other schedules.
///   - lateness: The most that a step may be late. Zero if steps are never late.
///   - function: The name of the file for saved schedules.
///   - body: The test. It has to do the same each time, apart from what the schedule decides.
/// - Returns: The number of tried schedules, and whether these were all.
@discardableResult
public func exploreSchedules(
    _ count: Int,
    seed: UInt64? = nil,
    lateness: Duration = .milliseconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    _ body: (Schedule) throws -> Void
) -> ExploredSchedules {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let kept = KeptSchedules(of: filePath.description, function.description)
    return explore(count, seed, lateness, kept, at: location, body)
}

/// Explores schedules with a given file for failing schedules.
func explore(
    _ count: Int,
    _ seed: UInt64?,
    _ lateness: Duration,
    _ kept: KeptSchedules,
    at location: CallSite,
    _ body: (Schedule) throws -> Void
) -> ExploredSchedules {
    var search = ScheduleSearch(count, seed: seed, lateness: lateness, kept: seed == nil ? kept.choices : [])
    func explore(_ origin: ChoiceSource.Origin, keepsEvents: Bool = false) -> Exploration {
        let exploration = Exploration(origin, lateness: lateness, keepsEvents: keepsEvents)
        exploration.noticingClaims {
            do { try body(Schedule(exploration: exploration)) } catch { exploration.fail(error) }
            exploration.end()
        }
        return exploration
    }
    while let origin = search.next() { search.record(explore(origin)) }
    let shown = search.failing.map { failing in
        kept.keep(failing.smallest)
        return explore(.choices(failing.smallest), keepsEvents: true)
    }
    search.report(shown, kept, at: location)
    return ExploredSchedules(search)
}

/// Calls an asynchronous `body` again and again, each time with another schedule.
///
/// ```swift
/// try await exploreSchedules(1_000) { schedule in
///     let server = FakeServer(schedule)
///     let test = TestStore(initialState: Chat(), reducer: chat, middleware: sync(server), schedule: schedule)
///     test.send(.write("hello"))
///     test.run()
///     let received = await server.received
///     guard received == ["hello"] else { throw Wrong(received) }
/// }
/// ```
///
/// The body runs as a task of its schedule's world. Its code after an `await` of an actor, a stream
/// or the clock is a step like others. If no step is ready, the time advances to the next deadline.
/// If the body waits for something outside of the world, the call waits for up to a second and then
/// fails the schedule.
///
/// Everything else is as in the synchronous form.
///
/// - Throws: `CancellationError` if the task of the test is cancelled, for example by its time
///   limit.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@discardableResult
public func exploreSchedules(
    _ count: Int,
    seed: UInt64? = nil,
    lateness: Duration = .milliseconds(1),
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    function: StaticString = #function,
    _ body: @escaping @Sendable (Schedule) async throws -> Void
) async throws -> ExploredSchedules {
    let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let kept = KeptSchedules(of: filePath.description, function.description)
    var search = ScheduleSearch(count, seed: seed, lateness: lateness, kept: seed == nil ? kept.choices : [])
    while let origin = search.next() {
        try Task.checkCancellation()
        let exploration = await explore(origin, lateness, keepsEvents: false, body)
        try Task.checkCancellation()
        search.record(exploration)
    }
    var shown: Exploration?
    if let failing = search.failing {
        kept.keep(failing.smallest)
        shown = await explore(.choices(failing.smallest), lateness, keepsEvents: true, body)
    }
    search.report(shown, kept, at: location)
    return ExploredSchedules(search)
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private func explore(
    _ origin: ChoiceSource.Origin,
    _ lateness: Duration,
    keepsEvents: Bool,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping @Sendable (Schedule) async throws -> Void
) async -> Exploration {
    let exploration = Exploration(origin, lateness: lateness, keepsEvents: keepsEvents)
    let world = exploration.world
    // The task inherits the task-local value that makes its failed `#expect`s known here.
    let task = exploration.noticingClaims {
        WorldTask(in: world) { try await body(Schedule(exploration: exploration)) }
    }
    do { try await task.end() } catch { exploration.fail(error) }
    exploration.end()
    return exploration
}

extension Exploration {
    fileprivate func fail(_ error: any Error) {
        // Repeating this failure would wait for something outside of the world again.
        let cost = error is any StuckError ? 5 : 0
        let kind = "\(type(of: error)) \("\(error)".filter(\.isLetter))"
        fail(Failure(text: "The body threw an error: \(text(error))", location: nil, kind: kind, cost: cost))
    }

    /// Calls `body`, and fails this schedule for each `#expect` that fails during that call.
    fileprivate func noticingClaims<Result>(_ body: () -> Result) -> Result {
        TestLibrary.noticingIssues {
            body()
        } with: { [self] text, location in
            fail(Failure(text: text, location: location, cost: 1))
        }
    }
}
