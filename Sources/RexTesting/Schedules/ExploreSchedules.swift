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
/// A failed claim of a test store, a thrown error, `#require` or `#expect` fails the schedule, which
/// ends the exploration. Assertions of XCTest do not: they are reported for each schedule.
///
/// A schedule decides:
/// - which of the ready steps is next. A step is the code of a run from one `await` to the next, one
///   action that waits in a store, or work of the ``TestScheduler``. Nothing comes between two
///   actions that a run sends without an `await`.
/// - whether an action of a run is processed before its call returns.
/// - whether a step is late, so that the time advances first.
/// - whether ``TestStore/send(_:_:fileID:filePath:line:column:function:)`` and
///   ``TestStore/advance(by:fileID:filePath:line:column:)`` return before all steps are taken. Other
///   calls of a test store take all steps first.
/// - the answers to the questions of the test; see ``Schedule``.
///
/// No schedule is tried twice. If there are no more than `count`, all are tried, otherwise a sample;
/// the result says which it was. One schedule in four is an order of the runs alone, in which the
/// test goes on before all steps and no step is late, until all of those were tried.
/// ``Schedule/sometimes(_:_:fileID:filePath:line:column:)`` fails an exploration that never met the
/// case that it is for. Schedules are drawn from a fixed seed, so a test that passes today passes
/// tomorrow.
///
/// The first failure ends the exploration. Then the schedule is made smaller: fewer calls of the
/// test, fewer steps out of their order, smaller answers. That takes at most 2,000 more schedules.
/// The failure is reported at the line of this call, with the steps of that schedule, the calls of
/// the test, the seed, and the time that it took. swift-testing shows each failed `#expect` on the
/// way as a known issue, at most some 25.
///
/// A failing schedule is kept in the folder `.rex-failures` beside the test. Without a `seed`, kept
/// schedules are tried first, in addition to `count` others. The folder has its own `.gitignore`,
/// and one file per exploring function with the last five schedules. If it cannot be written, one
/// line on standard error says so.
///
/// The last call of `body` gets the schedule that is reported. A `body` that does not use its
/// schedule fails: pass it to the ``TestStore`` or ``TestWorld``. A trap ends the process, and
/// happens in the same schedule when the test runs again.
///
/// - Parameters:
///   - count: The number of schedules, 1 or more. The first one takes steps in their order.
///   - seed: The seed that a failure names, to see it again; another seed draws other schedules.
///   - lateness: The time by which a step may be late; zero for none.
///   - function: The name of the file for kept schedules.
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
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return explore(count, seed, lateness, KeptSchedules(of: "\(filePath)", "\(function)"), at: place, body)
}

/// Explores schedules with a file of its own for those that have failed.
func explore(
    _ count: Int,
    _ seed: UInt64?,
    _ lateness: Duration,
    _ kept: KeptSchedules,
    at place: CallSite,
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
    search.report(shown, kept, at: place)
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
/// The body is a task of the world of its schedule: what comes behind an `await` of an actor, of a
/// stream or of the clock is a step like others. Where nothing else is ready the time is moved to
/// the next moment at which something is due. What waits for something outside of the world is
/// waited for, for a second at most, and fails then.
///
/// Otherwise as the one with a synchronous body.
///
/// - Throws: `CancellationError` if the task of the test is cancelled, as by its time limit.
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
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let kept = KeptSchedules(of: "\(filePath)", "\(function)")
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
    search.report(shown, kept, at: place)
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
    // Its task inherits that its claims are noticed.
    let task = exploration.noticingClaims {
        WorldTask(in: world) { try await body(Schedule(exploration: exploration)) }
    }
    do { try await task.end() } catch { exploration.fail(error) }
    exploration.end()
    return exploration
}

extension Exploration {
    fileprivate func fail(_ error: any Error) {
        // One that waits for what is outside was waited for.
        let cost = error is any StuckError ? 5 : 0
        let kind = "\(type(of: error)) \("\(error)".filter(\.isLetter))"
        fail(Failure(text: "The body threw an error: \(error)", place: nil, kind: kind, cost: cost))
    }

    /// Makes claims of swift-testing that fail in `body` a failure of this schedule.
    fileprivate func noticingClaims<Result>(_ body: () -> Result) -> Result {
        TestLibrary.noticingIssues {
            body()
        } with: { [weak self] text, place in
            self?.fail(Failure(text: text, place: place, cost: 1))
        }
    }
}
