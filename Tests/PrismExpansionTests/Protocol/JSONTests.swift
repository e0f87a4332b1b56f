// SPDX-License-Identifier: MIT

import Foundation
import PrismExpansion
import Testing

@Suite struct JSONTests {
    private static let values: [(text: String, value: JSON)] = [
        ("null", .null),
        (" true ", .bool(true)),
        ("false", .bool(false)),
        ("-12", JSON(-12)),
        ("9223372036854775807", JSON(.max)),
        ("1.5e3", .number("1.5e3")),
        ("[ ]", []),
        ("[1,[2]\n, {}]", [JSON(1), [JSON(2)], [:]]),
        ("{\"a\" :\t1,\r\n\"b\":{\"a\":null}}", ["a": JSON(1), "b": ["a": .null]]),
        ("\"\"", .string("")),
        (#""a é 🙂 \" \\ \/ \b\f\n\r\t \u00e9\u0000""#, .string("a é 🙂 \" \\ / \u{8}\u{C}\n\r\t é\0")),
        (#""\ud83d\uDE42 \ud83d! \ud83d\u0041""#, .string("🙂 \u{FFFD}! \u{FFFD}A")),
        ("\"\u{301}\"", .string("\u{301}")),
    ]

    @Test(arguments: values)
    func textIsParsed(text: String, value: JSON) throws {
        #expect(try JSON(text) == value)
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,", "[1,]", "[,]", "[1 2]", "{1:2}", #"{"a"}"#, #"{"a":}"#, #"{"a":1"#,
        #"{"a":1,}"#, "{} {}", "nul", "True", "-", "1.2.3", "'a'", "\"", #""a"#, #""\"#, #""\x""#, #""\u12""#,
        #""\u+123""#, #""\u-000""#, #""\u""#,
    ])
    func malformedTextIsAnError(text: String) {
        #expect(throws: MalformedMessage("the message is not valid JSON")) { try JSON(text) }
    }

    @Test func depthIsLimited() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + "0" + String(repeating: "]", count: depth)
        }
        #expect(try JSON(nested(64)).text == nested(64))
        #expect(throws: MalformedMessage.self) { try JSON(nested(65)) }
        #expect(throws: MalformedMessage.self) { try JSON("[[0],[0],[0],\(nested(64))]") }
        #expect(throws: MalformedMessage.self) { try JSON(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: Never.self) { try JSON("[" + Array(repeating: "[0]", count: 100).joined(separator: ",") + "]") }
    }

    @Test func writtenTextHasItsKeysInOrder() {
        let value: JSON = ["b": [JSON(1), .null, .bool(true)], "a": .string("x"), "c": [:]]
        #expect(value.text == #"{"a":"x","b":[1,null,true],"c":{}}"#)
    }

    @Test func foundationParsesTheWrittenText() throws {
        let string = String(String.UnicodeScalarView((UInt32(0)...0x2FF).compactMap(UnicodeScalar.init))) + "🙂\u{2028}"
        let text = JSON.array([.string(string), JSON(.min), .number("0.1")]).text
        let array = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [Any])
        #expect(array[0] as? String == string)
        #expect(array[1] as? Int == .min)
        #expect(array[2] as? Double == 0.1)
        #expect(try JSON(text) == [.string(string), JSON(.min), .number("0.1")])
    }
}
