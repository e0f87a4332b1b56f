// SPDX-License-Identifier: MIT

import EffectMiddleware
import RequestMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

@Suite struct RequestPolicyTests {
    @Test func debouncedRequestRequestsTheLastInputAfterAPause() {
        let asked = Recorder<Int>()
        let test = answersStore(Answers(), .debounced(for: .milliseconds(300))) { input, _ in
            asked.record(input)
            return [input]
        }
        for input in 1...3 {
            test.send(.start(input)) { $0.start(input) }
            test.advance(by: .milliseconds(299))
        }
        #expect(test.state.phase == .running(3, attempt: 1))
        #expect(asked.events.isEmpty)
        test.advance(by: .milliseconds(1))
        test.receive(.answered([3])) { $0.answer([3]) }
        #expect(asked.events == [3])
        test.finish()
    }

    @Test func phaseHasTheAttempt() {
        let test = answersStore(Answers(), .retrying(2, delay: .constant(.seconds(1)))) { _, _ in throw Refusal() }
        test.send(.start(1)) { $0.start(1) }
        #expect(test.state.phase == .running(1, attempt: 1))
        test.advance(by: .seconds(1))
        test.receive(.attempted(2)) { $0.noteAttempt(2) }
        #expect(test.state.phase == .running(1, attempt: 2))
        test.advance(by: .seconds(1))
        test.receive(.attempted(3)) { $0.noteAttempt(3) }
        test.receive(.failed(RequestFailure("refused 403"))) { $0.fail(RequestFailure("refused 403")) }
        test.finish()
    }

    @Test func errorRejectedByTheConditionIsNotRetried() {
        let isWorthIt: @Sendable (any Error) -> Bool = { ($0 as? Refusal)?.code == 503 }
        let test = answersStore(Answers(), .retrying(5, if: isWorthIt)) { input, _ in throw Refusal(code: input) }
        test.send(.start(404)) { $0.start(404) }
        test.receive(.failed(RequestFailure("refused 404"))) { $0.fail(RequestFailure("refused 404")) }
        test.finish()
    }

    @Test func attemptOfARestoredStateIsCorrected() {
        let kept = Recorder<Answers>()
        let first = answersStore(Answers(), .retrying(1, delay: .constant(.seconds(1))), checks: .onlyWhatIsSaid) {
            guard try await isSecond($1) else { throw Refusal() }
            return [$0]
        }
        first.send(.start(1))
        first.advance(by: .seconds(1))
        kept.record(first.state)
        #expect(first.state.phase == .running(1, attempt: 2))
        let second = answersStore(kept.events[0], checks: .onlyWhatIsSaid) { input, clock in
            try await clock.sleep(for: .seconds(1))
            return [input]
        }
        #expect(second.state.phase == .running(1, attempt: 1))
        second.advance(by: .seconds(1))
        #expect(second.state.phase == .done(1))
    }

    @Test func firstAttemptOfARestoredStateSendsNothing() {
        var kept = Answers()
        kept.start(1)
        let test = answersStore(kept)
        test.receive(.answered([1])) { $0.answer([1]) }
        test.finish()
    }

    @Test func slowRequestFails() {
        let test = answersStore(Answers(), .timeout(.seconds(10))) { input, clock in
            try await clock.sleep(for: .seconds(input))
            return [input]
        }
        test.send(.start(9)) { $0.start(9) }
        test.advance(by: .seconds(9))
        test.receive(.answered([9])) { $0.answer([9]) }
        test.send(.start(11)) { $0.start(11) }
        test.advance(by: .seconds(10))
        let failure = test.receive(\.failed) { $0.fail(RequestFailure(EffectTimeout(duration: .seconds(10)))) }
        #expect(failure?.isTimeout == true)
        #expect(test.state.output == [9])
        test.finish()
    }

    @Test func eachAttemptHasItsTimeLimit() {
        let test = answersStore(Answers(), .timeout(.seconds(1)).retrying(1), checks: .onlyWhatIsSaid) { input, clock in
            try await clock.sleep(for: .seconds(2))
            return [input]
        }
        test.send(.start(1))
        test.advance(by: .seconds(1))
        #expect(test.state.phase == .running(1, attempt: 2))
        test.advance(by: .seconds(1))
        #expect(test.state.failure?.isTimeout == true)
    }

    @Test func requestRunsWithItsPriority() async {
        let priorities = Recorder<TaskPriority>()
        for policy in [RequestPolicy.priority(.high), .immediate.priority(.low), .priority(nil)] {
            let store = Store(
                initialState: Answers(),
                feature: Feature<AnswersAction, Answers, Void>.request(policy) { input, _ in
                    priorities.record(Task.currentPriority)
                    return [input]
                },
                dependencies: (),
                environment: StoreEnvironment(priority: .utility)
            )
            store.dispatch(.start(1))
            await store.settled()
            #expect(store.state.output == [1])
        }
        #expect(priorities.events == [.high, .low, .utility])
    }

    @Test func optionsAreCombined() {
        let calls = Recorder<Int>()
        let policy = RequestPolicy.priority(nil).timeout(.seconds(1)).retrying(1).debounced(for: .seconds(2))
        let test = answersStore(Answers(), policy, checks: .onlyWhatIsSaid) { input, clock in
            calls.record(input)
            try await clock.sleep(for: .seconds(5))
            return [input]
        }
        test.send(.start(1))
        test.advance(by: .milliseconds(1_999))
        #expect(calls.events.isEmpty)
        test.advance(by: .seconds(3))
        #expect(calls.events == [1, 1])
        #expect(test.state.failure?.isTimeout == true)
    }

    // MARK: Failures

    @Test func failureMayHaveACustomType() {
        let feature = Feature<TypedRequestAction<Int, [Int], Refusal>, TypedRequest<Int, [Int], Refusal>, Void>
            .request(.immediate, failure: { $0 as? Refusal ?? Refusal(code: 0) }) { input, _ in
                guard input == 1 else { throw CancellationError() }
                throw Refusal(code: 418)
            }
        let test = TestStore(initialState: TypedRequest(), feature: feature, dependencies: ())
        test.send(.start(1)) { $0.start(1) }
        test.receive(.failed(Refusal(code: 418))) { $0.fail(Refusal(code: 418)) }
        #expect(test.state.failure?.code == 418)
        test.send(.start(2)) { $0.start(2) }
        test.receive(.failed(Refusal(code: 0))) { $0.fail(Refusal(code: 0)) }
        test.finish()
    }

    @Test func failureOfAnErrorHasItsDescription() {
        #expect(RequestFailure(Refusal()) == RequestFailure("refused 403"))
        #expect(!RequestFailure(Refusal()).isTimeout)
        #expect(RequestFailure(EffectTimeout(duration: .seconds(1))).isTimeout)
        let failure = RequestFailure("no", isTimeout: true)
        #expect(RequestFailure(failure) == failure)
        #expect("\(failure)" == "no")
    }

    @Test func loadThatThrowsCancellationWithoutBeingCancelledFails() {
        let test = answersStore { _, _ in throw CancellationError() }
        test.send(.start(1)) { $0.start(1) }
        test.receive(.failed(RequestFailure(CancellationError()))) { $0.fail(RequestFailure(CancellationError())) }
        #expect(!test.state.isRunning)
        test.finish()
    }
}

private func isSecond(_ clock: TestClock) async throws -> Bool {
    let isSecond = clock.now.offset > .zero
    if isSecond { try await clock.sleep(for: .seconds(9)) }
    return isSecond
}
