// SPDX-License-Identifier: MIT

import RexCore
import Testing

@testable import RecorderMiddleware

/// Writes recordings as lines and reads them again.
@Suite struct JSONLinesWhiteBoxTests {
    private typealias Numbers = Recording<Int, Int>

    private func run(_ number: Int, _ ending: RecordedRun.Ending?, attempts: Int = 1) -> RecordedRun {
        let isOdd = !number.isMultiple(of: 2)
        var run = RecordedRun(
            number: number,
            cause: isOdd ? number + 100 : nil,
            kind: "kind \(number)",
            name: "name \(number)",
            key: isOdd ? "key \(number)" : nil,
            file: "B.swift",
            line: 9,
            began: .nanoseconds(number)
        )
        if let ending { run.end(at: .nanoseconds(2 * number), ending, attempts: attempts) }
        return run
    }

    private func notice(_ kind: RecordedNotice.Kind, key: String?, _ number: Int?) -> RecordedNotice {
        RecordedNotice(
            kind: kind,
            reason: "reason",
            rule: .here(kind: "effect", text: "Effect", key: key, file: "B.swift", function: "g()", line: 9),
            action: number,
            actionText: number.map { "text \($0)" },
            cause: number.map { $0 + 1 },
            run: number.map { $0 + 2 },
            time: .nanoseconds(number ?? 7)
        )
    }

    @Test func runsAndNoticesOfEachKindAreReadAgain() throws {
        let endings: [RecordedRun.Ending?] = [
            nil, .returned, .failed("a", isCaught: true), .failed("b", isCaught: false),
            .timedOut(after: .nanoseconds(5)),
            .cancelled(by: 3), .cancelled(by: nil), .endedWithStore,
        ]
        let recording = Numbers(
            runs: endings.enumerated().map { index, ending in
                run(index + 1, ending, attempts: ending == nil ? 1 : index)
            },
            notices: [
                notice(.dropped, key: nil, nil), notice(.ignored, key: "k", 1), notice(.superseded, key: nil, 2),
                notice(.revoked, key: "l", 3),
            ],
            startOfDay: 77,
            damage: RecordingError("broken"),
            isRedacted: true
        )
        let read = try Numbers(jsonLines: recording.text(as: .jsonLines))
        #expect(read.runs == recording.runs)
        #expect(read.notices == recording.notices)
        #expect(read.startOfDay == 77)
        #expect(read.isRedacted)
        #expect(read.damage == RecordingError("broken"))
        let plain = try Numbers(jsonLines: Numbers(startOfDay: 1).text(as: .jsonLines))
        #expect(!plain.isRedacted && plain.damage == nil)
    }

    private var times: ActionTimes {
        var times = ActionTimes(handling: 1_000)
        (times.reducing, times.notifying, times.running, times.done) = (1_001, 1_003, 1_007, 1_015)
        return times
    }

    private func entry(_ number: Int, cause: Int?, run: Int? = nil, isDone: Bool = true) -> Numbers.Entry {
        let source = ActionSource(file: "A.swift", function: "f()", line: 7, info: nil)
        return Numbers.Entry(
            number: number,
            cause: cause,
            action: number,
            source: (cause.map { source.processed(as: $0) } ?? source).derived(by: "step", kind: "kind"),
            time: .nanoseconds(1_000),
            durations: RecordedDurations(times),
            thread: number + 1,
            run: run,
            stateBefore: nil,
            stateAfter: nil,
            isDone: isDone,
            recordedChange: "change \(number)",
            actionDescription: nil,
            beforeDescription: nil,
            afterDescription: nil
        )
    }

    @Test func actionIsReadAgainCompletely() throws {
        let entries = [
            entry(1, cause: nil, run: nil, isDone: true), entry(2, cause: 1, run: 5, isDone: false),
            entry(3, cause: 99, run: nil, isDone: true),
        ]
        let read = try Numbers(jsonLines: Numbers(entries: entries, startOfDay: 1).text(as: .jsonLines)).entries
        #expect(read.map(\.number) == [1, 2, 3])
        #expect(read.map(\.cause) == [nil, 1, 99])
        // A run that is not kept has no number.
        #expect(read.map(\.run) == [nil, -1, nil])
        #expect(read.map(\.thread) == [2, 3, 4])
        #expect(read.map(\.isDone) == [true, false, true])
        #expect(read.map(\.change) == ["change 1", "change 2", "change 3"])
        for entry in read {
            #expect(entry.time == .nanoseconds(1_000))
            #expect(entry.durations == RecordedDurations(times))
            #expect(entry.durations.total == .nanoseconds(15))
            #expect(entry.source.file == "A.swift" && entry.source.function == "f()" && entry.source.line == 7)
            #expect(entry.source.number == entry.number)
            #expect(entry.steps.map(\.text) == entries[entry.number - 1].steps.map(\.text))
        }
    }

    /// Also if only a run or a notice names an action that is not kept.
    @Test func reasonsAreReadAgain() throws {
        let recording = Numbers(
            entries: [entry(9, cause: nil)],
            runs: [run(1, .cancelled(by: 5))],
            notices: [notice(.superseded, key: nil, 3)],
            startOfDay: 1,
            hasOverwritten: true
        )
        let said = [recording.explain(recording.runs[0]), recording.explain(recording.notices[0])]
        #expect(
            said.map { $0.matches(of: /\((overwritten|not ended)\)/).map { String($0.1) } } == [
                ["not ended", "overwritten"], ["overwritten", "overwritten"],
            ]
        )
        let read = try Numbers(jsonLines: recording.text(as: .jsonLines))
        #expect([read.explain(read.runs[0]), read.explain(read.notices[0])] == said)
    }

    /// A label has no store if all kept actions are of one.
    @Test func causeOfAnotherStoreIsNotAKeptAction() throws {
        let range = ActionSource.rangeOfNumbers
        let recording = Numbers(entries: [entry(2 * range + 1, cause: range + 1)], startOfDay: 1, hasOverwritten: true)
        let read = try Numbers(jsonLines: recording.text(as: .jsonLines))
        #expect(read.damage == nil)
        #expect(read.causes(of: 2 * range + 1).isEmpty)
        #expect(read.explain(read.entries[0]) == recording.explain(recording.entries[0]))
    }

    @Test func linesWithUnknownOrMissingMembersAreCounted() throws {
        let lines = Numbers(runs: [run(1, .returned)], startOfDay: 1).text(as: .jsonLines)
        let broken = lines + "{\"type\":\"run\"}\n{\"type\":\"ignored\"}\n{\"type\":\"other\"}\n"
        #expect(try Numbers(jsonLines: broken).damage?.description == "3 lines cannot be read")
        let unknown = lines.replacing("\"ending\":\"returned\"", with: "\"ending\":\"gone\"")
        #expect(try Numbers(jsonLines: unknown).runs.map(\.ending) == [.running])
        let missing = lines.replacing("\"actions\":0", with: "\"actions\":3")
        #expect(try Numbers(jsonLines: missing).damage?.description == "3 of 3 actions are missing")
    }
}
