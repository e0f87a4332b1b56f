// SPDX-License-Identifier: MIT

import RexCore
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import struct RecorderMiddleware.RecordingError
import enum RecorderMiddleware.RecordingFormat

/// Recordings read from JSON lines.
@Suite struct JSONLinesTests {
    private typealias Shop = Recording<ShopAction, ShopState>

    private func shop() async -> Shop {
        let shop = RecordedShop(Recorder(), .paying)
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.checkOut)
        await shop.store.settled()
        return shop.recording
    }

    @Test func writtenRecordingIsReadAgain() async throws {
        for recording in [await shop(), await Hostile.recording()] {
            let lines = recording.text(as: .jsonLines)
            let read = try Shop(jsonLines: lines)
            #expect(read.text(as: .jsonLines) == lines)
            #expect(read.entries.map(\.action) == recording.entries.map(\.action))
            #expect(read.entries.map(\.change) == recording.entries.map(\.change))
            #expect(read.entries.map(\.source.trail) == recording.entries.map(\.source.trail))
            #expect(read.runs.map(\.ending) == recording.runs.map(\.ending))
            #expect(read.runs.map { read.explain($0) } == recording.runs.map { recording.explain($0) })
            #expect(read.damage == nil)
            #expect(read.entries.allSatisfy { $0.stateBefore == nil && $0.stateAfter == nil })
            let last = try #require(recording.entries.last)
            #expect(read.causes(of: last.number).map(\.number) == recording.causes(of: last.number).map(\.number))
        }
    }

    /// The numbers of the process are in no line, and what is missing is said.
    @Test func linesNameEventsByTheirNumbersAndLabels() async throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let shops = ["Phone", "Laptop"].map { name in
            Store(
                initialState: ShopState(),
                reducer: .shop,
                middleware: ShopMiddleware.answering <> recorder.middleware(named: name)
            )
        }
        for shop in shops {
            shop.dispatch(.add("tea", amount: 2))
            shop.dispatch(.checkOut)
            await shop.settled()
        }
        let recording = recorder.recording()
        let text = recording.text(as: .jsonLines)
        let large = recording.entries.map(\.number).filter { $0 > 1_000 }
        #expect(large.count > 2 && !large.contains { text.contains("\($0)") })
        #expect(text.contains(#""cause":{"event""#))
        #expect(try Shop(jsonLines: text).entries.map(\.number) == recording.entries.map(\.number))
        #expect(try Shop(jsonLines: text).entries.map(\.cause) == recording.entries.map(\.cause))
    }

    @Test func causesThatAreNotThereHaveTheReason() throws {
        let shop = RecordedShop(Recorder(capacity: 1))
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.remove("tea"))
        let text = shop.recording.text(as: .jsonLines)
        #expect(text.contains(#","missing":"overwritten"}"#), "\(text)")
        let read = try Shop(jsonLines: text)
        #expect(read.entries.map(\.cause) == shop.entries.map(\.cause))
        #expect(read.entries.map { read.explain($0) } == shop.entries.map { shop.recording.explain($0) })
    }

    /// Also if the file has no action of its store.
    @Test(arguments: ["Phone", nil]) func causeOfAnotherStoreKeepsItsName(name: String?) throws {
        let recorder = Recorder<ShopAction, ShopState>(capacity: 1)
        let kept = Lock<ActionSource?>(nil)
        func store(_ name: String?) -> Store<ShopAction, ShopState> {
            let recording = name.map { recorder.middleware(named: $0) } ?? recorder.middleware
            let keeping = ShopMiddleware { _, source, _ in
                kept.withLock { $0 = source }
                return .pure()
            }
            return Store(initialState: ShopState(), reducer: .shop, middleware: keeping <> recording)
        }
        let (phone, laptop) = (store(name), store("Laptop"))
        phone.dispatch(.checkOut)
        laptop.dispatch(.checkOut, from: try #require(kept.withLock { $0 }))
        let recording = recorder.recording()
        let text = recording.text(as: .jsonLines)
        let read = try Shop(jsonLines: text)
        #expect(read.text(as: .jsonLines) == text)
        #expect(read.explain(read.entries[0]) == recording.explain(recording.entries[0]))
        #expect(read.explain(read.entries[0]).contains(/(Phone |\d+\.)1 \(overwritten\) led to it/))
    }

    @Test func unknownReasonIsRead() throws {
        let shop = RecordedShop(Recorder(capacity: 1))
        shop.store.dispatch(.remove("tea"))
        let text = shop.recording.text(as: .jsonLines).replacing("overwritten", with: "lost")
        let read = try Shop(jsonLines: text)
        #expect(read.damage == nil)
        #expect(read.entries.map { read.explain($0).hasPrefix("2 (not recorded) led to it") } == [true])
    }

    @Test func readRecordingIsReplayed() async throws {
        let read = try Shop(jsonLines: await shop().text(as: .jsonLines))
        #expect(try read.replay(from: ShopState(), reducer: .shop).paid == 2)
    }

    @Test func undecodableActionHasItsText() throws {
        let text = """
            {"type":"recording","version":3,"began":7,"actions":2,"changes":true,"more":1}
            \(line(action: #"{"gone":{}}"#, described: false))
            \(line(action: #""other""#, described: true).replacing(#""number":1"#, with: #""number":2"#))

            """
        let read = try Shop(jsonLines: text)
        #expect(read.entries.map(\.actionText) == ["text", "text"])
        #expect(read.entries.allSatisfy { $0.action == nil })
    }

    @Test func brokenLinesAreSkippedAndCounted() async throws {
        var lines = await shop().text(as: .jsonLines).split(separator: "\n").map(String.init)
        let count = try Shop(jsonLines: lines.joined(separator: "\n")).entries.count
        lines[lines.count - 1].removeLast(9)
        lines.insert("{}", at: 1)
        lines.insert("", at: 2)
        let read = try Shop(jsonLines: lines.joined(separator: "\n"))
        #expect(read.entries.count == count - 1)
        #expect(read.damage?.description == "2 lines cannot be read; 1 of \(count) actions are missing")
    }

    /// A text cut at any position is read up to the cut.
    @Test func cutTextIsReadUpToTheCut() async throws {
        let text = await Hostile.recording().text(as: .jsonLines)
        let head = try #require(text.firstIndex(of: "\n"))
        for place in stride(from: text.utf8.distance(from: text.startIndex, to: head), to: text.utf8.count - 1, by: 97)
        {
            let read = try Shop(jsonLines: String(decoding: text.utf8.prefix(place), as: UTF8.self))
            #expect(read.damage != nil)
        }
    }

    private static let head =
        #"{"type":"recording","version":3,"began":18446744073709551615,"actions":-9223372036854775808,"changes":true}"#

    /// Invalid numbers and cycles, which no recorder writes, do not crash the reader or the formats.
    @Test func invalidNumbersAndCausalCyclesAreRead() throws {
        let most = "18446744073709551615"
        let action = line(action: "{}", described: true)
        let lines = [
            Self.head,
            action.replacing(#""time":1,"handle":1"#, with: #""time":\(most),"handle":\(most)"#)
                .replacing(#""observers":1,"io":1"#, with: #""observers":\(most),"io":\(most)"#),
            action.replacing(#""number":1"#, with: #""event":2,"number":2,"cause":{"event":2,"label":"2"}"#),
            action.replacing(#""number":1"#, with: #""event":3,"number":3,"cause":{"event":4,"label":"4"}"#),
            action.replacing(#""number":1"#, with: #""event":4,"number":4,"cause":{"event":3,"label":"3"}"#),
            action,
            #"{"type":"run","number":1,"kind":"effect","name":"a","file":"A","line":1,"began":\(most),"ended":\(most),"#
                + #""ending":"timedOut","limit":\(most)}"#,
            #"{"type":"ignored","reason":"first","rule":{"kind":"","text":"","file":"","function":"","line":1},"time":\(most)}"#,
        ]
        .map { $0.replacing(#"\(most)"#, with: most) }
        let read = try Shop(jsonLines: lines.joined(separator: "\n"))
        #expect(read.entries.map(\.number) == [1, 2, 3, 4])
        #expect(read.damage?.description == "1 line cannot be read; an action is a cause of itself")
        #expect(read.runs.count == 1 && read.notices.count == 1)
        for entry in read.entries { #expect(read.causes(of: entry.number).count < 4) }
        for format in RecordingFormat.allCases { #expect(read.text(as: format) != "") }
        #expect(read.text(as: .text).split(separator: "\n").count >= 4)
    }

    @Test(arguments: [
        ("", "this is not a recording: its first line is not a recording's header"),
        ("[]", "this is not a recording: its first line is not a recording's header"),
        (#"{"type":"run"}"#, "this is not a recording: its first line is not a recording's header"),
        (
            #"{"type":"recording","version":3,"began":0}"#,
            "this is not a recording: its first line is not a recording's header"
        ),
        (
            #"{"type":"recording","version":4,"began":0,"actions":0}"#,
            "this recording has version 4, but only version 3 can be read here"
        ),
    ]) func otherTextThrows(text: String, message: String) {
        #expect { try Shop(jsonLines: text) } throws: { "\($0)" == message }
    }

    private func line(action: String, described: Bool) -> String {
        #"{"type":"action","number":1,"action":"# + action + #","described":\#(described),"text":"text","#
            + #""file":"A.swift","function":"f","line":1,"trail":[],"change":"","time":1,"handle":1,"reduce":1,"observers":1,"io":1,"thread":1,"done":true}"#
    }
}
