// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Attempts that time out, and return late or never.
@Suite struct OutboxTimeoutTests {
    private let office = Office()
    private var post: Post { office.post }

    private func begin(limit: Int = 1) throws -> TestStore<DeskAction, Desk> {
        try office.begin(limit: limit, timeout: .seconds(5))
    }

    /// The actions that end an entry or an attempt.
    private func outcomes(_ test: TestStore<DeskAction, Desk>) -> [LettersAction] {
        test.news.filter { action in
            switch action {
            case .sent, .rejected, .cancelled, .failed: true
            default: false
            }
        }
    }

    private let failure = "EffectTimeout: it took longer than 5.0 seconds"

    // Once, a send that ignored its cancellation blocked its lane and the limit for ever.
    @Test func attemptThatNeverReturnsDoesNotBlockOthers() throws {
        let test = try begin()
        post.answer(1, .hang, .reject("no"))
        test.write(1)
        test.write(2)
        test.write(3, lane: "b")
        let id = try test.id(of: 1)
        test.advance(by: .milliseconds(4_999))
        #expect(post.calls == [1])
        test.advance(by: .milliseconds(1))
        #expect(outcomes(test).first == .failed(id, failure))
        #expect(post.calls == [1, 3])
        test.advance(by: .milliseconds(100))
        #expect(post.calls == [1, 3, 1, 2])
        #expect(test.phases == [1: .rejected("no")])
        #expect(test.state.letters[id]?.attempts == 2)
        test.send(.cancel(id))
        post.letHangingOnesGo()
        test.finish()
    }

    @Test func lateSuccessEndsTheEntryAndItsOtherAttempt() throws {
        let test = try begin()
        post.answer(1, .hang, .acceptLater(3_000))
        test.write(1)
        let id = try test.id(of: 1)
        test.advance(by: .milliseconds(5_200))
        #expect(test.phases == [1: .sending])
        post.letHangingOnesGo()
        #expect(test.phases.isEmpty)
        test.run()
        #expect(outcomes(test) == [.failed(id, failure), .sent(id, 1)])
        #expect(post.calls == [1, 1])
        test.finish()
    }

    @Test func entryIsSentOnceIfSeveralAttemptsSucceed() throws {
        let test = try begin()
        post.answer(1, .hang, .hang, .hang)
        test.write(1)
        let id = try test.id(of: 1)
        test.advance(by: .seconds(11))
        #expect(post.calls == [1, 1, 1])
        post.letHangingOnesGo()
        test.run()
        #expect(outcomes(test) == [.failed(id, failure), .failed(id, failure), .sent(id, 1)])
        test.finish()
    }

    @Test(arguments: [Post.Answer.hangAndFail, .hangAndReject]) func lateFailureOrRejectionIsIgnored(
        answer: Post.Answer
    ) throws {
        let test = try begin()
        post.answer(1, answer, .acceptLater(1_000))
        test.write(1)
        let id = try test.id(of: 1)
        test.advance(by: .milliseconds(5_200))
        post.letHangingOnesGo()
        #expect(test.phases == [1: .sending])
        test.run()
        #expect(outcomes(test) == [.failed(id, failure), .sent(id, 1)])
        test.finish()
    }

    @Test func lateSuccessOfAnEndedEntryIsIgnored() throws {
        let test = try begin()
        post.answer(1, .hang, .accept)
        post.answer(2, .hang)
        test.write(1)
        let one = try test.id(of: 1)
        test.advance(by: .seconds(6))
        test.write(2)
        let two = try test.id(of: 2)
        test.advance(by: .seconds(5))
        test.send(.cancel(two))
        post.letHangingOnesGo()
        test.run()
        let expected: [LettersAction] = [
            .failed(one, failure), .sent(one, 1), .failed(two, failure), .cancelled(two, attempts: 1),
        ]
        #expect(outcomes(test) == expected)
        test.finish()
    }

    @Test func lateSuccessOfACancelledEntryCountsDuringAnAttempt() throws {
        let test = try begin()
        post.answer(1, .hang, .hangAndFail)
        test.write(1)
        let id = try test.id(of: 1)
        test.advance(by: .milliseconds(5_200))
        test.send(.cancel(id))
        #expect(test.phases == [1: .cancelling])
        post.letHangingOnesGo()
        test.run()
        #expect(test.phases.isEmpty)
        #expect(outcomes(test) == [.failed(id, failure), .sent(id, 1)])
        test.finish()
    }

    @Test func interruptedAttemptKeepsItsLaneUntilItsTimeLimit() throws {
        let test = try begin()
        post.answer(1, .hang)
        test.write(1)
        test.send(.connect(false))
        test.send(.connect(true))
        test.advance(by: .milliseconds(4_999))
        #expect(post.calls == [1])
        test.advance(by: .milliseconds(1))
        #expect(post.calls == [1, 1])
        #expect(test.phases.isEmpty)
        post.letHangingOnesGo()
        #expect(outcomes(test).count == 1)
        test.finish()
    }

    @Test func attemptInTimeLeavesNoTimer() throws {
        let test = try begin()
        post.answer(1, .acceptLater(4_999))
        test.write(1)
        test.advance(by: .milliseconds(4_999))
        #expect(test.phases.isEmpty)
        #expect(test.runs.isEmpty)
        test.finish()
    }

    #if os(Linux) || os(macOS)
    @Test func nonpositiveTimeoutTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try Office().begin(timeout: .zero)
        }
        expectMessage(of: result, contains: "with a timeout of 0.0 seconds each attempt fails", "Desk.swift:")
    }
    #endif
}
