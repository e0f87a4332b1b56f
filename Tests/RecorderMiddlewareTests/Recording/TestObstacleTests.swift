// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import enum RecorderMiddleware.RecordedStates
import struct RecorderMiddleware.RecordingError
import enum RecorderMiddleware.RecordingFormat

private enum Hidden: Codable, Equatable, Sendable {
    case shown
}

/// A value that changes by encoding and decoding.
struct Forgetful: Codable, Sendable {
    var kept = 0
    var forgotten = 0

    enum CodingKeys: CodingKey { case kept }
}

struct Unreadable: Codable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws { throw CorpusError() }
    func encode(to encoder: any Encoder) throws {}
}

struct Unwritable: Codable, Sendable {
    func encode(to encoder: any Encoder) throws { throw CorpusError() }
}

/// Recordings that cannot be turned into tests, and the reasons.
@Suite struct TestObstacleTests {
    private func record<ActionType: Codable & Sendable, StateType: Codable & Sendable>(
        _ state: StateType,
        _ actions: ActionType...,
        in recorder: Recorder<ActionType, StateType> = Recorder()
    ) -> Recording<ActionType, StateType> {
        let store = Store(initialState: state, reducer: .identity, middleware: recorder.middleware)
        for action in actions { store.dispatch(action) }
        return recorder.recording()
    }

    /// Returns the reason why no test is written.
    private func obstacle<ActionType: Codable, StateType: Codable>(
        _ recording: Recording<ActionType, StateType>,
        named name: String = "recorded",
        from state: String? = nil,
        middleware: String? = nil
    ) -> String {
        do throws(RecordingError) {
            return try recording.testSource(named: name, from: state, middleware: middleware)
        } catch {
            #expect(error.description.hasPrefix("A test cannot be written of this recording: "))
            return error.description
        }
    }

    @Test func missingStatesMustBeGiven() {
        for recorder in [Recorder<Int, Int>(keeping: .changes), Recorder<Int, Int>(keeping: .none)] {
            let recording = record(0, 1, in: recorder)
            #expect(obstacle(recording).contains("Say it with from:"))
            #expect(obstacle(recording, from: "0").contains("initialState: 0,"))
        }
    }

    @Test func undecodableFileIsReported() throws {
        let folder = try TemporaryFolder()
        _ = record(0, 1, in: Recorder<Int, Int>(file: folder.file("a.rex"), capacity: 10))
        #expect(obstacle(try Recording<Int, Int>(file: folder.file("a.rex"))).contains("Say it with from:"))
        _ = record(Unwritable(), 1, in: Recorder(file: folder.file("b.rex"), capacity: 10, keeping: .all))
        #expect(obstacle(try Recording<Int, Unwritable>(file: folder.file("b.rex")), from: "x").contains("description"))
        _ = record(0, Unwritable(), in: Recorder(file: folder.file("c.rex"), capacity: 10, keeping: .all))
        #expect(obstacle(try Recording<Unwritable, Int>(file: folder.file("c.rex"))).contains("has only a description"))
    }

