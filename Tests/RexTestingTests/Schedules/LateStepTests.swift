// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Steps that are late for a deadline whose timer was cancelled.
@Suite struct LateStepTests {
    /// A store whose newest run answers after a millisecond.
    ///
    /// Older runs are cancelled.
    private func store(_ schedule: Schedule) -> CorpusApp {
        CorpusApp(
            Acting().on(\.go, .latest) { value, effect in
                try await effect.sleep(for: .milliseconds(1))
                effect.send(.done(value))
            },
            in: .test(TestWorld(schedule: schedule))
        )
    }

    private func explore(_ use: (CorpusApp) throws -> Void) -> [String] {
        failures {
            exploreSchedules(200, seed: 1) { schedule in
                let test = store(schedule)
                test.send(.go(1))
                test.send(.go(2))
                try use(test)
                let done = test.state.done
                try require(done == [2], "the newest run has not answered: \(done)")
            }
        }
    }

    @Test func runTakesAllStepsAndDeadlines() {
        #expect(explore { $0.run() } == [])
    }

    @Test func advanceTakesStepsThatAreTooLateForItsEnd() {
        #expect(explore { $0.advance(by: .seconds(10)) } == [])
    }

    @Test func performDoesNotWaitOutsideWhileStepsAreReady() {
        let texts = failures {
            exploreSchedules(200, seed: 1) { schedule in
                let world = TestWorld(schedule: schedule)
                let test = TestStore(
                    initialState: Facts(),
                    reducer: .facts,
                    middleware: Acting().on(\.go, .latest) { _, effect in
                        try await effect.sleep(for: .milliseconds(1))
                    },
                    checks: .onlyWhatIsSaid,
                    in: world
                )
                test.send(.go(1))
                test.send(.go(2))
                try test.perform {
                    for _ in 0..<3 { await Task.yield() }
                }
            }
        }
        #expect(texts == [])
    }
}
