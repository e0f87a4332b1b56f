// SPDX-License-Identifier: MIT

import OutboxMiddleware
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
}
