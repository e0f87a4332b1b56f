// SPDX-License-Identifier: MIT

/// Reads the fields of a record that ``ByteBuffer`` has written.
///
/// Missing fields are nil.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func word() -> UInt64? { take(8)?.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    mutating func uint32() -> UInt32? { take(4)?.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    mutating func integer() -> Int? { word().map { Int(truncatingIfNeeded: $0) } }
    mutating func blob() -> ArraySlice<UInt8>? { uint32().flatMap { take(Int($0)) } }
    mutating func text() -> String? { blob().map { String(decoding: $0, as: UTF8.self) } }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
