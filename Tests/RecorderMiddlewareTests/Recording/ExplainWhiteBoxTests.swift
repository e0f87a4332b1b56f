// SPDX-License-Identifier: MIT

import RexCore
import Testing

@testable import RecorderMiddleware

/// Each sentence about a recording with known values.
@Suite struct ExplainWhiteBoxTests {
    private typealias Entry = Recording<String, Int>.Entry

    private static let outside = ActionSource(file: "Shop/A.swift", function: "f()", line: 7, info: nil)

    private struct Step: ActionDerivation {
        let step: ActionSource.Step
    }

    private func rule(
        kind: String = "effect",
        text: String = "Effect pay",
        key: String? = nil,
        file: String = "B/B.swift"
    )
        -> ActionSource.Step
    {
        .here(kind: kind, text: text, key: key, file: file, function: "g()", line: 9)
    }

    private func entry(
        _ number: Int,
        cause: Int? = nil,
        run: Int? = nil,
        _ source: ActionSource = outside,
        isDone: Bool = true,
        change: String? = nil,
        text: String? = nil
    ) -> Entry {
        Entry(
            number: number,
            cause: cause,
            action: nil,
            source: source,
            time: .zero,
            durations: RecordedDurations(ActionTimes()),
            thread: 1,
            run: run,
            stateBefore: nil,
            stateAfter: nil,
            isDone: isDone,
            recordedChange: change,
            actionDescription: text ?? "a\(number)",
            beforeDescription: nil,
            afterDescription: nil
        )
    }

    private func run(
        _ number: Int = 5,
        cause: Int? = 1,
        kind: String = "effect",
        key: String? = nil,
        ending: RecordedRun.Ending = .returned,
        attempts: Int = 1
    ) -> RecordedRun {
        var run = RecordedRun(
            number: number,
            cause: cause,
            kind: kind,
            name: "Run\n\(number)",
            key: key,
            file: "B.swift",
            line: 9,
            began: .zero
        )
        run.end(at: .zero, ending, attempts: attempts)
        return run
    }

    private func recording(_ entries: [Entry] = [], _ runs: [RecordedRun] = []) -> Recording<String, Int> {
        Recording(entries: [entry(1), entry(2)] + entries, runs: runs, startOfDay: 0)
    }

    private func check(_ entry: Entry, _ runs: [RecordedRun] = [], says text: String, line: Int = #line) {
        let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
        #expect(recording([entry], runs).explain(entry) == text, sourceLocation: place)
    }

    @Test func actionIsExplained() {
        check(entry(3), says: "It came from outside, at A.swift:7, f().")
        check(
            entry(3, isDone: false),
            says: "It came from outside, at A.swift:7, f(). The process ended while it was processed."
        )
        let told = ActionSource(file: "A.swift", function: "f()", line: 7, info: "a\nb")
        #expect(recording().explain(entry(3, told)).hasPrefix("It came from outside, at A.swift:7, f() ("))
        let answer = Self.outside.processed(as: 1)
        check(entry(3, cause: 1, answer), says: "1 a1 led to it, by a middleware that answered it.")
        check(entry(3, cause: 9, answer), says: "9 (not ended) led to it, by a middleware that answered it.")
        let ruled = answer.derived(by: Step(step: rule()))
        check(
            entry(3, cause: 1, ruled, isDone: false),
            says: "1 a1 led to it, by effect at B.swift:9. The process ended while it was processed."
        )
        check(
            entry(3, cause: 1, answer.derived(by: Step(step: rule(file: "")))),
            says: "1 a1 led to it, by Effect pay."
        )
        let dispatched = answer.derived(by: Step(step: rule(kind: "dispatch")))
        check(entry(3, cause: 1, dispatched), says: "1 a1 led to it, by a middleware that answered it.")
    }

    @Test func actionWithoutAChangeIsExplained() {
        check(entry(3, change: ""), says: "It came from outside, at A.swift:7, f(). It changed nothing.")
        check(entry(3, change: "x: 1 → 2"), says: "It came from outside, at A.swift:7, f().")
        let redacted = Recording<String, Int>(entries: [entry(3, change: "")], startOfDay: 0, isRedacted: true)
        #expect(redacted.explain(redacted.entries[0]) == "It came from outside, at A.swift:7, f().")
    }

    @Test func longTextOfAnActionIsShortened() {
        let text = String(repeating: "x", count: 101)
        let recording = Recording<String, Int>(
            entries: [entry(1, text: text)],
            runs: [run()],
            startOfDay: 0
        )
        #expect(recording.explain(run()) == "Run\\n5, started by 1 \(text.dropLast())…, returned.")
    }

    @Test func actionOfARunIsExplained() {
        let sent = entry(3, cause: 2, run: 5)
        check(sent, [run()], says: "Run\\n5, started by 1 a1, sent it.")
        check(sent, [run(cause: nil, key: "k\nl")], says: "Run\\n5 for k\\nl, because of 2 a2, sent it.")
        check(sent, [], says: "2 a2 led to it, by a middleware that answered it.")
        check(entry(3, run: 5), [run(cause: nil)], says: "Run\\n5, started by no action, sent it.")
        check(entry(3, run: 5), [run(cause: nil, kind: "task")], says: "Run\\n5, started without a source, sent it.")
        check(
            entry(3, run: 5, isDone: false),
            [run()],
            says: "Run\\n5, started by 1 a1, sent it. The process ended while it was processed."
        )
    }

