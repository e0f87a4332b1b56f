// SPDX-License-Identifier: MIT

/// Writes JSON in pieces.
///
/// Numbers and members are written by functions that are not inlined and not generic: the formats
/// write hundreds of them, and each copy would be optimised in every build of a client.
package struct JSONText: ~Copyable {
    var buffer = ByteBuffer()

    package init() {}

    package var bytes: [UInt8] { buffer.bytes }
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends text that is JSON already.
    mutating func raw(_ text: StaticString) {
        unsafe buffer.append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func raw(_ json: [UInt8]) { unsafe json.withUnsafeBytes { unsafe buffer.append($0) } }

    mutating func raw(text: String) { buffer.append(text) }

    package mutating func byte(_ scalar: Unicode.Scalar) { buffer.byte(UInt8(truncatingIfNeeded: scalar.value)) }

    package mutating func null() { raw("null") }

    mutating func bool(_ value: Bool) { if value { raw("true") } else { raw("false") } }

    mutating func integer(_ value: Int) { integer(Int64(value)) }
    mutating func integer(_ value: UInt) { integer(UInt64(value)) }

    @inline(never) mutating func integer(_ value: Int64) {
        if value < 0 { byte("-") }
        integer(value.magnitude)
    }

    @inline(never) mutating func integer(_ value: UInt64) {
        let digits = JSONText.digitCount(value)
        _ = unsafe buffer.append(upTo: digits) { place in
            var rest = value
            for index in (0..<digits).reversed() {
                unsafe place.storeBytes(of: UInt8(48 + rest % 10), toByteOffset: index, as: UInt8.self)
                rest /= 10
            }
            return digits
        }
    }

    private static func digitCount(_ value: UInt64) -> Int {
        var (count, rest) = (1, value / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return count
    }

    /// Writes a number.
    ///
    /// NaN and infinity become the strings that the decoder expects.
    mutating func number(_ value: Double) {
        if value.isFinite { return raw(text: value.description) }
        string(value.isNaN ? "nan" : value < 0 ? "-inf" : "inf")
    }

    /// Writes a number with the digits of its own precision.
    mutating func number(_ value: Float) {
        if value.isFinite { raw(text: value.description) } else { number(Double(value)) }
    }

    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            var copied = 0
            _ = unsafe buffer.append(upTo: bytes.count + 2) { place in
                unsafe place.storeBytes(of: 0x22, as: UInt8.self)
                copied = unsafe JSONText.copyPlain(bytes, to: place + 1)
                guard copied == bytes.count else { return 1 + copied }
                unsafe place.storeBytes(of: 0x22, toByteOffset: 1 + copied, as: UInt8.self)
                return copied + 2
            }
            if copied < bytes.count { unsafe stringEnd(bytes, from: copied) }
        }
    }

    /// Writes the rest of a string, from a byte on that must be escaped.
    private mutating func stringEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) {
        var index = start
        while index < bytes.count {
            unsafe escape(bytes[index])
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[(index + 1)...])
            index += 1
            index += unsafe buffer.append(upTo: rest.count) { unsafe JSONText.copyPlain(rest, to: $0) }
        }
        buffer.byte(0x22)
    }

    /// Copies bytes up to the first one that must be escaped.
    ///
    /// Returns their number.
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

    /// Returns whether one of eight bytes must be escaped in a string.
    ///
    /// Subtracting a larger value from a byte borrows, which sets the highest bit. A byte xored
    /// with itself is 0, which is smaller than 1.
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
    /// Writes an object, whose members `body` writes.
    package mutating func object(_ body: (inout JSONText) -> Void) {
        byte("{")
        body(&self)
        byte("}")
    }

    /// Writes a list, whose elements `write` writes.
    package mutating func array<Elements: Sequence>(
        _ elements: Elements,
        _ write: (inout JSONText, Elements.Element) -> Void
    ) {
        byte("[")
        var isFirst = true
        for element in elements {
            if !isFirst { byte(",") }
            isFirst = false
            write(&self, element)
        }
        byte("]")
    }

    /// Writes a list of numbers.
    package mutating func integers(_ values: [Int]) { array(values) { $0.integer($1) } }

    /// Writes a list of texts.
    mutating func strings(_ values: [String]) { array(values) { $0.string($1) } }

    /// Writes a member of an object, whose value `write` writes.
    package mutating func member(_ key: String, _ write: (inout JSONText) -> Void) {
        self.key(key)
        write(&self)
    }

    /// Begins a member of an object.
    ///
    /// It is the first one if only the bracket was written.
    @inline(never) private mutating func key(_ key: String) {
        if buffer.last != 0x7b { byte(",") }
        string(key)
        byte(":")
    }

    package mutating func string(_ key: String, _ value: String) {
        self.key(key)
        string(value)
    }

    package mutating func integer(_ key: String, _ value: Int) {
        self.key(key)
        integer(value)
    }

    package mutating func integer(_ key: String, _ value: UInt) { integer(key, UInt64(value)) }

    package mutating func integer(_ key: String, _ value: UInt64) {
        self.key(key)
        integer(value)
    }

    package mutating func bool(_ key: String, _ value: Bool) {
        self.key(key)
        bool(value)
    }

    mutating func number(_ key: String, _ value: Double) {
        self.key(key)
        number(value)
    }
}
