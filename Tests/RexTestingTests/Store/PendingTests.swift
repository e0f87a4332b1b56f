// SPDX-License-Identifier: MIT

import PublisherKit
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// What waits when a call of the test store comes, and what a call leaves.
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

    /// Dispatches where the test does not drain.
    private func dispatchElsewhere(_ note: Note) {
        onThreads(1) { [outputs] _ in outputs.events.last?.dispatch(note) }
    }

    @Test func storeBeginsWhatItsMiddlewaresStart() {
        let begun = Recorder<Int>()
        let test = TestStore(initialState: Notes(), reducer: .notes, middleware: Outlet(outputs: outputs, begun: begun))
        #expect(begun.events == [1])
        test.finish()
    }

    @Test func actionOfTheTestItselfIsProcessedByTheNextCall() {
        let test = store()
        test.finish()
        outputs.events.first?.dispatch(.said("a"))
        #expect(processed.events == [])
        test.receive(.said("a"))
        #expect(processed.events == [.said("a")])
        test.finish()
    }

    @Test func whatWaitsIsProcessedBeforeTheEnd() {
        let texts = failures {
            let test = store()
            dispatchElsewhere(.said("a"))
            test.finish()
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("finish: something is left.\nActions that were not received:\n  said") == true)
    }

    @Test func whatWaitsIsSkipped() {
        let test = store()
        dispatchElsewhere(.said("a"))
        test.skipActions()
        outputs.events.first?.startTask { [clock = test.clock] _ in try? await clock.sleep(for: .seconds(1)) }
        test.skipRuns()
        test.finish()
        #expect(test.runs.count == 1)
    }

    @Test func whatWaitsIsProcessedBeforeTheStoreIsKilled() {
        let test = store()
        dispatchElsewhere(.said("a"))
        test.kill()
        #expect(processed.events == [.said("a")])
        #expect(test.actions.map(\.action) == [.said("a")])
        // Nothing is left to receive, and nobody asks for its end.
        #expect(failures { test.finish() } == [])
    }

    @Test func killedStoreNeedsNoEnd() {
        #expect(failures { store().kill() } == [])
    }

    @Test func testThatDoesNothingNeedsAnEnd() {
        let texts = failures { _ = store() }
        #expect(texts.count == 1)
        #expect(texts.first?.hasSuffix("\nNothing is left of it; end the test with finish().") == true)
    }

    @Test func runWaitsForTheFirstOfItsMoments() {
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

    @Test func skippedRunIsThereAndNotWaitedFor() async {
        let (never, end) = AsyncStream.makeStream(of: Void.self)
        let test = notesStore(["listen": { _ in for await _ in never {} }])
        test.send(.go("listen")) { $0.list = ["listen"] }
        test.skipRuns()
        await test.settle(within: .zero)
        test.finish()
        #expect(test.runs.map(\.waitsFor) == [.outside])
        end.finish()
    }

    /// Two of three words of its place are those of the test's own action, ahead of which it is processed.
    @Test func actionFromElsewhereIsNotTheOneThatTheTestSends() {
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

    @Test func worldThatIsMadeBesideAStoreDoesNotEndItsSchedule() {
        exploreSchedules(3) { schedule in
            let test = notesStore(["tea": { $0.say("hot") }], schedule: schedule)
            _ = TestWorld(schedule: schedule).clock
            test.send(.go("tea")) { $0.list = ["tea"] }
            test.receive(.said("hot")) { $0.list.append("hot") }
            test.finish()
        }
    }

    @Test func storeThatOutlivesItsScheduleProcessesWhatComes() {
        var kept: TestStore<Note, Notes>?
        exploreSchedules(1) { kept = store(checks: .onlyWhatIsSaid, schedule: $0) }
        let before = processed.events.count
        dispatchElsewhere(.said("late"))
        #expect(processed.events.dropFirst(before) == [.said("late")])
        extendLifetime(kept)
    }
}

/// Gives its output to the test, and starts a task if that is asked for.
private struct Outlet: MiddlewareProtocol {
    let outputs: Recorder<AnyActionHandler<Note>>
    var begun: Recorder<Int>?

    func receiveContext(getState: @escaping GetState<Notes>, output: AnyActionHandler<Note>) {
        outputs.record(output)
        if let begun { output.startTask { _ in begun.record(1) } }
    }

    func handle(action: Note, from source: ActionSource, state: @escaping GetState<Notes>) -> IO<Note> { .pure() }
}
