// SPDX-License-Identifier: MIT

/// Writes the fields of a record, numbers with their lowest byte first.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    mutating func word(_ value: UInt64) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func integer(_ value: Int) { word(UInt64(bitPattern: Int64(value))) }

    mutating func half(_ value: UInt32) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }

    mutating func blob(_ value: some Collection<UInt8>) {
        half(UInt32(value.count))
        bytes.append(contentsOf: value)
    }

    mutating func text(_ value: String) { blob(value.utf8) }

    /// Fills up to a whole number of words.
    mutating func align() {
        while bytes.count % 8 != 0 { bytes.append(0) }
    }
}

/// Reads the fields of a record; what is not there is nil.
struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func word() -> UInt64? { take(8)?.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    mutating func half() -> UInt32? { take(4)?.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    mutating func integer() -> Int? { word().map { Int(truncatingIfNeeded: $0) } }
    mutating func blob() -> ArraySlice<UInt8>? { half().flatMap { take(Int($0)) } }
    mutating func text() -> String? { blob().map { String(decoding: $0, as: UTF8.self) } }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
