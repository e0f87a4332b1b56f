// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Bugs that the normal order of steps hides.
@Suite struct SeededBugTests {
    private enum Act: Sendable, Equatable {
        case typed(String)
        case cleared
        case found(String)
    }

    private struct Page: Sendable, Equatable {
        var text = ""
        var result: String?
        var lookups = 0
    }

    private static let page = Reducer<Act, Page>.reduce { act, page in
        switch act {
        case .typed(let text): page.text = text
        case .cleared: (page.text, page.result) = ("", nil)
        case .found(let text): page.result = text
        }
    }

    /// Checks that the normal order passes, and returns the failures that an exploration finds.
    private func explore(
        _ middleware: @escaping @Sendable () -> AnyMiddleware<Act, Act, Page>,
        _ body: (TestStore<Act, Page>) -> Void
    ) -> (plain: [String], explored: [String]) {
        func run(_ schedule: Schedule) {
            let test = TestStore(
                initialState: Page(),
                reducer: Self.page,
                middleware: middleware(),
                schedule: schedule
            )
            body(test)
        }
        return (failures { run(.inOrder) }, failures { exploreSchedules(1_000) { run($0) } })
    }

    /// A lookup that takes a step of its own.
    private static func find(_ text: String) async -> String {
        await Task.yield()
        return "result of \(text)"
    }

    /// Explores a lookup that `start` starts and `.cleared` cancels.
    ///
    /// Its answer must not be kept.
    private func exploreClearing(
        _ start: @escaping @Sendable (AnyActionHandler<Act>, ActionSource, String) -> StoreTask
    ) -> (plain: [String], explored: [String]) {
        explore {
            let running = Lock<StoreTask?>(nil)
            return AnyMiddleware { act, source, _ in
                switch act {
                case .typed(let text):
                    IO { output in
                        let task = start(output, source, text)
                        running.withLock { $0 = task }
                    }
                case .cleared: IO { _ in running.withLock { $0 }?.cancel() }
                case .found: .pure()
                }
            }
        } _: { test in
            test.send(.typed("a")) { $0.text = "a" }
            test.send(.cleared) { ($0.text, $0.result) = ("", nil) }
            test.run()
            test.skipActions()
            test.expect { $0.result == nil }
            test.finish()
        }
    }

    @Test func answerAfterACancellationIsFound() {
        let (plain, explored) = exploreClearing { output, source, text in
            output.startTask(from: source.derived(by: "Lookup")) { _ in
                // The bug: the middleware's output is not revoked.
                output.dispatch(.found(await Self.find(text)), from: source)
            }
        }
        #expect(plain == [])
        #expect(explored.count == 1)
        #expect(explored.first?.contains("One reordered step, marked with !, is enough") == true)
    }

    @Test func missingGenerationIsFound() {
        let (plain, explored) = explore {
            AnyMiddleware { act, source, _ in
                guard case .typed(let text) = act else { return .pure() }
                // The bug: the answer does not identify its text, so an old answer looks like a new one.
                return .task(from: source.derived(by: "Lookup")) { output in
                    output.dispatch(.found(await Self.find(text)), from: source)
                }
            }
        } _: { test in
            test.send(.typed("a")) { $0.text = "a" }
            test.send(.typed("ab")) { $0.text = "ab" }
            test.run()
            test.skipActions()
            test.expect { $0.result == "result of ab" }
            test.finish()
        }
        #expect(plain == [])
        #expect(explored.count == 1)
    }

    @Test func counterWithoutALockIsFound() {
        let (plain, explored) = explore {
            let counter = Lock(0)
            return AnyMiddleware { act, source, _ in
                guard case .typed = act else { return .pure() }
                return .task(from: source.derived(by: "Count")) { output in
                    // The bug: other tasks count between the read and the write.
                    let count = counter.withLock { $0 }
                    await Task.yield()
                    counter.withLock { $0 = count + 1 }
                    output.dispatch(.found("\(count + 1)"), from: source)
                }
            }
        } _: { test in
            for text in ["a", "b", "c"] { test.send(.typed(text)) { $0.text = text } }
            test.run()
            test.skipActions()
            test.expect { $0.result == "3" }
            test.finish()
        }
        #expect(plain == [])
        #expect(explored.count == 1)
    }

    @Test func queuedActionOfACancelledTaskIsDropped() {
        let (plain, explored) = exploreClearing { output, source, text in
            output.startTask(from: source.derived(by: "Lookup")) { output in
                // Correct: the output of the task is revoked, including its queued actions.
                output.dispatch(.found(await Self.find(text)), from: source)
            }
        }
        #expect(plain == [])
        #expect(explored == [])
    }
}
