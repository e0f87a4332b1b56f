// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import RecorderMiddleware

@Suite struct ValueEncoderWhiteBoxTests {
    enum Kind: Codable, Equatable {
        case empty
        case one(Int)
        case named(a: String, b: [Double?])
        indirect case nested(Kind)
    }

    struct Everything: Codable, Equatable {
        var kinds: [Kind] = [
            .empty, .one(-3), .named(a: "\u{0}\u{1f}\"\\/é🫖\u{2028}", b: [1, nil, 0.1]), .nested(.nested(.empty)),
        ]
        var numbers: [Int8] = [-128, 127]
        var large: [UInt64] = [0, 9, 10, 99, 100, .max]
        var small: [Int64] = [.min, -1]
        var singles: [Float] = [1.5, -0.1, .infinity]
        var strange: [Double] = [.infinity, -.infinity, 1e300, -0.0, 1e-300]
        var flags = [true, false]
        var byName = ["a": 1, "b": 2]
        var byNumber = [3: "c"]
        var optional: Int?
        var nothing: [Int] = []
        var tuple: [[[String]]] = [[], [[]], [["x"]]]
        var date = Date(timeIntervalSinceReferenceDate: 12.5)
        var data = Data([1, 2, 255])
        var url = URL(string: "https://example.org/a?b=c#d")
        var decimal = Decimal(string: "12.345") ?? 0
        var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        var bytes: [UInt8] = [0, 255]
        var character: UInt16 = 65
        var range = 1..<4
        var set: Set<Int> = [5]
    }

    @Test func foundationReadsWhatIsWritten() throws {
        let json = try #require(ValueEncoder().encode(Everything()))
        #expect(try ValueEncoder.decoder.decode(Everything.self, from: Data(json)) == Everything())
    }

    @Test(arguments: ["", "x", "\"", "\\", "\n\t\u{0}", "plain", "é🫖"]) func textsAreEscaped(text: String) throws {
        let json = try #require(ValueEncoder().encode([text]))
        #expect(try JSONDecoder().decode([String].self, from: Data(json)) == [text])
    }

    @Test func bytesThatCannotStandInATextAreFoundAnywhere() throws {
        let neighbours = ["\u{1f}", "\0", "\"", "\\", " ", "!", "#", "[", "]", "\u{7f}", "é", "\u{800}"]
        for length in 0..<20 {
            for place in 0...length {
                for special in neighbours {
                    let plain = String(repeating: "x", count: length - place)
                    let text = String(repeating: "!", count: place) + special + plain
                    let json = try #require(ValueEncoder().encode([text, special + plain + special]))
                    let read = try JSONDecoder().decode([String].self, from: Data(json))
                    #expect(read == [text, special + plain + special])
                }
            }
        }
    }

    @Test func notANumberIsReadAsOne() throws {
        let json = try #require(ValueEncoder().encode([Double.nan]))
        #expect(try ValueEncoder.decoder.decode([Double].self, from: Data(json))[0].isNaN)
    }

    @Test func oneEncoderWritesOneValueAfterTheOther() throws {
        let encoder = ValueEncoder()
        #expect(encoder.encode(Refusing()) == nil)
        #expect(encoder.encode([1, 2]).map { String(decoding: $0, as: UTF8.self) } == "[1,2]")
        #expect(encoder.encode(Empty()).map { String(decoding: $0, as: UTF8.self) } == "{}")
        #expect(encoder.encode("a").map { String(decoding: $0, as: UTF8.self) } == "\"a\"")
    }

    @Test func aSubclassGoesOnWithTheContainerOfItsSuperclass() {
        #expect(ValueEncoder().encode([Derived()]).map { String(decoding: $0, as: UTF8.self) } == #"[{"a":1,"b":2}]"#)
    }

