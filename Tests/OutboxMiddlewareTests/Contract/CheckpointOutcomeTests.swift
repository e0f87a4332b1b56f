// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// How the outcomes of entries reach saved lists, and how long the log keeps them.
@Suite struct CheckpointOutcomeTests {
    private let run = TwoListsRun()

    /// A server that never answers.
    private var silent: TwoListsRun.Send {
        { [clock = run.world.clock] job, _ in
            try await clock.sleep(for: .seconds(1_000_000))
            return job
        }
    }

    // The cancellation had no number in the log, so it was dispatched at each launch.
    @Test func cancellationOfAnInterruptedAttemptIsDispatchedUntilItIsSaved() throws {
        let first = try run.launch(silent)
        let id = try #require(first.perform(1))
        first.send(.cancel(id))
        first.kill()
        let second = try run.launch()
        second.run()
        #expect(second.outcomes == [.cancelled(id, attempts: 1)])
        #expect(second.pending().isEmpty && second.shown().isEmpty)
        #expect(second.state.b.isStale)
        second.kill()
        let third = try run.launch()
        third.run()
        #expect(third.outcomes.isEmpty)
        third.finish()
    }

    /// A coder that encodes jobs and no replies.
    private struct CoderWithoutReplies: StateCoder {
        let coder: TwoListsCoder

        func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
            guard !(value is TwoLists.Job) else { throw CancellationError() }
            return try coder.encode(value)
        }

        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
            try coder.decode(type, from: bytes)
        }
    }

    // The log had no number for such an outcome, so a list that lacked it was not stale after a crash.
    @Test(arguments: [true, false]) func outcomeWhoseReplyCannotBeEncodedIsMissedAfterACrash(isSaved: Bool) throws {
        var files = run.files()
        let outbox = OutboxFile<TwoLists.Job>(
            at: "outbox",
            storage: run.disk,
            coder: CoderWithoutReplies(coder: run.coder)
        )
        files = TwoListsWorld(a: files.a, b: files.b, outbox: outbox, send: files.send, pull: files.pull)
        let first = try run.launch()
        first.send(.pull(.b))
        first.run()
        first.perform(1)
        first.run()
        first.kill()
        let second = try run.launch(files: files)
        second.run()
        second.perform(2)
        second.advance(by: .milliseconds(10))
        #expect(second.outcomes.count == 1 && second.base() == [1, 2])
        #expect(!second.state.b.isStale)
        if isSaved { second.run() }
        second.kill()
        let third = try run.launch()
        third.run()
        #expect(third.base() == (isSaved ? [1, 2] : [1]))
        #expect(third.state.b.isStale == !isSaved)
        third.kill()
        let fourth = try run.launch()
        fourth.run()
        let hasUnreadable = fourth.actions.contains { action in
            if case .outbox(.unreadable) = action.action { true } else { false }
        }
        #expect(!hasUnreadable)
        fourth.finish()
    }
}
