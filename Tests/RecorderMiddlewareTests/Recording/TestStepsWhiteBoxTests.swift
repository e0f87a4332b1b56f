// SPDX-License-Identifier: MIT

import RexCore
import Testing

@testable import struct RecorderMiddleware.Recording
@testable import struct RecorderMiddleware.RecordedDurations
@testable import struct RecorderMiddleware.RecordedRun
@testable import struct RecorderMiddleware.ActionTimes
@testable import struct RecorderMiddleware.TestSteps
@testable import struct RecorderMiddleware.Obstacle

/// The arrivals of actions in a test that is made from a recording.
@Suite struct TestStepsWhiteBoxTests {
    private typealias Entry = Recording<Int, Int>.Entry

    /// An action with its cause, both counted from 1.
    ///
    /// Its handling took a millisecond.
    private func entry(
        _ number: Int,
        cause: Int? = nil,
        run: Int? = nil,
        at milliseconds: Int? = nil,
        step kind: String? = nil
    ) -> Entry {
        var times = ActionTimes()
        times.done = 1_000_000
        let place = ActionSource.here()
        let past = cause.map { place.processed(as: $0) } ?? place
        return Entry(
            number: number,
            cause: cause,
            action: number,
            source: kind.map { past.derived(by: ActionSource.Step.here(kind: $0, text: "Outbox a")) } ?? place,
            time: .milliseconds(milliseconds ?? number),
            durations: RecordedDurations(times),
            thread: 1,
            run: run,
            stateBefore: 0,
            stateAfter: 0,
            isDone: true,
            recordedChange: nil,
            actionDescription: nil,
            beforeDescription: nil,
            afterDescription: nil
        )
    }

    private func arrivals(_ entries: Entry...) throws(Obstacle) -> [TestSteps.Arrival] {
        try TestSteps(Recording(entries: entries, startOfDay: 0), hasMiddleware: true).steps.map(\.arrival)
    }

    @Test func consequencesAreReceivedAndOtherActionsAreSent() throws {
        #expect(
            try arrivals(entry(1), entry(2, cause: 1), entry(3, cause: 1, run: 4), entry(4), entry(5, cause: 99))
                == [.sent, .following(0), .fromRun, .sent, .sent]
        )
    }

    @Test func actionBeforeAnAnswerIsSentMeanwhile() throws {
        #expect(
            try arrivals(entry(1), entry(2), entry(3), entry(4, cause: 1), entry(5, cause: 3), entry(6))
                == [.sent, .meanwhile(0), .meanwhile(0), .following(0), .following(2), .sent]
        )
        #expect(
            try arrivals(entry(1), entry(2, cause: 1), entry(3), entry(4, cause: 2))
                == [.sent, .following(0), .meanwhile(1), .following(1)]
        )
    }

    @Test func impossibleQueueOrderIsRejected() {
        let ordered = #expect(throws: Obstacle.self) {
            _ = try arrivals(entry(1), entry(2, cause: 1), entry(3, cause: 2), entry(4, cause: 1))
        }
        #expect(ordered?.text == "action 3, 3 came between others in an order that depends on threads.")
    }

    private func isConcurrent(_ entries: [Entry], runs began: [Int: Int] = [:]) throws -> Bool {
        let runs = began.map { number, time in
            RecordedRun(
                number: number,
                cause: 1,
                kind: "effect",
                name: "",
                file: "",
                line: 0,
                began: .milliseconds(time)
            )
        }
        let recording = Recording(entries: entries, runs: runs, startOfDay: 0)
        return try TestSteps(recording, hasMiddleware: true).isConcurrent
    }

    @Test func concurrentRunsAreRepeatedInTheirOrder() throws {
        let interleaved = [entry(1), entry(2, cause: 1, run: 4), entry(3, cause: 1)]
        #expect(try isConcurrent(interleaved))
        #expect(try arrivals(interleaved[0], interleaved[1], interleaved[2]) == [.sent, .fromRun, .following(0)])
        let others = [entry(1), entry(3, cause: 1, run: 4), entry(5, cause: 1, run: 5)]
        #expect(try isConcurrent(others, runs: [4: 1, 5: 2]))
        #expect(try isConcurrent(others, runs: [4: 1, 5: 3]))
        #expect(try !isConcurrent(others, runs: [4: 2, 5: 4]))
        let sent = [entry(1), entry(3, cause: 1, run: 4), entry(5), entry(7, cause: 1, run: 4)]
        #expect(try isConcurrent(sent, runs: [4: 2]))
        #expect(try !isConcurrent([entry(1), entry(3, cause: 1, run: 4), entry(5)], runs: [4: 2]))
        // A run that sends nothing has no order.
        #expect(try !isConcurrent([entry(1), entry(2), entry(3)], runs: [4: 1, 5: 1]))
    }

    @Test func finalActionOfACancelledRunMayComeInBetween() throws {
        let entries = [entry(1), entry(2, cause: 1, run: 4), entry(3, cause: 1)]
        var run = RecordedRun(
            number: 4,
            cause: 1,
            kind: "effect",
            name: "",
            file: "",
            line: 0,
            began: .milliseconds(2)
        )
        let steps = {
            try TestSteps(Recording(entries: entries, runs: [run], startOfDay: 0), hasMiddleware: true)
        }
        #expect(try steps().isConcurrent)
        run.end(at: .zero, .cancelled(by: nil), attempts: 1)
        #expect(try !steps().isConcurrent)
        #expect(try steps().steps.map(\.arrival) == [.sent, .fromRun, .following(0)])
    }

    @Test func lateAnswerWithoutARunIsRejected() {
        let answer = #expect(throws: Obstacle.self) { _ = try arrivals(entry(1), entry(2, cause: 1, at: 103)) }
        #expect(answer?.text.hasPrefix("action 2, 2 follows from another action, but came later") == true)
        #expect(throws: Never.self) { _ = try arrivals(entry(1), entry(2, cause: 1, at: 90)) }
        #expect(throws: Never.self) { _ = try arrivals(entry(1), entry(2, at: 103)) }
        #expect(throws: Never.self) { _ = try arrivals(entry(1), entry(2, cause: 1, run: 4, at: 103)) }
    }

    @Test func randomNumbersOfTheStartAreRepeatedAndOthersAreRejected() throws {
        #expect(
            try arrivals(entry(1, step: "random"), entry(2, run: 3, step: "outbox"), entry(3, cause: 2, step: "outbox"))
                == [.atStart, .fromRun, .following(1)]
        )
        let later = #expect(throws: Obstacle.self) {
            _ = try arrivals(entry(1), entry(2, cause: 1, step: "random"))
        }
        #expect(later?.text == "action 2, 2 contains random numbers of Outbox a, and a test has other ones.")
        let notKept = #expect(throws: Obstacle.self) { _ = try arrivals(entry(5), entry(6, run: 3, step: "outbox")) }
        #expect(notKept?.text.hasPrefix("action 6, 6 depends on random numbers that Outbox a has sent") == true)
    }

    @Test func whatAnEarlierProcessHasLeftIsRejected() {
        let loaded = #expect(throws: Obstacle.self) {
            _ = try arrivals(entry(1, step: "random"), entry(2, run: 3, step: "earlierProcess"))
        }
        #expect(loaded?.text.hasPrefix("action 2, 2 contains what an earlier process has left for Outbox a") == true)
    }
}