    @Test(arguments: TakingTurns.OutOfTurn.allCases)
    fileprivate func containersThatTakeTurnsAreLeftToFoundation(form: TakingTurns.OutOfTurn) throws {
        let value = TakingTurns(form: form)
        let json = try #require(ValueEncoder().encode(value))
        let read = try JSONSerialization.jsonObject(with: Data(json)) as? NSDictionary
        let expected = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)) as? NSDictionary
        #expect(read != nil && read == expected)
    }

    @Test func nestedContainersAndSuperEncodersAreWritten() throws {
        let json = try #require(ValueEncoder().encode(Nesting()))
        #expect(String(decoding: json, as: UTF8.self) == #"{"list":[1,{"x":true},[null]],"super":{"y":2},"z":"end"}"#)
    }

    @Test func aListKnowsHowManyElementsItHas() {
        let json = ValueEncoder().encode(Counting())
        #expect(json.map { String(decoding: $0, as: UTF8.self) } == #"[null,1,2,3.5,true,"5",[6],{},[],{},10]"#)
    }

    /// Writes how many elements there are already, in each form that an element has.
    private struct Counting: Encodable {
        private enum Key: String, CodingKey { case a }
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encodeNil()
            try list.encode(list.count)
            try list.encode(list.count)
            try list.encode(Double(list.count) + 0.5)
            try list.encode(list.count == 4)
            try list.encode("\(list.count)")
            try list.encode([list.count])
            _ = list.nestedContainer(keyedBy: Key.self)
            _ = list.nestedUnkeyedContainer()
            _ = list.superEncoder().container(keyedBy: Key.self)
            try list.encode(list.count)
        }
    }

    private struct Refusing: Encodable {
        struct Refusal: Error {}
        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(1)
            throw Refusal()
        }
    }

    private struct Empty: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    private class Base: Encodable {
        private enum Key: String, CodingKey { case a }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .a)
        }
    }

    private final class Derived: Base {
        private enum Key: String, CodingKey { case b }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(2, forKey: .b)
        }
    }

    fileprivate struct TakingTurns: Encodable {
        enum OutOfTurn: CaseIterable {
            case integer, null, bool, text, number, value, list, object, ofSuper
            case nullMember, boolMember, textMember, integerMember, numberMember, valueMember
        }
        private enum Key: String, CodingKey { case first, second, third }

        var form = OutOfTurn.integer

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedUnkeyedContainer(forKey: .first)
            try first.encode(1)
            var second = container.nestedContainer(keyedBy: Key.self, forKey: .second)
            try second.encode(2, forKey: .first)
            var third = container.nestedUnkeyedContainer(forKey: .third)
            try third.encode(4)
            switch form {
            case .integer: try first.encode(3)
            case .null: try first.encodeNil()
            case .bool: try first.encode(true)
            case .text: try first.encode("3")
            case .number: try first.encode(3.5)
            case .value: try first.encode([3])
            case .list:
                var list = first.nestedUnkeyedContainer()
                try list.encode(3)
            case .object:
                var object = first.nestedContainer(keyedBy: Key.self)
                try object.encode(3, forKey: .first)
            case .ofSuper: try [3].encode(to: first.superEncoder())
            case .nullMember: try second.encodeNil(forKey: .second)
            case .boolMember: try second.encode(true, forKey: .second)
            case .textMember: try second.encode("3", forKey: .second)
            case .integerMember: try second.encode(3, forKey: .second)
            case .numberMember: try second.encode(3.5, forKey: .second)
            case .valueMember: try second.encode([3], forKey: .second)
            }
        }
    }

    private struct Nesting: Encodable {
        private enum Key: String, CodingKey { case list, x, y, z }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(1)
            var object = list.nestedContainer(keyedBy: Key.self)
            try object.encode(true, forKey: .x)
            var inner = list.nestedUnkeyedContainer()
            try inner.encodeNil()
            var own = container.superEncoder().container(keyedBy: Key.self)
            try own.encode(2, forKey: .y)
            try container.encode("end", forKey: .z)
        }
    }
}
