// SPDX-License-Identifier: MIT

import PublisherKit
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Actions that are queued before and after calls of a test store.
@Suite struct PendingTests {
    private let outputs = Recorder<AnyActionHandler<Note>>()
    private let processed = Recorder<Note>()

    private func store(checks: TestChecks = .everything, schedule: Schedule = .inOrder) -> TestStore<Note, Notes> {
        TestStore(
            initialState: Notes(),
            reducer: .reduce { [processed] note, _ in processed.record(note) },
            middleware: Outlet(outputs: outputs),
            checks: checks,
            schedule: schedule
        )
    }

    /// Dispatches on a thread that does not take the test's steps.
    private func dispatchOffTheTest(_ note: Note) {
        onThreads(1) { [outputs] _ in outputs.events.last?.dispatch(note) }
    }

    @Test func initialWorkOfMiddlewaresStartsWithTheStore() {
        let begun = Recorder<Int>()
        let test = TestStore(initialState: Notes(), reducer: .notes, middleware: Outlet(outputs: outputs, begun: begun))
        #expect(begun.events == [1])
        test.finish()
    }

    @Test func actionDispatchedByTheTestIsProcessedByTheNextCall() {
        let test = store()
        test.finish()
        outputs.events.first?.dispatch(.said("a"))
        #expect(processed.events == [])
        test.receive(.said("a"))
        #expect(processed.events == [.said("a")])
        test.finish()
    }

    @Test func queuedActionIsProcessedByFinish() {
        let texts = failures {
            let test = store()
            dispatchOffTheTest(.said("a"))
            test.finish()
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("finish: The test store is not finished.\nUnreceived actions:\n  said") == true)
    }

    @Test func queuedActionIsSkipped() {
        let test = store()
        dispatchOffTheTest(.said("a"))
        test.skipActions()
        outputs.events.first?.startTask { [clock = test.clock] _ in try? await clock.sleep(for: .seconds(1)) }
        test.skipRuns()
        test.finish()
        #expect(test.runs.count == 1)
    }

    @Test func queuedActionIsProcessedByKill() {
        let test = store()
        dispatchOffTheTest(.said("a"))
        test.kill()
        #expect(processed.events == [.said("a")])
        #expect(test.actions.map(\.action) == [.said("a")])
        // Nothing is left to receive, and `finish()` is not required.
        #expect(failures { test.finish() } == [])
    }

    @Test func killedStoreNeedsNoFinish() {
        #expect(failures { store().kill() } == [])
    }

    @Test func emptyTestNeedsFinish() {
        let texts = failures { _ = store() }
        #expect(texts.count == 1)
        #expect(texts.first?.hasSuffix("\nNothing is pending. Call finish() at the end of the test.") == true)
    }

    @Test func runIsReportedWithItsFirstDeadline() {
        let test = notesStore([
            "two": { work in
                await withTaskGroup { group in
                    for seconds in [3, 1, 2] { group.addTask { try? await work.sleep(.seconds(seconds)) } }
                }
            }
        ])
        test.send(.go("two")) { $0.list = ["two"] }
        #expect(test.runs.map(\.waitsFor) == [.time(.seconds(1))])
        test.run()
        test.finish()
    }

    @Test func skippedRunIsListedButNotAwaited() async {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        let test = notesStore(["listen": { _ in for await _ in never {} }])
        test.send(.go("listen")) { $0.list = ["listen"] }
        test.skipRuns()
        await test.settle(within: .zero)
        test.finish()
        #expect(test.runs.map(\.waitsFor) == [.outside])
        end.finish()
    }

    /// The source equals that of the test's action in two of three parts.
    ///
    /// The action is processed before it.
    @Test func actionOfAnotherSourceIsNotTheOneThatTheTestSends() {
        let line: UInt = #line + 13
        for (file, function, line) in [
            ("Other.swift", #function, line), (#fileID, "other()", line), (#fileID, #function, line + 1),
        ] {
            let other = ActionSource(file: file, function: function, line: line, info: nil)
            exploreSchedules(20) { schedule in
                let test = TestStore(
                    initialState: Notes(),
                    reducer: .notes,
                    middleware: Outlet(outputs: outputs),
                    schedule: schedule
                )
                onThreads(1) { _ in outputs.events.last?.dispatch(.said("elsewhere"), from: other) }
                test.send(.said("here")) { $0.list.append("here") }
                test.receive(.said("elsewhere")) { $0.list.append("elsewhere") }
                test.finish()
            }
        }
    }

    @Test func secondWorldDoesNotEndTheScheduleOfAStore() {
        exploreSchedules(3) { schedule in
            let test = notesStore(["tea": { $0.say("hot") }], schedule: schedule)
            _ = TestWorld(schedule: schedule).clock
            test.send(.go("tea")) { $0.list = ["tea"] }
            test.receive(.said("hot")) { $0.list.append("hot") }
            test.finish()
        }
    }

    @Test func storeThatOutlivesItsScheduleProcessesActions() {
        var kept: TestStore<Note, Notes>?
        exploreSchedules(1) { kept = store(checks: .onlyWhatIsSaid, schedule: $0) }
        let before = processed.events.count
        dispatchOffTheTest(.said("late"))
        #expect(processed.events.dropFirst(before) == [.said("late")])
        extendLifetime(kept)
    }
}

/// Gives its output to the test, and starts a task on request.
private struct Outlet: MiddlewareProtocol {
    let outputs: Recorder<AnyActionHandler<Note>>
    var begun: Recorder<Int>?

    func receiveContext(getState: @escaping GetState<Notes>, output: AnyActionHandler<Note>) {
        outputs.record(output)
        if let begun { output.startTask { _ in begun.record(1) } }
    }

    func handle(action: Note, from source: ActionSource, state: @escaping GetState<Notes>) -> IO<Note> { .pure() }
}
