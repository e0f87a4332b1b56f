// SPDX-License-Identifier: MIT

import EffectMiddleware
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The contract of a request, in any order of steps.
@Suite struct RequestContractTests {
    static let count = hasFewRounds ? 200 : 1_000

    private func store(
        _ schedule: Schedule,
        _ request: Answers = Answers(),
        _ policy: RequestPolicy = .immediate,
        load: @escaping @Sendable (Int, TestClock) async throws -> [Int]
    ) -> AnswersStore {
        answersStore(request, policy, checks: .onlyWhatIsSaid, in: TestWorld(schedule: schedule), load: load)
    }

    @Test func stateDeterminesTheRunAfterEveryAction() {
        exploreSchedules(Self.count) { schedule in
            let test = store(schedule) { input, clock in
                try await clock.sleep(for: .milliseconds(10))
                if input.isMultiple(of: 2) { throw Refusal() }
                return [input]
            }
            let actions: [AnswersAction] = [.start(1), .start(2), .cancel, .retry, .reset]
            for _ in 0..<schedule.int(in: 1...6, "actions") {
                test.send(schedule.element(of: actions, "action"))
                if schedule.bool("time goes on") { test.advance(by: .milliseconds(schedule.int(in: 1...12))) }
                let (runs, state) = (test.runs.filter { !$0.isCancelled }, test.state)
                test.expect(runs.count == (state.isRunning ? 1 : 0), "\(runs) while \(state.phase)")
            }
            test.run()
            test.expect { !$0.isRunning }
        }
    }

    @Test func stateDeterminesTheRunAfterARestart() {
        exploreSchedules(Self.count) { schedule in
            let world = TestWorld(schedule: schedule)
            let load: @Sendable (Int, TestClock) async throws -> [Int] = { input, clock in
                try await clock.sleep(for: .milliseconds(10))
                return [input]
            }
            let first = answersStore(Answers(), checks: .onlyWhatIsSaid, in: world, load: load)
            first.send(.start(1))
            first.advance(by: .milliseconds(schedule.int(in: 0...12)))
            let kept = first.state
            first.kill()
            let second = answersStore(kept, checks: .onlyWhatIsSaid, in: world, load: load)
            second.expect(second.runs.count == (kept.isRunning ? 1 : 0), "\(second.runs) after \(kept.phase)")
            second.run()
            second.expect { $0.phase == .done(1) && $0.output == [1] }
        }
    }

    @Test(arguments: [(.start(2), 2), (.cancel, nil), (.reset, nil)] as [(AnswersAction, Int?)])
    func answerOfAnEndedRunIsNotProcessed(ending: AnswersAction, next: Int?) {
        exploreSchedules(Self.count) { schedule in
            let gate = AsyncGate()
            let test = store(schedule) { input, _ in
                guard input == 1 else { return [input] }
                await gate.wait()
                if schedule.bool("fails") { throw Refusal() }
                return [input]
            }
            test.send(.start(1))
            if schedule.bool("answers before") { gate.open() }
            test.send(ending)
            gate.open()
            test.run()
            let later = test.actions.map(\.action).drop { $0 != ending }
            let late = later.filter { $0 == .answered([1]) || $0.failed != nil }
            test.expect(late.isEmpty, "\(late) came after \(ending)")
            test.expect { !$0.isRunning }
            if let next { test.expect { $0.phase == .done(next) } }
        }
    }

    @Test func repeatedStartsLeaveOneRun() {
        exploreSchedules(Self.count) { schedule in
            let test = store(schedule) { input, clock in
                try await clock.sleep(for: .milliseconds(input))
                return [input]
            }
            for input in [30, 20, 10] {
                test.send(.start(input))
                test.expect(test.runs.count { !$0.isCancelled } == 1)
            }
            test.run()
            test.expect(test.actions.compactMap(\.action.answered) == [[10]])
        }
    }