    @Test func endingOfARunIsExplained() {
        let endings: [(RecordedRun.Ending, once: String, often: String)] = [
            (.running, "still ran when the recording was made", "still ran when the recording was made"),
            (.returned, "returned", "returned after 2 attempts"),
            (
                .failed("x\ny", isCaught: true), "failed with x\\ny, which was caught",
                "failed with x\\ny, which was caught after 2 attempts"
            ),
            (
                .failed("x", isCaught: false), "failed with x, and nothing caught it",
                "failed with x, and nothing caught it after 2 attempts"
            ),
            (
                .timedOut(after: .seconds(1)), "took longer than its limit of 1.0 seconds",
                "took longer than its limit of 1.0 seconds, in attempt 2"
            ),
            (.cancelled(by: 2), "was cancelled by 2 a2", "was cancelled by 2 a2, in attempt 2"),
            (
                .cancelled(by: nil), "was cancelled by an unknown action",
                "was cancelled by an unknown action, in attempt 2"
            ),
            (.endedWithStore, "ended with its store", "ended with its store, in attempt 2"),
        ]
        for (ending, once, often) in endings {
            #expect(recording().explain(run(ending: ending)) == "Run\\n5, started by 1 a1, \(once).")
            #expect(recording().explain(run(ending: ending, attempts: 2)) == "Run\\n5, started by 1 a1, \(often).")
        }
    }

    private func explanation(
        _ kind: RecordedNotice.Kind,
        _ reason: String,
        _ rule: ActionSource.Step? = nil,
        action: Int? = 1,
        text: String? = nil,
        cause: Int? = nil,
        run: Int? = nil
    ) -> String {
        let notice = RecordedNotice(
            kind: kind,
            reason: reason,
            rule: rule ?? self.rule(),
            action: action,
            actionText: text,
            cause: cause,
            run: run,
            time: .zero
        )
        return recording([], [self.run(), self.run(6, cause: nil)]).explain(notice)
    }

    @Test func droppedActionIsExplained() {
        let gate = rule(kind: "gate", text: "Gate\nof x")
        #expect(
            explanation(.dropped, "gate", gate)
                == "Gate\\nof x was closed, so its middleware did not get 1 a1."
        )
        #expect(
            explanation(.dropped, "gate", gate, text: "b\nc")
                == "Gate\\nof x was closed, so b\\nc, caused by 1 a1, was dropped."
        )
        #expect(
            explanation(.dropped, "gate", gate, action: nil, text: "b")
                == "Gate\\nof x was closed, so b, without a cause, was dropped."
        )
    }

    @Test func skippedRunIsExplained() {
        let keyed = rule(text: "", key: "k\nl")
        #expect(
            explanation(.ignored, "first", keyed)
                == "B.swift:9 for k\\nl ignored 1 a1, since another one waits to be started (first)."
        )
        #expect(
            explanation(.ignored, "first", run: 5) == "Effect pay ignored 1 a1, since its run for 1 a1 went on (first)."
        )
        #expect(explanation(.ignored, "first", run: 6) == "Effect pay ignored 1 a1, since its run went on (first).")
        #expect(
            explanation(.ignored, "throttled", action: nil)
                == "Effect pay ignored the request of the first state, which came too soon after another one (throttled)."
        )
        #expect(
            explanation(.superseded, "debounced", cause: 2)
                == "2 a2 replaced 1 a1, which waited for Effect pay (debounced)."
        )
        #expect(
            explanation(.superseded, "debounced")
                == "A later one replaced 1 a1, which waited for Effect pay (debounced)."
        )
    }

    @Test func revokedActionIsExplained() {
        #expect(explanation(.revoked, "cancelled", cause: 2) == "2 a2 cancelled 1 a1, which waited for Effect pay.")
        #expect(
            explanation(.revoked, "cancelled")
                == "An unknown cause cancelled 1 a1, which waited for Effect pay."
        )
        #expect(
            explanation(.revoked, "end", cause: 2)
                == "The end of the store cancelled 1 a1, which waited for Effect pay."
        )
        let lost = "so b\\nc, which it had sent and which was queued, was not processed."
        #expect(explanation(.revoked, "cancelled", text: "b\nc", cause: 2, run: 5) == "2 a2 cancelled Run\\n5, \(lost)")
        #expect(explanation(.revoked, "cancelled", text: "b\nc", cause: 2) == "2 a2 cancelled Effect pay, \(lost)")
    }

    @Test func refusedActionIsExplained() {
        let reason = "the state of detail is gone"
        #expect(
            explanation(.refused, reason, text: "b\nc")
                == "b\\nc, caused by 1 a1, was not processed: the state of detail is gone."
        )
        #expect(
            explanation(.refused, reason, action: nil, text: "b")
                == "b was not processed: the state of detail is gone."
        )
    }

    @Test func numbersHaveTheStoreIfThereAreSeveral() {
        let range = ActionSource.rangeOfNumbers
        func numbering(_ numbers: Int...) -> Numbering { Numbering(numbers.map { ($0, nil) }) }
        let one = numbering(range + 3, range + 4)
        #expect(!one.hasSeveralStores)
        #expect(one.label(range + 3) == "3")
        let two = numbering(range + 3, 2 * range + 4)
        #expect(two.hasSeveralStores)
        #expect(two.label(2 * range + 4) == "2.4")
        #expect(Numbering.storeAndNumber(of: 2 * range + 4) == (2, 4))
        #expect(numbering(2 * range, range).hasSeveralStores)
        #expect(!numbering().hasSeveralStores)
    }
}
