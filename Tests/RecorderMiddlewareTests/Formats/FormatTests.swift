// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import StateComparison
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import enum RecorderMiddleware.RecordingFormat

@Suite struct FormatTests {
    private func shop() -> RecordedShop {
        let shop = RecordedShop()
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.remove("tea"))
        return shop
    }

    /// Returns the output of a program that reads a text from standard input.
    private func answer(of program: String, _ script: String, reading text: String) throws -> String {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "input")
        let child = try ChildProcess(
            running: program,
            arguments: [program == "node" ? "-e" : "-c", script, folder.file("input")]
        )
        let output = child.remainingOutput()
        #expect(child.remainingErrors() == "")
        #expect(child.waitForExit() == .exited(0))
        return output
    }

    @Test func extensionDeterminesTheFormat() {
        let formats = [
            "a.html": RecordingFormat.html, "a.HTM": .html, "b/a.jsonl": .jsonLines, "a.ndjson": .jsonLines,
            "a.trace": .trace, "a.trace.json": .trace, "a.mmd": .mermaid, "a.mermaid": .mermaid,
            "a.json": .reduxDevTools, "a.txt": .text,
        ]
        for (path, format) in formats { #expect(RecordingFormat(path: path) == format, "\(path)") }
        #expect(RecordingFormat(path: "a.html/b") == nil)
        #expect(RecordingFormat(path: "html") == nil)
    }

    @Test func unknownExtensionAndInvalidPathThrow() throws {
        let folder = try TemporaryFolder()
        #expect { try shop().recording.write(to: folder.file("a.pdf")) } throws: {
            "\($0)".contains("Use one of .html")
        }
        #expect { try shop().recording.write(to: folder.file("none/a.html")) } throws: {
            "\($0)".contains("none/a.html cannot be written")
        }
        try shop().recording.write(to: folder.file("a.pdf"), as: .text)
        #expect(try folder.text(of: "a.pdf").hasPrefix("1 add(\"tea\""))
    }

    @Test func treeShowsEachActionBelowItsCause() {
        let text = shop().recording.text(as: .text)
            .replacing(#/  \d+ (ns|µs|ms|s)$/#.anchorsMatchLineEndings(), with: "")
            .replacing(#/:\d+$/#.anchorsMatchLineEndings(), with: "")
        #expect(
            text == """
                1 add("tea", amount: 2)  from FormatTests.swift
                    amounts["tea"]: inserted 2
                2 remove("tea")  from FormatTests.swift
                    amounts["tea"]: removed 2
                  3 checkOut
                      note: "" → "checking out"
                    4 payment(paid(1.5))  by cashier at Shop.swift
                        paid: 0.0 → 1.5

                """
        )
    }

    @Test func longChainStaysWithinTheTerminal() {
        let recorder = CountingStore.recorder(count: 1_000)
        let lines = recorder.recording().text(as: .text).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count < 130 })
        #expect(lines.contains { $0.contains("(1000) ") })
    }

    @Test func pythonReadsEachLineAsJSON() async throws {
        let script = """
            import json, sys
            for line in open(sys.argv[1], encoding="utf-8"):
                value = json.loads(line)
                print(value["type"], value.get("name"), value.get("action"), value.get("trail", [{}])[-1:])
            """
        let lines = try answer(of: "python3", script, reading: shop().recording.text(as: .jsonLines)).split(
            separator: "\n"
        )
        #expect(lines.count == 5)
        #expect(lines[0] == "recording None None [{}]")
        #expect(lines[1] == "action add {'add': {'_0': 'tea', 'amount': 2}} []")
        #expect(
            lines[4].hasPrefix("action payment.paid {'payment': {'_0': {'paid': {'_0': 1.5}}}} [{'kind': 'cashier'")
        )
        let texts = try answer(
            of: "python3",
            "import json, sys\nfor line in open(sys.argv[1]): print(json.loads(line).get('file', '').encode().hex())",
            reading: await Hostile.recording().text(as: .jsonLines)
        )
        let expected = Hostile.text.utf8.map { String(format: "%02x", $0) }.joined()
        #expect(texts.split(separator: "\n").count == 3)
        #expect(texts.split(separator: "\n").allSatisfy { $0 == expected })
    }

    @Test func traceHasSlicesFlowsAndRuns() async throws {
        let script = """
            import collections, json, sys
            events = json.load(open(sys.argv[1]))["traceEvents"]
            print(sorted(collections.Counter(event["ph"] for event in events).items()))
            starts = {event["id"]: event["ts"] for event in events if event["ph"] == "s"}
            print(all(starts[event["id"]] <= event["ts"] for event in events if event["ph"] == "f"))
            slices = [event for event in events if event["ph"] == "X"]
            print(sorted({event["name"] for event in slices}))
            """
        let output = try answer(of: "python3", script, reading: shop().recording.text(as: .trace)).split(
            separator: "\n"
        )
        #expect(output[0].contains("('f', 2)"))
        #expect(output[0].contains("('s', 2)"))
        #expect(output[1] == "True")
        #expect(output[2].contains("'payment.paid', 'reduce', 'remove'"))
        let runs = try answer(of: "python3", script, reading: await Hostile.recording().text(as: .trace))
        #expect(runs.contains("('b', 1), ('e', 1)"))
    }

    @Test func diagramHasAnArrowFromEachCause() async {
        let lines = shop().recording.text(as: .mermaid).split(separator: "\n")
        #expect(
            lines == [
                "flowchart LR", "    a0[\"1 add#40;#34;tea#34;, amount#58; 2#41;\"]",
                "    a1[\"2 remove#40;#34;tea#34;#41;\"]", "    a2[\"3 checkOut\"]", "    a1 --> a2",
                "    a3[\"4 payment#40;paid#40;1.5#41;#41;\"]", "    a2 -->|cashier| a3",
            ]
        )
        let hostile = await Hostile.recording().text(as: .mermaid)
        #expect(!hostile.contains("<"))
        #expect(hostile.split(separator: "\n").allSatisfy { $0.filter { $0 == "\"" }.count.isMultiple(of: 2) })
        let long = CountingStore.recorder(count: 1_000).recording().text(as: .mermaid)
        #expect(long.contains("%% 601 earlier actions are left out"))
        #expect(long.split(separator: "\n").count == 801)
    }

    @Test func liftedStateIsComplete() throws {
        // The parts of an imported state that the DevTools need, and their relations.
        let script = """
            const lifted = JSON.parse(require('fs').readFileSync(process.argv[1], 'utf8'));
            const {monitorState, actionsById, nextActionId, stagedActionIds, skippedActionIds, committedState,
                currentStateIndex, computedStates} = lifted;
            const ok = typeof monitorState === 'object' && nextActionId === stagedActionIds.length
                && computedStates.length === stagedActionIds.length && currentStateIndex === computedStates.length - 1
                && Array.isArray(skippedActionIds) && stagedActionIds.every(id => actionsById[id].type === 'PERFORM_ACTION'
                && typeof actionsById[id].action.type === 'string' && actionsById[id].timestamp > 1e12);
            console.log(ok, stagedActionIds.map(id => actionsById[id].action.type).join(), JSON.stringify(committedState),
                JSON.stringify(computedStates[4].state));
            """
        let output = try answer(of: "node", script, reading: shop().recording.text(as: .reduxDevTools))
        #expect(
            output == #"""
                true @@INIT,add,remove,checkOut,payment.paid {"amounts":{},"note":"","paid":0} {"amounts":{},"note":"checking out","paid":1.5}

                """#
        )
    }

    @Test func unencodableValuesAreWrittenAsDescriptions() {
        let recorder = CountingStore.recorder(count: 1)
        let text = recorder.recording().text(as: .jsonLines)
        #expect(text.contains(#""action":"count(1)","described":true"#))
    }

    /// A value with a NaN or an infinity is written as text in each format.
    @Test func nanAndInfinityStillParse() throws {
        struct Price: Codable, Sendable { var amount = Decimal.nan }
        enum Action: Codable, Sendable { case pay(Price) }
        let recorder = Recorder<Action, Price>()
        let store = Store(initialState: Price(), reducer: .reduce { _, _ in }, middleware: recorder.middleware)
        store.dispatch(.pay(Price()))
        for format in [RecordingFormat.jsonLines, .trace, .reduxDevTools] {
            let text = recorder.recording().text(as: format)
            for json in format == .jsonLines ? text.split(separator: "\n").map(String.init) : [text] {
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
            }
        }
    }

    @Test(arguments: ["ж", "🍵", "\"", "\u{202e}", "漢", "a"]) func diagramIsNeverTooLong(letter: Character) {
        let recorder = Recorder<ShopAction, ShopState>(keeping: .none)
        let store = Store(initialState: ShopState(), reducer: .reduce { _, _ in }, middleware: recorder.middleware)
        for _ in 0..<500 { store.dispatch(.remove(String(repeating: letter, count: 100))) }
        let text = recorder.recording().text(as: .mermaid)
        #expect(text.utf16.count < 50_000)
        let boxes = text.split(separator: "\n").filter { $0.contains("[\"") }.count
        #expect(text.contains("%% \(500 - boxes) earlier actions are left out"))
        #expect(letter == "ж" ? boxes == 400 : boxes > 50)
    }

    @Test func outputHasNoControlCharacters() {
        struct Loud: Sendable, CustomStringConvertible { var description = "loud\u{1b}[2J\u{9b}\u{202e}" }
        let recorder = Recorder<Loud, [String]>()
        let store = Store(
            initialState: [],
            reducer: .reduce { _, state in state.append("\u{9b}\u{202e}") },
            middleware: recorder.middleware
        )
        let source = ActionSource(file: "A/\u{1b}]0;a\u{7}\u{202e}.swift", function: "f\u{9b}", line: 1, info: nil)
        store.dispatch(Loud(), from: source)
        store.dispatch(Loud(), from: source.derived(by: "d", kind: "k\u{9b}", file: "\u{1b}", line: 2))
        let text = recorder.recording().text(as: .text)
        for line in text.split(separator: "\n") { #expect(String(line).visible == line) }
        #expect(text.contains(#"\u{1b}]0;a"#))
    }

    /// Skipped parts of a format are not computed.
    @Test func formatDoesNoWorkForSkippedParts() {
        let counter = Counter()
        let recorder = Recorder<Counted, Counted>()
        let store = Store(
            initialState: Counted(counter: counter, number: 0),
            reducer: .reduce { action, state in state = Counted(counter: counter, number: action.number) },
            middleware: recorder.middleware
        )
        for number in 1...1_000 { store.dispatch(Counted(counter: counter, number: number)) }
        let recording = recorder.recording()
        _ = recording.text(as: .mermaid)
        // The newest 400 actions, and no state.
        #expect(counter.count == 400)
    }
}

/// Counts the conversions of values to text.
private final class Counter: Sendable {
    private let number = Lock(0)

    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}

private struct Counted: Sendable, CustomStringConvertible {
    let counter: Counter
    let number: Int

    var description: String {
        counter.add()
        return "\(number)"
    }
}

/// Makes a store whose actions each cause the next one, up to a number.
enum CountingStore {
    enum Action: Sendable { case count(Int) }

    static func recorder(count: Int) -> Recorder<Action, Int> {
        let recorder = Recorder<Action, Int>()
        let counting = AnyMiddleware<Action, Action, Int> { action, source, _ in
            guard case .count(let number) = action, number < count else { return .pure() }
            return .send(.count(number + 1), from: source)
        }
        let store = Store(
            initialState: 0,
            reducer: .reduce { _, state in state += 1 },
            middleware: counting <> recorder.middleware
        )
        store.dispatch(.count(count == 1 ? 1 : 0))
        return recorder
    }
}