    @Test func optimisticEditSurvivesLateAnswers() {
        exploreSchedules(Self.count) { schedule in
            var edited = Answers(output: [1])
            edited.start(1)
            edited.edit { $0.append(2) }
            if schedule.bool("is confirmed before the answer") { edited.confirm() }
            let hasIt = Recorder<Bool>()
            let test = store(schedule, edited) { _, clock in
                // The first answer is from before the edit.
                defer { hasIt.record(true) }
                let output = hasIt.events.isEmpty ? [1] : [1, 2]
                try await clock.sleep(for: .milliseconds(1))
                return output
            }
            test.expect { $0.output == [1, 2] }
            test.run()
            test.expect { $0.output == [1, 2] && $0.phase == .done(1) }
            test.expect(hasIt.events.count == (edited.pendingEdits.isEmpty ? 2 : 1))
        }
    }

    @Test func runStartedAfterAConfirmationIsNotReplacedByTheLastEdit() {
        exploreSchedules(Self.count) { schedule in
            var request = Answers(output: [1])
            let edits = [request.edit { $0.append(2) }, request.edit { $0.append(3) }]
            request.start(0)
            request.answer([1, 2])
            request.confirm(edits[0])
            request.start(0)
            let asked = Recorder<Int>()
            let desk = Desk(request: request, edits: [3: edits[1]])
            let feature = Feature<DeskAction, Desk, TestClock>.combine {
                Feature { action, desk in desk.reduce(action) }
                Feature<AnswersAction, Answers, TestClock>.request { input, clock in
                    asked.record(input)
                    try await clock.sleep(for: .milliseconds(5))
                    return [1, 2]
                }
                .lift(case: DeskAction.request, state: \.request)
            }
            let world = TestWorld(schedule: schedule)
            let test = TestStore(
                initialState: desk,
                feature: feature,
                dependencies: world.clock,
                checks: .onlyWhatIsSaid,
                in: world
            )
            test.advance(by: .milliseconds(1))
            test.expect(asked.events == [0])
            test.send(.end(3, isConfirmed: false))
            test.run()
            test.expect(asked.events == [0], "\(asked.events)")
            test.expect { $0.request.output == [1, 2] && $0.request.phase == .done(0) }
        }
    }

    @Test func failureRollsBackOnlyItsEdit() {
        exploreSchedules(Self.count) { schedule in
            var edited = Answers(output: [1])
            let edits = [2, 3, 4].map { number in edited.edit { $0.append(number) } }
            edited.start(1)
            var ends = [0, 1, 2]
            let failed = schedule.int(in: 0...2, "fails")
            while !ends.isEmpty {
                let index = ends.remove(at: schedule.int(in: 0...ends.count - 1, "ends"))
                if index == failed { edited.rollback(edits[index]) } else { edited.confirm(edits[index]) }
                let lost = edited.output?.contains(failed + 2)
                #expect(lost == ends.contains(failed))
                #expect(edited.output?.count == (ends.contains(failed) ? 4 : 3))
            }
            #expect(edited.output.map(Set.init) == Set([1, 2, 3, 4]).subtracting([failed + 2]))
        }
    }

    @Test func retriesTimeoutsAndDebouncesUseTheStoresClock() {
        exploreSchedules(Self.count, lateness: .zero) { schedule in
            let calls = Recorder<Duration>()
            let policy = RequestPolicy.debounced(for: .milliseconds(50)).timeout(.milliseconds(100))
                .retrying(1, delay: .constant(.milliseconds(25)))
            let test = store(schedule, Answers(), policy) { input, clock in
                calls.record(clock.now.offset)
                try await clock.sleep(for: .seconds(9))
                return [input]
            }
            test.send(.start(1))
            test.advance(by: .milliseconds(10))
            test.send(.start(2))
            test.run()
            test.expect(calls.events == [.milliseconds(60), .milliseconds(185)], "\(calls.events)")
            test.expect(test.clock.now.offset == .milliseconds(285))
            test.expect { $0.failure?.isTimeout == true }
        }
    }
}
