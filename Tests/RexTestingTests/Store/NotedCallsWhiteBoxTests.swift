// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherTesting
import RexCore
import Testing

@testable import RexTesting

/// The calls of a test and their effects in the failure of an exploration.
@Suite struct NotedCallsWhiteBoxTests {
    @Test func eachCallIsListedBeforeItsSteps() throws {
        let exploration = Exploration(.choices([]), lateness: .zero, keepsEvents: true)
        let test = notesStore(
            ["tea": { try await $0.sleep(.seconds(1)) }],
            checks: .onlyWhatIsSaid,
            schedule: Schedule(exploration: exploration)
        )
        let scheduler = TestScheduler(clock: test.clock)
        test.send(.go("tea"))
        test.receive(.said("hot"))
        _ = test.receive(\.said)
        scheduler.schedule {}
        test.advance(by: .seconds(-1))
        test.advance(by: .milliseconds(1))
        test.advance()
        test.advance()
        test.run()
        test.run(limit: 3)
        try test.perform {}
        test.expect { _ in false }
        test.expect(false)
        scheduler.schedule {}
        test.finish()
        test.kill()
        #expect(exploration.program == Self.program.map { "test.\($0)" })
        #expect(exploration.lines == Self.lines)
        exploration.end()
    }

    private static let program = [
        "send(.go(\"tea\"))", "receive(.said(\"hot\"))", "receive", "advance(by: .seconds(-1))",
        "advance(by: .milliseconds(1))", "advance()", "advance()", "run()", "run(limit: 3)",
        "perform { … }", "finish()", "kill()",
    ]

    private static let lines = [
        "  the test calls send(.go(\"tea\"))", "    processed: go(\"tea\")",
        "  Work tea at Notes.swift:48 [run 1] starts",
        "  the test calls receive(.said(\"hot\"))", "  the test calls receive",
        "  the test calls advance(by: .seconds(-1))", "  the test calls advance(by: .milliseconds(1))",
        "  work of the test scheduler runs", "  the test calls advance()", "  the time is 1.0 seconds",
        "  Work tea at Notes.swift:48 [run 1] continues", "  the test calls advance()", "  the test calls run()",
        "  the test calls run(limit: 3)", "  the test calls perform { … }", "  the test continues",
        "  the test calls expect { … }", "  the test calls expect(…)", "  the test calls finish()",
        "  work of the test scheduler runs", "  the test calls kill()", "  the store is killed",
    ]

    @Test func actionsOfAMiddlewareAreOneChoice() {
        let exploration = Exploration(.choices([]), lateness: .zero)
        let test = TestStore(
            initialState: Notes(),
            reducer: .notes,
            middleware: AnyMiddleware<Note, Note, Notes> { note, source, _ in
                IO { output in
                    for _ in 0..<(note == .go("a") ? 3 : 0) { output.dispatch(.said("b"), from: source) }
                }
            },
            checks: .onlyWhatIsSaid,
            schedule: Schedule(exploration: exploration)
        )
        test.send(.go("a"))
        test.finish()
        #expect(exploration.choices.map(\.count) == [2])
        exploration.end()
    }
}
