// SPDX-License-Identifier: MIT

/// Writes JSON, piece by piece.
struct JSONText: ~Copyable {
    var buffer = ByteBuffer()

    var bytes: [UInt8] { buffer.bytes }
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds what is JSON already.
    mutating func raw(_ text: StaticString) {
        unsafe buffer.append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func raw(_ json: some Sequence<UInt8>) { buffer.append(json) }

    mutating func byte(_ scalar: Unicode.Scalar) { buffer.byte(UInt8(truncatingIfNeeded: scalar.value)) }

    mutating func null() { raw("null") }

    mutating func bool(_ value: Bool) { if value { raw("true") } else { raw("false") } }

    mutating func integer(_ value: some BinaryInteger) {
        guard let small = Int(exactly: value), small >= 0 else { return raw("\(value)".utf8) }
        var rest = UInt(small)
        // The digits come from the right, and are turned round where they stand.
        let start = buffer.count
        repeat {
            buffer.byte(UInt8(truncatingIfNeeded: 48 + rest % 10))
            rest /= 10
        } while rest > 0
        buffer.reverse(from: start)
    }

    /// A number; one that JSON does not have becomes the string that the decoder expects.
    mutating func number(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        if value.isFinite { return raw(value.description.utf8) }
        string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }

    mutating func string(_ text: String) {
        buffer.byte(0x22)
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            while true {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8)[start...])
                let count = unsafe buffer.append(upTo: rest.count) { unsafe JSONText.copyPlain(rest, to: $0) }
                guard count < rest.count else { break }
                unsafe escape(rest[count])
                start += count + 1
            }
        }
        buffer.byte(0x22)
    }

    /// Copies bytes up to the first one that cannot stand in a string; returns how many these are.
    private static func copyPlain(_ bytes: UnsafeRawBufferPointer, to place: UnsafeMutableRawPointer) -> Int {
        var index = 0
        while index + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard !hasSpecial(word) else { break }
            unsafe place.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < bytes.count, case let byte = unsafe bytes[index], byte >= 0x20, byte != 0x22, byte != 0x5c {
            unsafe place.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            index += 1
        }
        return index
    }

    /// True if one of eight bytes cannot stand in a string.
    ///
    /// A byte that is smaller than what is subtracted from it borrows, and gets its highest bit;
    /// one that is xored with itself is 0, which is smaller than 1.
    private static func hasSpecial(_ word: UInt64) -> Bool {
        let each: UInt64 = 0x0101_0101_0101_0101
        let (quote, backslash) = (word ^ (each &* 0x22), word ^ (each &* 0x5c))
        let smaller = (word &- each &* 0x20) | (quote &- each) | (backslash &- each)
        return smaller & ~word & (each &* 0x80) != 0
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22: raw("\\\"")
        case 0x5c: raw("\\\\")
        case 0x0a: raw("\\n")
        default:
            let digits = Array("0123456789abcdef".utf8)
            raw("\\u00")
            buffer.byte(digits[Int(byte >> 4)])
            buffer.byte(digits[Int(byte & 15)])
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
        if buffer.last != 0x7b { byte(",") }
        string(key)
        byte(":")
        write(&self)
    }

    mutating func string(_ key: String, _ value: String) { member(key) { $0.string(value) } }
    mutating func integer(_ key: String, _ value: some BinaryInteger) { member(key) { $0.integer(value) } }
    mutating func bool(_ key: String, _ value: Bool) { member(key) { $0.bool(value) } }
    mutating func number(_ key: String, _ value: Double) { member(key) { $0.number(value) } }
}
