// SPDX-License-Identifier: MIT

import Foundation
import PrismExpansion
import RexTestSupport
import Testing

@Suite struct JSONModelTests {
    /// Writes random values in random formatting.
    private struct Writer {
        var random: SeededGenerator

        private mutating func one<Value>(of values: [Value]) -> Value {
            values[Int.random(in: values.indices, using: &random)]
        }

        private mutating func blank() -> String { one(of: ["", "", " ", "\n", "\t", "\r\n", "  "]) }

        mutating func value(depth: Int) -> (text: String, value: JSON) {
            let (before, after) = (blank(), blank())
            let written = bare(depth: depth)
            return (before + written.text + after, written.value)
        }

        private mutating func bare(depth: Int) -> (text: String, value: JSON) {
            switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
            case 0: return ("null", .null)
            case 1: return one(of: [("true", .bool(true)), ("false", .bool(false))])
            case 2, 3:
                let string = self.string()
                return (string.text, .string(string.value))
            case 4:
                let digits = one(of: ["0", "-1", "12", "1.25", "-3e5", "1E-7", "9007199254740993"])
                return (digits, .number(digits))
            case 5:
                let elements = (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(depth: depth - 1) }
                let text = elements.isEmpty ? blank() : elements.map(\.text).joined(separator: ",")
                return ("[\(text)]", .array(elements.map(\.value)))
            default:
                var members: [String: JSON] = [:]
                var texts: [String] = []
                for _ in 0..<Int.random(in: 0..<4, using: &random) {
                    let (key, member) = (string(), value(depth: depth - 1))
                    texts.append(blank() + key.text + blank() + ":" + member.text)
                    members[key.value] = member.value
                }
                return ("{\(texts.isEmpty ? blank() : texts.joined(separator: ","))}", .object(members))
            }
        }

        private mutating func string() -> (text: String, value: String) {
            var (text, value) = ("", "")
            for _ in 0..<Int.random(in: 0..<5, using: &random) {
                let scalar = one(
                    of: [
                        "a", "é", "🙂", "/", "\"", "\\", "\n", "\u{1}", "\u{1F}", " ", "\u{7F}", "}", "[", ",", "𝄞",
                    ] as [UnicodeScalar]
                )
                let units = String(Character(scalar)).utf16.map {
                    String(format: one(of: ["\\u%04x", "\\u%04X"]), Int($0))
                }
                let escaped = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "/": "\\/"][scalar]
                let plain = scalar.value < 0x20 || escaped != nil && scalar != "/" ? nil : String(Character(scalar))
                text += one(of: [units.joined(), escaped, plain].compactMap(\.self))
                value.unicodeScalars.append(scalar)
            }
            return ("\"\(text)\"", value)
        }
    }

    @Test func valueIsParsedInAnyFormatting() throws {
        for seed in UInt64(0)..<3_000 {
            var writer = Writer(random: SeededGenerator(seed: seed))
            let (text, value) = writer.value(depth: 4)
            #expect(try JSON(text) == value, "seed \(seed): \(text)")
            #expect(try JSON(value.text) == value, "seed \(seed): \(value.text)")
        }
    }

    @Test func prefixOfATextIsAnError() {
        for seed in UInt64(0)..<300 {
            var writer = Writer(random: SeededGenerator(seed: seed))
            let text = "[" + writer.value(depth: 3).text + "]"
            for length in 0..<text.utf8.count {
                let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
                #expect(throws: MalformedMessage.self, "\(part)") { try JSON(part) }
            }
            for more in ["]", "0", "\"", ",", "{}"] {
                #expect(throws: MalformedMessage.self) { try JSON(text + more) }
            }
        }
    }
}
