// SPDX-License-Identifier: MIT

import Foundation
import RexCore
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

    @Test func foundationReadsTheOutput() throws {
        let json = try #require(ValueEncoder().encode(Everything()))
        #expect(try ValueEncoder.decoder.decode(Everything.self, from: Data(json)) == Everything())
    }

    @Test(arguments: ["", "x", "\"", "\\", "\n\t\u{0}", "plain", "é🫖"]) func textsAreEscaped(text: String) throws {
        let json = try #require(ValueEncoder().encode([text]))
        #expect(try JSONDecoder().decode([String].self, from: Data(json)) == [text])
    }

    @Test func specialBytesAreFoundAnywhere() throws {
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

    @Test func nanIsReadAgain() throws {
        let json = try #require(ValueEncoder().encode([Double.nan]))
        #expect(try ValueEncoder.decoder.decode([Double].self, from: Data(json))[0].isNaN)
    }

    @Test func encoderIsReusable() throws {
        let encoder = ValueEncoder()
        #expect(encoder.encode(Refusing()) == nil)
        #expect(encoder.encode([1, 2]).map { String(decoding: $0, as: UTF8.self) } == "[1,2]")
        #expect(encoder.encode(Empty()).map { String(decoding: $0, as: UTF8.self) } == "{}")
        #expect(encoder.encode("a").map { String(decoding: $0, as: UTF8.self) } == "\"a\"")
    }

    @Test func subclassContinuesTheContainerOfItsSuperclass() {
        #expect(ValueEncoder().encode([Derived()]).map { String(decoding: $0, as: UTF8.self) } == #"[{"a":1,"b":2}]"#)
    }

    @Test func interleavedContainersAreEncodedByFoundation() throws {
        let json = try #require(ValueEncoder().encode(TakingTurns()))
        let value = try JSONDecoder().decode([String: [Int]].self, from: Data(json))
        #expect(value == ["first": [1, 3], "second": [2]])
    }

    /// A nested container was once lost, and a value was written to the wrong container.
    @Test(arguments: BackInTurn.values.indices)
    func containerIsContinuedWithEachFormOfAValue(index: Int) throws {
        let text = BackInTurn.values[index].text
        for isList in [true, false] {
            let json = try #require(ValueEncoder().encode(BackInTurn(index: index, isList: isList)))
            let first = isList ? #""first":[1,\#(text)]"# : #""first":{"second":\#(text)}"#
            #expect(String(decoding: json, as: UTF8.self).contains(first))
        }
    }

    @Test func nestedContainersAndSuperEncodersAreWritten() throws {
        let json = try #require(ValueEncoder().encode(Nesting()))
        #expect(String(decoding: json, as: UTF8.self) == #"{"list":[1,{"x":true},[null]],"super":{"y":2},"z":"end"}"#)
    }

    private func text(_ value: some Encodable, upTo limit: Int = .max) -> String? {
        ValueEncoder(upTo: limit).encode(value).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func encodersHaveTheCodingPathAndUserInfo() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "key"))
        let encoder = ValueEncoder(userInfo: [key: 7])
        let json = try #require(encoder.encode(["a": [[Placed.value, .inList, .inObject, .inSuper]]]))
        #expect(
            String(decoding: json, as: UTF8.self) == #"""
                {"a":[["a.Index 0.Index 0 7",["a.Index 0.Index 1 a.Index 0.Index 1.Index 0"],\#
                {"x":"a.Index 0.Index 2 a.Index 0.Index 2.x"},{"super":"a.Index 0.Index 3.super"}]]}
                """#
        )
    }

    /// Encodes its coding path.
    private enum Placed: Encodable {
        case value, inList, inObject, inSuper

        private enum Key: String, CodingKey { case x }

        struct Inner: Encodable {
            let outer: String

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(outer + " " + Placed.text(container.codingPath))
            }
        }

        static func text(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .value:
                let info = encoder.userInfo.values.map { "\($0)" }.joined()
                var container = encoder.singleValueContainer()
                try container.encode("\(Placed.text(encoder.codingPath)) \(info)")
            case .inList:
                var list = encoder.unkeyedContainer()
                try list.encode(Inner(outer: Placed.text(list.codingPath)))
            case .inObject:
                var object = encoder.container(keyedBy: Key.self)
                try object.encode(Inner(outer: Placed.text(object.codingPath)), forKey: .x)
            case .inSuper:
                var object = encoder.container(keyedBy: Key.self)
                let inner = object.superEncoder()
                var container = inner.singleValueContainer()
                try container.encode(Placed.text(inner.codingPath))
            }
        }
    }

    /// Once, the JSON of both values was written, one after the other.
    @Test(arguments: Twice.Way.allCases) func positionHasOneValue(way: Twice.Way) {
        let twice = Twice(way: way)
        #expect(text(twice) == nil)
        #expect(text([[twice], [twice]]) == nil)
        #expect(text(["a": twice]) == nil)
    }

    struct Twice: Encodable {
        enum Way: CaseIterable {
            case scalars, texts, values, scalarAndList, listAndObject, objectAndScalar, valueAndNil
        }

        let way: Way

        func encode(to encoder: any Encoder) throws {
            var single = encoder.singleValueContainer()
            switch way {
            case .scalars:
                try single.encode(1)
                try single.encode(2)
            case .texts:
                try single.encode("")
                try single.encode("")
            case .values:
                try single.encode([1])
                try single.encode([2])
            case .scalarAndList:
                try single.encode(true)
                _ = encoder.unkeyedContainer()
            case .listAndObject:
                _ = encoder.unkeyedContainer()
                _ = encoder.container(keyedBy: IndexKey.self)
            case .objectAndScalar:
                _ = encoder.container(keyedBy: IndexKey.self)
                try single.encode(0.5)
            case .valueAndNil:
                try single.encode(Empty())
                try single.encodeNil()
            }
        }
    }

    /// This once overflowed the stack.
    @Test func tooDeepValueIsRejected() {
        func nested(_ depth: Int) -> Kind { (0..<depth).reduce(.empty) { kind, _ in .nested(kind) } }
        #expect(text(nested(250))?.contains("empty") == true)
        #expect(text(nested(10_000)) == nil)
        #expect(text(Wrapped(depth: 511)) == "0")
        #expect(text(Wrapped(depth: 512)) == nil)
        #expect(text(Lists(depth: 511))?.count == 2 * 512)
        #expect(text(Lists(depth: 512)) == nil)
        #expect(text(Lists(depth: 100_000)) == nil)
    }

    private struct Wrapped: Encodable {
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if depth > 0 { try container.encode(Wrapped(depth: depth - 1)) } else { try container.encode(0) }
        }
    }

    private struct Lists: Encodable {
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            for _ in 0..<depth { list = list.nestedUnkeyedContainer() }
        }
    }

    @Test func tooLongValueIsRejectedBeforeItIsWritten() {
        #expect(text([1, 2, 3], upTo: 7) == "[1,2,3]")
        #expect(text([1, 2, 3], upTo: 6) == nil)
        #expect(text("12345", upTo: 7) == #""12345""#)
        #expect(text("12345", upTo: 6) == nil)
        #expect(text(TakingTurns(), upTo: 40) != nil)
        #expect(text(TakingTurns(), upTo: 20) == nil)
        let endless = Endless(count: Lock(0))
        #expect(text(endless, upTo: 100) == nil)
        #expect(endless.count.withLock { $0 } < 200)
    }

    private struct Endless: Encodable {
        let count: Lock<Int>

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            while true {
                count.withLock { $0 += 1 }
                var inner = list.nestedUnkeyedContainer()
                try inner.encode(1)
            }
        }
    }

    @Test func listHasItsCount() {
        let json = ValueEncoder().encode(Counting())
        #expect(json.map { String(decoding: $0, as: UTF8.self) } == #"[null,1,2,3.5,true,"5",[6],{},[],{},10]"#)
    }

    /// Encodes the number of elements so far, in each form of an element.
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

    private struct TakingTurns: Encodable {
        private enum Key: String, CodingKey { case first, second }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedUnkeyedContainer(forKey: .first)
            try first.encode(1)
            var second = container.nestedUnkeyedContainer(forKey: .second)
            try second.encode(2)
            try first.encode(3)
        }
    }

    /// Encodes a value in a container after a later container was opened.
    private struct BackInTurn: Encodable {
        enum Key: String, CodingKey { case first, second }
        typealias Object = KeyedEncodingContainer<Key>
        typealias Write<Container> = @Sendable (inout Container) throws -> Void

        static let values: [(text: String, list: Write<any UnkeyedEncodingContainer>, object: Write<Object>)] = [
            ("null", { try $0.encodeNil() }, { try $0.encodeNil(forKey: .second) }),
            ("true", { try $0.encode(true) }, { try $0.encode(true, forKey: .second) }),
            (#""a""#, { try $0.encode("a") }, { try $0.encode("a", forKey: .second) }),
            ("2", { try $0.encode(2) }, { try $0.encode(2, forKey: .second) }),
            ("0.5", { try $0.encode(0.5) }, { try $0.encode(0.5, forKey: .second) }),
            ("[3]", { try $0.encode([3]) }, { try $0.encode([3], forKey: .second) }),
            ("[]", { _ = $0.nestedUnkeyedContainer() }, { _ = $0.nestedUnkeyedContainer(forKey: .second) }),
            (
                "{}", { _ = $0.nestedContainer(keyedBy: Key.self) },
                { _ = $0.nestedContainer(keyedBy: Key.self, forKey: .second) }
            ),
            ("4", { try 4.encode(to: $0.superEncoder()) }, { try 4.encode(to: $0.superEncoder(forKey: .second)) }),
        ]

        let index: Int
        let isList: Bool

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var list = isList ? container.nestedUnkeyedContainer(forKey: .first) : nil
            let object = isList ? nil : container.nestedContainer(keyedBy: Key.self, forKey: .first)
            try list?.encode(1)
            var second = container.nestedUnkeyedContainer(forKey: .second)
            try second.encode(2)
            if var last = list { try Self.values[index].list(&last) }
            if var last = object { try Self.values[index].object(&last) }
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
