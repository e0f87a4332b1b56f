// SPDX-License-Identifier: MIT

/// Writes values that are a sequence of bytes, such as `Data`.
enum ByteText {
    /// The number of bytes that a text shows.
    private static let limit = 16

    /// Returns the bytes of a value that has a custom mirror and is a collection of bytes, or nil
    /// for other values.
    static func bytes(of value: Any) -> [UInt8]? {
        guard value is any CustomReflectable else { return nil }
        return (value as? any RandomAccessCollection<UInt8>).map { Array($0) }
    }

    /// Returns the number of bytes and some of them, such as `3 bytes: 01 ff 20`, or `90 bytes,
    /// from [60]: 01 ff … `.
    static func text(of bytes: [UInt8], from start: Int = 0) -> String {
        let name = bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        guard start < bytes.count else { return name }
        let shown = bytes[start...].prefix(limit).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let rest = bytes.count - start > limit ? " …" : ""
        return name + (start == 0 ? ": " : ", from [\(start)]: ") + shown.joined(separator: " ") + rest
    }
}