    /// A value that is too long for the file is a shortened text, and the action is named.
    @Test func tooLongActionInAFileIsNamed() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.rex")
        _ = record(0, String(repeating: "x", count: 10_000), in: Recorder(file: path, capacity: 10, keeping: .all))
        let recording = try Recording<String, Int>(file: path)
        let entry = try #require(recording.entries.first)
        #expect(entry.action == nil && entry.actionText.hasPrefix("\"xxx") && entry.actionText.contains("…"))
        #expect(entry.actionText.utf8.count < 2_000)
        #expect(entry.isShortened)
        for format in [RecordingFormat.jsonLines, .html] {
            #expect(recording.text(as: format).contains(format == .html ? #""shortened":[1]"# : #""shortened":true"#))
        }
        #expect(try Recording<String, Int>(jsonLines: recording.text(as: .jsonLines)).entries[0].isShortened)
        let reason = "is incomplete: the action is too long for the file, and shortened."
        let name = "action 1, \(entry.actionText) \(reason)"
        #expect(obstacle(recording).contains(name))
        let error = #expect(throws: RecordingError.self) { try recording.replay(from: 0, reducer: .identity) }
        #expect(error?.description == "It cannot be replayed: \(name)")
    }

    /// A change or a state that is too long is no difference, and its action is named.
    @Test(arguments: [RecordedStates.changes, .all])
    func tooLongStateInAFileIsNamed(states: RecordedStates) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.rex")
        let recorder = Recorder<Int, [String]>(file: path, capacity: 10, keeping: states)
        let reducer = Reducer<Int, [String]>.reduce { count, texts in
            texts = (0..<count).map { "\($0)" + String(repeating: "x", count: 900) }
        }
        let store = Store(initialState: [], reducer: reducer, middleware: recorder.middleware)
        for count in [1, 20] { store.dispatch(count) }
        let recording = try Recording<Int, [String]>(file: path)
        #expect(recording.entries.map(\.isShortened) == [false, true])
        let part = states == .all ? "its state" : "its change"
        let name = "action 2, 20 is incomplete: \(part) is too long for the file, and shortened."
        let error = #expect(throws: RecordingError.self) { try recording.replay(from: [], reducer: reducer) }
        #expect(error?.description == "It cannot be replayed: " + name)
        #expect(obstacle(recording, from: "[]").hasSuffix(name))
    }

    @Test func privateTypesAreNamed() {
        #expect(obstacle(record(0, Hidden.shown)).contains("the type Hidden, or a type in it, is private"))
        #expect(obstacle(record([Hidden.shown], 0)).contains("private"))
        struct Local: Codable, Sendable {}
        #expect(obstacle(record(Local(), 0)).contains("private"))
    }

    @Test func valuesThatChangeByEncodingAreNamed() {
        #expect(obstacle(record(0, Forgetful(kept: 1, forgotten: 2))).contains("forgotten: 2 → 0"))
        #expect(obstacle(record(Forgetful(kept: 1, forgotten: 2), 0)).contains("the state after action"))
        #expect(obstacle(record(0, Unreadable())).contains("cannot be decoded"))
        #expect(obstacle(record(0, Unwritable())).contains("cannot be encoded"))
    }

    @Test func emptyRecordingIsNoTest() {
        #expect(obstacle(Recorder<Int, Int>().recording()).contains("no action"))
    }

    @Test func namesMustBeValidFunctionNames() {
        let recording = record(0, 1)
        for name in ["", "two words", "1st", "a-b", "a`", "_"] {
            #expect(obstacle(recording, named: name).contains("not a valid function name"))
        }
        for name in ["aRun", "_run", "läuft2"] { #expect(obstacle(recording, named: name).contains("func \(name)()")) }
        for name in ["init", "Self", "Any"] {
            #expect(obstacle(recording, named: name).contains("func `\(name)`()"))
        }
    }

    @Test func recordingOfSeveralStoresIsNoTest() {
        let recorder = Recorder<Int, Int>()
        _ = record(0, 1, in: recorder)
        #expect(obstacle(record(0, 1, in: recorder)).contains("several stores"))
    }

    @Test func randomNumbersOfTheStartNeedTheKeptState() {
        struct Drawing: MiddlewareProtocol {
            func receiveContext(getState: @escaping GetState<Int>, output: AnyActionHandler<Int>) {
                output.dispatch(7, from: .here().derived(by: ActionSource.Step.here(kind: "random", text: "Outbox a")))
            }

            func handle(action: Int, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Int> { .pure() }
        }
        let recorder = Recorder<Int, Int>()
        let store = Store(initialState: 0, reducer: .identity, middleware: Drawing() <> recorder.middleware)
        let recording = recorder.recording()
        #expect(obstacle(recording, from: "0", middleware: "x").contains("action 1, 7 contains random numbers"))
        #expect(obstacle(recording, middleware: "x").contains("0: [try action"))
        extendLifetime(store)
    }

    @Test func modulesOfTypesAreImported() {
        let rows = record([CorpusRow(id: 1)], ElementIDAction(id: 1, action: RowAction.toggle))
        let source = obstacle(rows)
        #expect(source.contains("\nimport RexCore\n"))
        #expect(source.contains("\n@testable import RecorderMiddlewareTests\n"))
        #expect(source.contains("= RexCore.ElementIDAction<Swift.Int, RecorderMiddlewareTests.RowAction>\n"))
        let drafts = obstacle(record(String.Draft(), String.Edit.insert("")))
        #expect(drafts.contains("\n@testable import RecorderMiddlewareTests\n"))
        #expect(drafts.contains("RecordedState = Swift.String.Draft\n"))
    }
}
