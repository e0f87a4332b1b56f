// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import Testing

@testable import RecorderMiddleware

/// The exact output of the machine-readable formats, for a recording with fixed times.
@Suite struct FormatWhiteBoxTests {
    @Test func jsonLinesMatchTheExpectedText() {
        #expect(
            recording.text(as: .jsonLines) == #"""
                {"type":"recording","version":3,"began":7000000000,"actions":3,"program":"RecorderMiddlewareTests","changes":true,"damage":"broken"}
                {"event":1,"type":"run","cause":{"event":3,"label":"1"},"kind":"effect","name":"Effect pay","file":"Shop/B.swift","line":9,"began":1500000,"ended":2500000,"ending":"cancelled","by":{"event":4,"label":"2"},"attempts":3,"key":"tea","explanation":"Effect pay for tea, started by 1 checkOut, was cancelled by 2 remove(\"a\"), in attempt 3."}
                {"event":2,"type":"run","cause":{"event":3,"label":"1"},"kind":"effect","name":"Effect pay","file":"Shop/B.swift","line":9,"began":1500000,"ending":"running","attempts":1,"key":"tea","explanation":"Effect pay for tea, started by 1 checkOut, still ran when the recording was made."}
                {"event":3,"label":"1","type":"action","number":1,"storeNumber":0,"name":"checkOut","file":"Shop/A.swift","function":"f()","line":7,"time":1000000,"handle":100000,"reduce":200000,"observers":0,"io":400000,"thread":1,"done":true,"action":{"checkOut":{}},"described":false,"text":"checkOut","trail":[],"change":"state: 0 → 1"}
                {"event":4,"label":"2","type":"action","number":2,"storeNumber":0,"cause":{"event":3,"label":"1"},"run":{"event":2,"label":"Effect pay for tea"},"name":"remove","file":"Shop/A.swift","function":"f()","line":7,"time":3000000,"handle":100000,"reduce":200000,"observers":10000,"io":390000,"thread":2,"done":true,"action":{"remove":{"_0":"a"}},"described":false,"text":"remove(\"a\")","trail":[{"kind":"effect","text":"Effect pay","key":"tea","file":"Shop/B.swift","function":"g()","line":9}],"change":"state: 1 → 2"}
                {"event":5,"label":"4","type":"action","number":4,"storeNumber":0,"cause":{"label":"3","missing":"not recorded"},"name":"lost","file":"Shop/A.swift","function":"f()","line":7,"time":5000000,"handle":100000,"reduce":200000,"observers":30000,"io":370000,"thread":4,"done":false,"action":"lost","described":true,"text":"lost","trail":[],"change":"state: 3 → 4"}
                {"event":6,"type":"ignored","reason":"first","rule":{"kind":"effect","text":"Effect pay","key":"tea","file":"Shop/B.swift","function":"g()","line":9},"action":{"event":4,"label":"2"},"run":{"event":2,"label":"Effect pay for tea"},"time":4000000,"explanation":"Effect pay for tea ignored 2 remove(\"a\"), since its run for 1 checkOut went on (first)."}

                """#
        )
    }

    @Test func traceMatchesTheExpectedText() {
        #expect(
            recording.text(as: .trace) == #"""
                {"displayTimeUnit":"ns","traceEvents":[
                {"name":"process_name","cat":"rex","ph":"M","ts":0.0,"pid":1,"tid":0,"args":{"name":"Rex"}},
                {"name":"thread_name","cat":"rex","ph":"M","ts":0.0,"pid":1,"tid":1,"args":{"name":"Thread 1"}},
                {"name":"thread_name","cat":"rex","ph":"M","ts":0.0,"pid":1,"tid":2,"args":{"name":"Thread 2"}},
                {"name":"thread_name","cat":"rex","ph":"M","ts":0.0,"pid":1,"tid":4,"args":{"name":"Thread 4"}},
                {"name":"checkOut","cat":"rex","ph":"X","ts":1000.0,"pid":1,"tid":1,"dur":700.0,"args":{"number":"1","action":"checkOut","source":"Shop/A.swift:7","change":"state: 0 → 1"}},
                {"name":"handle","cat":"rex","ph":"X","ts":1000.0,"pid":1,"tid":1,"dur":100.0},
                {"name":"reduce","cat":"rex","ph":"X","ts":1100.0,"pid":1,"tid":1,"dur":200.0},
                {"name":"IO","cat":"rex","ph":"X","ts":1300.0,"pid":1,"tid":1,"dur":400.0},
                {"name":"remove","cat":"rex","ph":"X","ts":3000.0,"pid":1,"tid":2,"dur":700.0,"args":{"number":"2","action":"remove(\"a\")","source":"Shop/A.swift:7","cause":"1","change":"state: 1 → 2"}},
                {"name":"handle","cat":"rex","ph":"X","ts":3000.0,"pid":1,"tid":2,"dur":100.0},
                {"name":"reduce","cat":"rex","ph":"X","ts":3100.0,"pid":1,"tid":2,"dur":200.0},
                {"name":"observers","cat":"rex","ph":"X","ts":3300.0,"pid":1,"tid":2,"dur":10.0},
                {"name":"IO","cat":"rex","ph":"X","ts":3310.0,"pid":1,"tid":2,"dur":390.0},
                {"name":"cause","cat":"rex","ph":"s","ts":1350.0,"pid":1,"tid":1,"id":1},
                {"name":"cause","cat":"rex","ph":"f","ts":3350.0,"pid":1,"tid":2,"id":1,"bp":"e"},
                {"name":"lost","cat":"rex","ph":"X","ts":5000.0,"pid":1,"tid":4,"dur":700.0,"args":{"number":"4","action":"lost","source":"Shop/A.swift:7","cause":"3","change":"state: 3 → 4"}},
                {"name":"handle","cat":"rex","ph":"X","ts":5000.0,"pid":1,"tid":4,"dur":100.0},
                {"name":"reduce","cat":"rex","ph":"X","ts":5100.0,"pid":1,"tid":4,"dur":200.0},
                {"name":"observers","cat":"rex","ph":"X","ts":5300.0,"pid":1,"tid":4,"dur":30.0},
                {"name":"IO","cat":"rex","ph":"X","ts":5330.0,"pid":1,"tid":4,"dur":370.0},
                {"name":"Effect pay","cat":"rex","ph":"b","ts":1500.0,"pid":1,"tid":0,"id":1,"args":{"kind":"effect","source":"Shop/B.swift:9","ending":"cancelled","explanation":"Effect pay for tea, started by 1 checkOut, was cancelled by 2 remove(\"a\"), in attempt 3.","cause":"1"}},
                {"name":"Effect pay","cat":"rex","ph":"e","ts":2500.0,"pid":1,"tid":0,"id":1},
                {"name":"Effect pay","cat":"rex","ph":"b","ts":1500.0,"pid":1,"tid":0,"id":2,"args":{"kind":"effect","source":"Shop/B.swift:9","ending":"running","explanation":"Effect pay for tea, started by 1 checkOut, still ran when the recording was made.","cause":"1"}},
                {"name":"ignored","cat":"rex","ph":"i","ts":4000.0,"pid":1,"tid":0,"s":"p","args":{"explanation":"Effect pay for tea ignored 2 remove(\"a\"), since its run for 1 checkOut went on (first)."}},
                {"name":"recording","ph":"M","pid":1}
                ]}

                """#
        )
    }

    @Test func liftedStateMatchesTheExpectedText() {
        #expect(
            recording.text(as: .reduxDevTools) == #"""
                {"monitorState":{},"nextActionId":4,"actionsById":{"0":{"type":"PERFORM_ACTION","action":{"type":"@@INIT"},"timestamp":7000},"1":{"type":"PERFORM_ACTION","action":{"type":"checkOut","payload":{"checkOut":{}},"number":"1","source":"Shop/A.swift:7"},"timestamp":7001},"2":{"type":"PERFORM_ACTION","action":{"type":"remove","payload":{"remove":{"_0":"a"}},"number":"2","cause":"1","source":"Shop/A.swift:7"},"timestamp":7003},"3":{"type":"PERFORM_ACTION","action":{"type":"lost","payload":"lost","number":"4","cause":"3","source":"Shop/A.swift:7"},"timestamp":7005}},"stagedActionIds":[0,1,2,3],"skippedActionIds":[],"committedState":0,"currentStateIndex":3,"computedStates":[{"state":0},{"state":1},{"state":2},{"state":4}],"isLocked":false,"isPaused":false}

                """#
        )
    }

    @Test func treeMatchesTheExpectedText() {
        #expect(
            recording.text(as: .text) == #"""
                1 checkOut  from A.swift:7  700 µs
                    state: 0 → 1
                    ✕ Effect pay for tea, started by 1 checkOut, was cancelled by 2 remove("a"), in attempt 3.
                    ▸ Effect pay for tea, started by 1 checkOut, still ran when the recording was made.
                  2 remove("a")  by effect at B.swift:9  700 µs
                      state: 1 → 2
                      ✕ Effect pay for tea ignored 2 remove("a"), since its run for 1 checkOut went on (first).
                4 lost  from A.swift:7, its cause 3 was not recorded  NOT DONE
                    state: 3 → 4

                """#
        )
    }

    @Test func pageContainsEachTextOnce() {
        let page = recording.text(as: .html)
        for text in ["Shop/A.swift", "Effect pay", "f()"] {
            #expect(page.ranges(of: "\"\(text)\"").count == 1)
        }
    }

    /// The text of a run's ending does not occur in an action.
    @Test func numbersOfRunsInThePageReferToTheirTexts() throws {
        let data = try PageTables(recording.text(as: .html))
        #expect(
            data.texts(of: data.runs, ["kind", "name", "file", "ending", "text", "key", "explanation"]) == [
                [
                    "effect", "Effect pay", "Shop/B.swift", "cancelled", "-", "tea",
                    recording.explain(recording.runs[0]),
                ],
                ["effect", "Effect pay", "Shop/B.swift", "running", "-", "tea", recording.explain(recording.runs[1])],
            ]
        )
        #expect(data.runs.rows(["limit", "caught", "by", "attempts"]) == [[-1, 0, 1, 3], [-1, 0, -1, 1]])
        let rule = Pay().step
        #expect(
            data.texts(
                of: data.notices,
                [
                    "kind", "reason", "ruleKind", "ruleText", "ruleFile", "ruleFunction", "ruleKey", "text",
                    "explanation",
                ]
            ) == [
                [
                    "ignored", "first", rule.kind, rule.text, rule.file, rule.function, rule.key ?? "-", "-",
                    recording.explain(recording.notices[0]),
                ]
            ]
        )
        #expect(
            data.notices.rows(["action", "ruleLine", "by", "run", "time"]) == [[1, Int(rule.line), -1, 2, 4_000_000]]
        )
    }

    /// Common steps of trails are in the page once.
    @Test func trailsInThePageShareTheirSteps() throws {
        func outside() -> ActionSource { ActionSource(file: "A.swift", function: "f()", line: 7, info: nil) }
        let first = outside().derived(by: "a", line: 1)
        let sources = [
            first.derived(by: "b", line: 2), first.derived(by: "b", line: 2), first.derived(by: "c", line: 3),
        ]
        let entries = sources.enumerated().map { index, source in
            entry(index + 1, cause: nil, .checkOut, source, began: 1_000, run: nil)
        }
        let page = Recording<ShopAction, Int>(entries: entries, runs: [], startOfDay: 0).text(as: .html)
        let data = try PageTables(page)
        #expect(data.steps.count == 3 * 6)
        let trails = data.actions.rows(["trail"]).map { row in
            var (trail, place) = ([String](), row[0])
            while place >= 0 {
                trail.insert(data.texts[data.steps[6 * place + 2]], at: 0)
                place = data.steps[6 * place]
            }
            return trail
        }
        #expect(trails == entries.map { $0.source.trail.map(\.text) })
        #expect(trails.map(\.count) == [2, 2, 2])
    }

    @Test(arguments: [
        (0, "0 ns"), (999, "999 ns"), (1_000, "1 µs"), (999_999, "999 µs"), (1_000_000, "1 ms"),
        (9_999_999_999, "9999 ms"), (10_000_000_000, "10 s"),
    ]) func durationsHaveTheBestUnit(nanoseconds: UInt64, text: String) {
        #expect(TreeFormat.duration(nanoseconds) == text)
    }

    private typealias Entry = Recording<ShopAction, Int>.Entry

    /// An action from outside, its consequence in a run, and an unfinished action without a kept cause.
    private var recording: Recording<ShopAction, Int> {
        let outside = ActionSource(file: "Shop/A.swift", function: "f()", line: 7, info: nil)
        let run = RecordedRun(
            number: 5,
            cause: 1,
            kind: "effect",
            name: "Effect pay",
            key: "tea",
            file: "Shop/B.swift",
            line: 9,
            began: .nanoseconds(1_500_000)
        )
        var ended = run
        ended.end(at: .nanoseconds(2_500_000), .cancelled(by: 2), attempts: 3)
        return Recording(
            entries: [
                entry(1, cause: nil, .checkOut, outside, began: 1_000_000, run: nil),
                entry(2, cause: 1, .remove("a"), outside.processed(as: 1).derived(by: Pay()), began: 3_000_000, run: 5),
                entry(4, cause: 3, nil, outside, began: 5_000_000, run: nil),
            ],
            runs: [ended, run],
            notices: [
                RecordedNotice(
                    kind: .ignored,
                    reason: "first",
                    rule: Pay().step,
                    action: 2,
                    actionText: nil,
                    cause: nil,
                    run: 5,
                    time: .nanoseconds(4_000_000)
                )
            ],
            startOfDay: 7_000_000_000,
            damage: RecordingError("broken")
        )
    }

    private func entry(
        _ number: Int,
        cause: Int?,
        _ action: ShopAction?,
        _ source: ActionSource,
        began: UInt64,
        run: Int?
    ) -> Entry {
        var times = ActionTimes(handling: began)
        times.reducing = began + 100_000
        times.notifying = began + 300_000
        times.running = began + 300_000 + UInt64(number - 1) * 10_000
        times.done = began + 700_000
        return Entry(
            number: number,
            cause: cause,
            action: action,
            source: source,
            time: .nanoseconds(began),
            durations: RecordedDurations(times),
            thread: number,
            run: run,
            stateBefore: number - 1,
            stateAfter: number,
            isDone: action != nil,
            recordedChange: nil,
            actionDescription: action == nil ? "lost" : nil,
            beforeDescription: nil,
            afterDescription: nil
        )
    }

    private struct Pay: ActionDerivation {
        var step: ActionSource.Step {
            .here(kind: "effect", text: "Effect pay", key: "tea", file: "Shop/B.swift", function: "g()", line: 9)
        }
    }
}

/// The tables in the data of a page.
private struct PageTables: Decodable {
    struct Table: Decodable {
        let numbers: [String: [Int]]
        let texts: [String: [Int]]

        /// Returns some columns of each row.
        func rows(_ names: [String]) -> [[Int]] {
            let columns = names.map { numbers[$0] ?? texts[$0] ?? [] }
            return columns[0].indices.map { row in columns.map { $0[row] } }
        }
    }

    let actions: Table
    let runs: Table
    let notices: Table
    let steps: [Int]
    let texts: [String]

    init(_ page: String) throws {
        let json = try #require(page.firstMatch(of: #/id="data"[^>]*>(.*?)</script>/#)?.1)
        self = try JSONDecoder().decode(PageTables.self, from: Data(json.utf8))
    }

    func texts(of table: Table, _ names: [String]) -> [[String]] {
        table.rows(names).map { row in row.map { $0 < 0 ? "-" : texts[$0] } }
    }
}
