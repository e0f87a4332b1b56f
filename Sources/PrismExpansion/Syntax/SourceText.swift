// SPDX-License-Identifier: MIT

/// Source as bytes, which its offsets count.
package struct SourceText: Sendable {
    package let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Returns true if the bytes at an offset are those of a word or sign.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset + count <= bytes.count else { return false }
        for index in 0..<count where unsafe bytes[offset + index] != text.utf8Start[index] { return false }
        return true
    }
}
