// SPDX-License-Identifier: MIT

/// Writes JSON, piece by piece.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    var text: String { String(decoding: bytes, as: UTF8.self) }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Adds what is JSON already.
    mutating func raw(_ text: StaticString) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func raw(_ json: some Sequence<UInt8>) {
        bytes.append(contentsOf: json)
    }

    mutating func byte(_ scalar: Unicode.Scalar) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    }

    mutating func null() { raw("null") }

    mutating func bool(_ value: Bool) { if value { raw("true") } else { raw("false") } }

    mutating func integer(_ value: some BinaryInteger) {
        guard let small = Int(exactly: value), small >= 0 else { return raw("\(value)".utf8) }
        var rest = UInt(small)
        // The digits come from the right, and are turned round where they stand.
        let start = bytes.count
        repeat {
            bytes.append(UInt8(48 + rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    /// A number; one that JSON does not have becomes the string that the decoder expects.
    mutating func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        if value.isFinite { return raw(value.description.utf8) }
        string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }

    mutating func string(_ text: some StringProtocol) {
        bytes.append(0x22)
        var text = String(text)
        text.withUTF8 { utf8 in
            guard unsafe !utf8.allSatisfy(JSONText.isPlain) else { return unsafe bytes.append(contentsOf: utf8) }
            for index in utf8.indices {
                let byte = unsafe utf8[index]
                if JSONText.isPlain(byte) { bytes.append(byte) } else { escape(byte) }
            }
        }
        bytes.append(0x22)
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x22 && byte != 0x5c }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22: raw("\\\"")
        case 0x5c: raw("\\\\")
        case 0x0a: raw("\\n")
        default:
            let digits = Array("0123456789abcdef".utf8)
            raw("\\u00")
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}

extension JSONText {
    /// An object, whose members are written by `body`.
    mutating func object(_ body: (inout JSONText) -> Void) {
        byte("{")
        body(&self)
        byte("}")
    }

    /// A list, each element of which is written by `write`.
    mutating func array<Elements: Sequence>(_ elements: Elements, _ write: (inout JSONText, Elements.Element) -> Void) {
        byte("[")
        var isFirst = true
        for element in elements {
            if !isFirst { byte(",") }
            isFirst = false
            write(&self, element)
        }
        byte("]")
    }

    /// A member of an object, in which it is the first one if nothing is there but the bracket.
    mutating func member(_ key: String, _ write: (inout JSONText) -> Void) {
        if bytes.last != 0x7b { byte(",") }
        string(key)
        byte(":")
        write(&self)
    }

    mutating func string(_ key: String, _ value: String) { member(key) { $0.string(value) } }
    mutating func integer(_ key: String, _ value: some BinaryInteger) { member(key) { $0.integer(value) } }
    mutating func bool(_ key: String, _ value: Bool) { member(key) { $0.bool(value) } }
    mutating func number(_ key: String, _ value: Double) { member(key) { $0.number(value) } }
}
