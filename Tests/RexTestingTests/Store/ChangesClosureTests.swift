// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Closures that describe no change.
@Suite struct ChangesClosureTests {
    private enum Step: Sendable {
        case add(Int), echo(Int)

        var echo: Int? { if case .echo(let number) = self { number } else { nil } }
    }

    private static let unneeded = "The closure changes nothing: remove it."

    /// A store that adds numbers, and answers an echo by adding its number.
    private func store(
        _ checks: TestChecks = .everything,
        schedule: Schedule = .inOrder
    ) -> TestStore<Step, Int> {
        TestStore(
            initialState: 0,
            reducer: .reduce { step, sum in if case .add(let number) = step { sum += number } },
            middleware: EffectMiddleware<Step, Step, Int>().on(\.echo) { $1.send(.add($0)) },
            checks: checks,
            schedule: schedule
        )
    }

    @Test func closureThatChangesNothingFailsTheTest() {
        let texts = failures {
            let test = store()
            test.send(.echo(1)) { _ in }
            test.receive(.add(1)) { $0 = 1 }
            test.finish()
        }
        #expect(texts == ["send: \(Self.unneeded)"])
    }

    @Test func eachFormIsChecked() {
        let texts = failures {
            let test = store()
            test.send(.echo(0)) { $0 = 0 }
            test.receive(.add(0)) { $0 += 0 }
            test.sendIfPresent(.echo(0)) { $0 = 0 }
            test.receive({ if case .add(0) = $0 { true } else { nil } }, { $0 = 0 })
            test.finish()
        }
        #expect(texts == ["send", "receive", "sendIfPresent", "receive"].map { "\($0): \(Self.unneeded)" })
    }

    @Test func callsWithoutClosureExpectNoChange() {
        let test = store()
        test.send(.echo(0))
        test.receive(.add(0))
        test.sendIfPresent(.echo(0))
        test.receive { if case .add = $0 { true } else { nil } }
        test.finish()
        let texts = failures {
            let test = store()
            test.send(.add(1))
            test.send(.echo(1))
            test.receive(.add(1))
            test.sendIfPresent(.add(1))
            test.send(.echo(1))
            test.receive { if case .add = $0 { true } else { nil } }
        }
        #expect(texts.count == 4 && texts.allSatisfy { $0.contains("expects no change") }, "\(texts)")
    }

    @Test func closureThatChangesSomethingOnceIsNeeded() {
        let test = store()
        for number in [0, 2, 0] { test.send(.add(number)) { $0 += number } }
        test.finish()
    }

    @Test func loopWhoseClosureChangesNothingFailsOnce() {
        let texts = failures {
            let test = store()
            for _ in 0..<3 { test.send(.add(0)) { _ in } }
            test.finish()
        }
        #expect(texts == ["send: \(Self.unneeded)"])
    }

    @Test func failedTestHasNoSecondFailure() {
        let texts = failures {
            let test = store()
            test.send(.add(0)) { _ in }
            test.send(.add(1))
            test.finish()
        }
        #expect(texts.count == 1 && texts.first?.contains("expects no change") == true)
    }

    @Test func brokenInvariantIsTheOnlyFailure() {
        let texts = failures {
            let test = store()
            test.invariant("it is 0") { $0 == 0 }
            test.send(.add(0)) { _ in }
            test.send(.add(1)) { $0 = 1 }
            test.finish()
        }
        #expect(texts.count == 1 && texts.first?.hasPrefix("invariant") == true)
    }

    /// An exploration that has not tried all orders says so.
    @Test func rareNeedIsNotDenied() {
        let texts = failures {
            exploreSchedules(10) { schedule in
                let number = schedule.int(in: 0...1_000_000) == 777 ? 1 : 0
                let test = store(schedule: schedule)
                test.send(.add(number)) { $0 = number }
                test.finish()
            }
        }
        #expect(
            texts == [
                "send: The closure changes nothing in 10 different orders, perhaps not all: remove it, or explore more schedules."
            ]
        )
    }

    @Test func onlyWhatIsSaidChecksNoClosure() {
        let test = store(.onlyWhatIsSaid)
        test.send(.add(0)) { $0 = 0 }
        test.finish()
    }

    /// In an exploration a closure is needed if it changes something in one schedule.
    @Test(arguments: [true, false]) func explorationChecksAllSchedules(isSometimesNeeded: Bool) {
        let texts = failures {
            exploreSchedules(20) { schedule in
                let number = schedule.bool("one") && isSometimesNeeded ? 1 : 0
                let test = store(schedule: schedule)
                test.send(.add(number)) { $0 = number }
                test.finish()
            }
        }
        #expect(texts == (isSometimesNeeded ? [] : ["send: \(Self.unneeded)"]))
    }

    /// The store that needs the closure is killed, and the next one starts with the change.
    @Test func closureThatAKilledLaunchNeedsIsNeeded() {
        let texts = failures {
            exploreSchedules(20) { schedule in
                let world = TestWorld(schedule: schedule)
                let isKilled = schedule.bool("killed")
                for number in isKilled ? [1, 0] : [0] {
                    let test = TestStore(
                        initialState: 0,
                        reducer: Reducer<Int, Int>.reduce { $1 += $0 },
                        middleware: IdentityMiddleware<Int, Int, Int>(),
                        in: world
                    )
                    test.send(number) { $0 = number }
                    if number == 1 { test.kill() } else { test.finish() }
                }
            }
        }
        #expect(texts == [])
    }

    @Test func closureThatWasNeededBeforeTheFirstFinishIsNeeded() {
        let texts = failures {
            let test = store()
            for number in [1, 0] {
                test.send(.add(number)) { $0 += number }
                test.finish()
            }
        }
        #expect(texts == [])
    }

    @Test func closureThatPassesWritesNoTexts() {
        let written = Recorder<Void>()
        let test = TestStore(
            initialState: [],
            reducer: Reducer<Part, [Part]>.reduce { $1.append($0) },
            middleware: IdentityMiddleware<Part, Part, [Part]>()
        )
        for _ in 0..<3 { test.send(Part(written: written)) { $0.append(Part(written: written)) } }
        test.finish()
        #expect(written.events.isEmpty)
    }

    /// A part of a state that notes when its text is written.
    private struct Part: Sendable, CustomStringConvertible {
        let written: Recorder<Void>

        var description: String {
            written.record(())
            return "part"
        }
    }
}
