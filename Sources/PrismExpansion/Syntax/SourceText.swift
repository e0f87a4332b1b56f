// SPDX-License-Identifier: MIT

/// Source code as bytes.
///
/// Offsets are in bytes.
package struct SourceText: Sendable {
    package let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) }

    package init(bytes: [UInt8]) { self.bytes = bytes }

    package subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Whether the bytes at `offset` equal `text`.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard offset + count <= bytes.count else { return false }
        for index in 0..<count where unsafe bytes[offset + index] != text.utf8Start[index] { return false }
        return true
    }
}
