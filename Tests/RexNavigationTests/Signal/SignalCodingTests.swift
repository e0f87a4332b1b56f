// SPDX-License-Identifier: MIT

import Foundation
import RexNavigation
import RexObservation
import RexTestSupport
import Testing

@Suite struct SignalCodingTests {
    private func signals(restoring: Bool) -> Signals<String> {
        var signals = Signals<String>(restoring: restoring)
        for text in ["a", "b", "c"] { signals.post(text) }
        signals.seen(upTo: 1)
        return signals
    }

    @Test func codingKeepsTheCounterAndNoValues() throws {
        let signals = signals(restoring: false)
        #expect(try encoded(signals) == #"{"lastID":3}"#)
        var decoded = try decode(try encoded(signals))
        #expect(decoded.pending.isEmpty && decoded.droppedOnDecoding == 0)
        decoded.post("d")
        #expect(decoded.pending.map(\.id) == [4])
        #expect(try encoded(decoded) == #"{"lastID":4}"#)
    }

    @Test func restoringKeepsTheValues() throws {
        let signals = signals(restoring: true)
        #expect(try encoded(signals) == #"{"lastID":3,"pending":[{"id":2,"value":"b"},{"id":3,"value":"c"}]}"#)
        let decoded = try decode(try encoded(signals))
        #expect(decoded == signals)
        // Also the values that are posted after the next launch.
        #expect(try encoded(decoded) == encoded(signals))
        #expect(try decode(try encoded(Signals(restoring: true))) == Signals(restoring: true))
    }

    @Test func restoredValuesReachTheView() throws {
        let decoded = try decode(try encoded(signals(restoring: true)))
        var coordinator = SignalCoordinator()
        #expect(coordinator.next(in: decoded)?.value == "b")
        #expect(coordinator.next(in: decoded)?.value == "c")
        #expect(coordinator.takeAcknowledgement() == 3)
    }

    @Test(arguments: [
        #"{"lastID": 9, "pending": [{"id": 10, "value": "a"}]}"#,
        #"{"lastID": 9, "pending": [{"id": 2, "value": "a"}, {"id": 2, "value": "b"}]}"#,
        #"{"lastID": 9, "pending": [{"id": 3, "value": "a"}, {"id": 2, "value": "b"}]}"#,
        #"{"lastID": 9, "pending": [{"id": 3, "value": 7}, {"id": 2, "value": "b"}]}"#,
        #"{"lastID": 9, "pending": [{"id": 0, "value": "a"}]}"#,
        #"{"lastID": 0, "pending": [{"id": 1, "value": 7}]}"#,
        #"{"lastID": -1}"#,
        #"{"lastID": 9007199254740993}"#,
        #"{"lastID": 9223372036854775807, "pending": []}"#,
    ])
    func idsThatDoNotIncreaseUpToTheCounterAreCorrupt(text: String) {
        #expect { try decode(text) } throws: { error in
            if case DecodingError.dataCorrupted = error { true } else { false }
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"pending": []}"#, #"{"lastID": "1"}"#, #"{"lastID": 1, "pending": [{"value": "a"}]}"#, "[]",
    ])
    func otherTextIsNotDecoded(text: String) {
        #expect(throws: DecodingError.self) { try decode(text) }
    }

    @Test func aValueThatCannotBeDecodedIsLeftOut() throws {
        let text =
            #"{"lastID": 4, "pending": [{"id": 1, "value": 7}, {"id": 2, "value": "b"}, {"id": 3}, {"id": 4, "value": "d"}]}"#
        let decoded = try decode(text)
        #expect(decoded.pending.map(\.id) == [2, 4])
        #expect(decoded.droppedOnDecoding == 2)
        var same = Signals<String>(restoring: true)
        for value in ["a", "b", "c", "d"] { same.post(value) }
        #expect(decoded != same)
        let again = try decode(try encoded(decoded))
        #expect(again == decoded && again.hashValue == decoded.hashValue && again.droppedOnDecoding == 0)
    }

    @Test func ofMoreThanAHundredTheOldestAreLeftOut() throws {
        let pending = (1...105).map { #"{"id":\#($0),"value":"a"}"# }.joined(separator: ",")
        let decoded = try decode(#"{"lastID": 105, "pending": [\#(pending)]}"#)
        #expect((decoded.pending.first?.id, decoded.pending.count, decoded.droppedOnDecoding) == (6, 100, 5))
    }

    private func encoded(_ signals: Signals<String>) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(signals), as: UTF8.self)
    }

    private func decode(_ text: String) throws -> Signals<String> {
        try JSONDecoder().decode(Signals<String>.self, from: Data(text.utf8))
    }
}
