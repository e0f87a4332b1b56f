// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// A `Task { }` of a run that outlives the run.
///
/// Tests are tasks too. A task with a higher priority overtakes them when it has to take a step meanwhile.
@Suite struct EscapedTaskTests {
    private func store(
        checks: TestChecks = .onlyWhatIsSaid,
        schedule: Schedule = .inOrder,
        _ body: @escaping @Sendable (Work) async throws -> Void
    ) -> TestStore<Note, Notes> {
        notesStore(["a": body], checks: checks, schedule: schedule)
    }

    @Test(arguments: [TestChecks.everything, .onlyWhatIsSaid]) func sleepingTaskIsReported(checks: TestChecks) {
        let texts = failures {
            let test = store(checks: checks) { work in
                Task(priority: .high) {
                    try await work.sleep(.seconds(3))
                    work.say("late")
                }
            }
            test.send(.go("a")) { $0.list = ["a"] }
            test.finish()
        }
        #expect(texts.count == 1)
        let wanted = "because of go(\"a\"), sleeps until 3.0 seconds"
        #expect(
            texts.first?.contains("Tasks that outlive their runs:\n  a `Task { }` of Work a")
                == true
        )
        #expect(texts.first?.hasSuffix(wanted) == true, "\(texts)")
    }

    @Test func taskThatWaitsOutsideIsReported() {
        let (silence, end) = AsyncStream.makeStream(of: Int.self)
        let texts = failures {
            let test = store { _ in Task { for await _ in silence {} } }
            test.send(.go("a"))
            test.finish()
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasSuffix("is running") == true, "\(texts)")
        end.finish()
    }

    @Test func taskThatItsRunAwaitsIsNotReported() async {
        let test = store { work in
            await Task { await Task.yield() }.value
            work.say("b")
        }
        test.send(.go("a"))
        await test.settle()
        test.finish()
        #expect(test.state.list == ["a", "b"])
    }

    @Test func taskThatEndsSoonIsNotReported() {
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        let test = store { _ in Task(priority: .high) { for await _ in ends {} } }
        test.send(.go("a"))
        onThreads(1) { _ in end.finish() }
        test.finish()
    }

    @Test func taskOfANestedRunBelongsToThatRun() {
        let (silence, end) = AsyncStream.makeStream(of: Int.self)
        let texts = failures {
            let test = notesStore(
                [
                    "a": { work in work.output.dispatch(.go("b"), from: work.source) },
                    "b": { _ in for await _ in silence {} },
                ],
                checks: .onlyWhatIsSaid
            )
            test.send(.go("a"))
            test.finish()
        }
        #expect(texts == [])
        end.finish()
    }

    @Test func skippedTaskIsNotReported() {
        let (silence, end) = AsyncStream.makeStream(of: Int.self)
        let test = store { _ in Task { for await _ in silence {} } }
        test.send(.go("a"))
        test.skipRuns()
        test.finish()
        end.finish()
    }

    @Test func taskOfAKilledStoreIsNotReported() {
        let (silence, end) = AsyncStream.makeStream(of: Int.self)
        let test = store { _ in Task { for await _ in silence {} } }
        test.send(.go("a"))
        test.kill()
        test.finish()
        end.finish()
    }

    @Test func explorationReportsAnEscapedTask() {
        let (silence, end) = AsyncStream.makeStream(of: Int.self)
        let texts = failures {
            exploreSchedules(5) { schedule in
                let test = store(schedule: schedule) { _ in Task { for await _ in silence {} } }
                test.send(.go("a"))
                test.finish()
            }
        }
        #expect(texts.count == 1)
        end.finish()
    }
}
