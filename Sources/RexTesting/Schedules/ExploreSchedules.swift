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
/// Every claim of a test store, a thrown error, `#require` and `#expect` fail a schedule, which
/// ends the exploring. Assertions of XCTest do not: they are reported as ever, for each schedule.
///
/// A schedule says which of the steps that are ready is next: what a run does from one `await` to
/// the next, one action that waits in a store, or work of the ``TestScheduler``. Nothing comes
/// between two actions that a run sends without an `await`. It says whether what a run sends is
/// processed before its call returns, and whether a step is late, so that the time goes on before
/// it is taken. It says when the test goes on:
/// ``TestStore/send(_:_:fileID:filePath:line:column:function:)`` and
/// ``TestStore/advance(by:fileID:filePath:line:column:)`` may return before all steps are taken;
/// all else of a test store takes them first. And it answers what the test asks, see ``Schedule``.
///
/// If there are few enough, all are tried. The first failure ends the exploring. Then the schedule
/// is made smaller: fewer calls of the test, fewer steps out of their order, smaller answers. The
/// failure is reported at the place of this call, with the steps of that schedule, the calls of the
/// test, and the seed. A claim of `#expect` is shown as a known issue by swift-testing each time it
/// fails meanwhile, some 25 times at most.
///
/// The last call of `body` is with the schedule that is reported. A `body` that makes nothing of
/// its schedule fails: give it to the ``TestStore`` or ``TestWorld`` that it makes. To see a trap
/// again, which ends the process, pass a seed beforehand.
///
/// - Parameters:
///   - count: how many schedules, fewer than one fail the test; the first one is that in which
///     steps come in their order, and if that leaves no choice it is the only one.
///   - seed: the seed that a failure has named, to see it again; without one each call draws
///     others.
///   - lateness: how late a step may be; zero for none.
///   - body: the test, the same each time but for the schedule.
/// - Returns: how many were tried, and whether these were all.
@discardableResult
public func exploreSchedules(
    _ count: Int,
    seed: UInt64? = nil,
    lateness: Duration = .milliseconds(1),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ body: (Schedule) throws -> Void
) -> ExploredSchedules {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var search = ScheduleSearch(count, seed: seed, lateness: lateness, drawing: RandomSource.system.next())
    func explore(_ origin: ChoiceSource.Origin, keepsEvents: Bool = false) -> Exploration {
        let exploration = Exploration(origin, lateness: lateness, keepsEvents: keepsEvents)
        exploration.noticingClaims {
            do { try body(Schedule(exploration: exploration)) } catch { exploration.fail(error) }
            exploration.end()
        }
        return exploration
    }
    while let origin = search.next() { search.record(explore(origin)) }
    search.report(search.failing.map { explore(.choices($0.smallest), keepsEvents: true) }, at: place)
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
    _ body: @escaping @Sendable (Schedule) async throws -> Void
) async throws -> ExploredSchedules {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var search = ScheduleSearch(count, seed: seed, lateness: lateness, drawing: RandomSource.system.next())
    while let origin = search.next() {
        try Task.checkCancellation()
        let exploration = await explore(origin, lateness, keepsEvents: false, body)
        try Task.checkCancellation()
        search.record(exploration)
    }
    var shown: Exploration?
    if let failing = search.failing {
        shown = await explore(.choices(failing.smallest), lateness, keepsEvents: true, body)
    }
    search.report(shown, at: place)
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
