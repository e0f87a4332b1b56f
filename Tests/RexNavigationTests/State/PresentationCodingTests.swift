// SPDX-License-Identifier: MIT

import Foundation
import RexNavigation
import RexTestSupport
import Testing

@Suite struct PresentationCodingTests {
    struct Screen: Codable, Hashable {
        var name: String
        var path = PresentationStack<String>()
    }

    @Test func decodedEncodingIsEqual() throws {
        for seed in 0..<UInt64(programCount / 100) {
            var program = ContainerProgram(seed: seed)
            for _ in 0..<20 { program.step() }
            var screen = Screen(name: "\(seed)")
            for value in program.stack { screen.path.push("\(value)") }
            var screens = Presented<Screen>()
            screens.present(screen)
            #expect(try copy(of: program.sheet) == program.sheet)
            #expect(try copy(of: program.stack) == program.stack)
            #expect(try copy(of: screens) == screens)
            for id in program.stack.ids {
                let action = PresentationAction<Int>.presented(id, 7)
                #expect(try copy(of: action) == action)
                #expect(try copy(of: PresentationAction<Int>.dismissed(id)) == .dismissed(id))
            }
        }
    }

    @Test func theCounterIsEncoded() throws {
        var sheet = Presented<Int>()
        sheet.present(7)
        sheet.dismiss()
        var decoded = try copy(of: sheet)
        #expect(decoded != Presented())
        let id = decoded.present(8)
        #expect(id == 2)
    }

    @Test func aScreenThatCannotBeDecodedIsLeftOutWithThoseAboveIt() throws {
        let text = """
            {"lastID": 9, "presentations": [{"id": 2, "value": 4}, {"id": 5, "value": "gone"}, {"id": 7, "value": 6}]}
            """
        var stack = try decode(PresentationStack<Int>.self, text)
        #expect(stack.ids == [2])
        #expect(stack.droppedOnDecoding == 2)
        let id = stack.push(1)
        #expect(id == 10)
        var same = try copy(of: stack)
        #expect(same == stack)
        #expect(same.droppedOnDecoding == 0)
        #expect(same.hashValue == stack.hashValue)
        same.push(2)
        #expect(same != stack)

        let sheet = try decode(
            Presented<Int>.self,
            #"{"lastID": 9, "presentations": [{"id": 2, "value": "gone"}]}"#
        )
        #expect(sheet.presentation == nil)
        #expect(sheet.droppedOnDecoding == 1)
    }

    @Test func aScreenWhoseOwnPathIsCorruptIsLeftOut() throws {
        let text = """
            {"lastID": 1, "presentations": [{"id": 1, "value":
            {"name": "a", "path": {"lastID": 1, "presentations": [{"id": 2, "value": "b"}]}}}]}
            """
        let sheet = try decode(Presented<Screen>.self, text)
        #expect(sheet.isEmpty && sheet.droppedOnDecoding == 1)
    }

    struct Account: Codable, Hashable {
        var user: String
        var screen = Presented<Screen>()
        var path = PresentationStack<Int>()
    }

    @Test(arguments: [
        #"{"user": "a"}"#, #"{"user": "a", "screen": null, "path": null}"#,
        #"{"user": "a", "path": {"lastID": 0, "presentations": []}}"#,
    ])
    func aMissingContainerIsDecodedAsAnEmptyOne(text: String) throws {
        #expect(try decode(Account.self, text) == Account(user: "a"))
    }

    @Test func aScreenOfAnEarlierVersionIsKept() throws {
        let text = #"{"lastID": 3, "presentations": [{"id": 3, "value": {"name": "a"}}]}"#
        let stack = try decode(PresentationStack<Screen>.self, text)
        #expect(stack[id: 3] == Screen(name: "a") && stack.droppedOnDecoding == 0)
    }

    @Test(arguments: [
        #"{"lastID": 9, "presentations": [{"id": 2, "value": 4}, {"id": 2, "value": 4}]}"#,
        #"{"lastID": 9, "presentations": [{"id": 3, "value": 4}, {"id": 2, "value": 4}]}"#,
        #"{"lastID": 9, "presentations": [{"id": 2, "value": "gone"}, {"id": 1, "value": 4}]}"#,
        #"{"lastID": 9, "presentations": [{"id": 10, "value": 4}]}"#,
        #"{"lastID": 9, "presentations": [{"id": 0, "value": 4}]}"#,
        #"{"lastID": -1, "presentations": []}"#,
        #"{"lastID": 9223372036854775807, "presentations": []}"#,
    ])
    func idsThatDoNotIncreaseUpToTheCounterAreCorrupt(text: String) {
        #expect(isCorrupt { try decode(PresentationStack<Int>.self, text) })
        #expect(isCorrupt { try decode(Presented<Int>.self, text) })
    }

    @Test func severalPresentationsWhereOneIsPossibleAreCorrupt() {
        let text = #"{"lastID": 9, "presentations": [{"id": 2, "value": 4}, {"id": 3, "value": 4}]}"#
        #expect(isCorrupt { try decode(Presented<Int>.self, text) })
    }

    @Test func idsAreEncodedAsNumbers() throws {
        var sheet = Presented<Int>()
        sheet.present(7)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(sheet), as: UTF8.self)
        #expect(text == #"{"lastID":1,"presentations":[{"id":1,"value":7}]}"#)
        #expect("\(PresentationID(integerLiteral: 2))" == "#2")
    }

    private func copy<Value: Codable>(of value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private func isCorrupt<Value>(_ decode: () throws -> Value) -> Bool {
        do {
            _ = try decode()
            return false
        } catch DecodingError.dataCorrupted {
            return true
        } catch {
            return false
        }
    }
}
