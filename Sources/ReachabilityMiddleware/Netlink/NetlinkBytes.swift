// SPDX-License-Identifier: MIT

#if os(Linux)

/// Bytes from the kernel, read with bounds checks.
///
/// Memory safe: each offset is checked, and the values read are integers and structures of
/// integers, for which any bytes are valid.
package struct NetlinkBytes: Sendable {
    private let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    package var count: Int { bytes.count }

    /// Returns the value at `offset`, in the byte order of this machine.
    package func value<Value: BitwiseCopyable>(at offset: Int = 0, as type: Value.Type) throws(NetlinkError) -> Value {
        guard offset >= 0, offset <= count - MemoryLayout<Value>.size else { throw .malformed }
        return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }

    /// Returns the bytes after the first `count`, or none if there are fewer.
    func dropFirst(_ count: Int) -> NetlinkBytes {
        NetlinkBytes(bytes.dropFirst(count))
    }

    /// The text up to the first zero byte, or to the end.
    ///
    /// Invalid UTF-8 is replaced by replacement characters.
    package var text: String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Splits the bytes into records.
    ///
    /// Each starts with a `Header` that contains the record's length.
    ///
    /// Records start at multiples of four. Up to three bytes may remain at the end.
    package func records<Header: BitwiseCopyable>(
        _ header: Header.Type,
        length: (Header) -> Int
    ) throws(NetlinkError) -> [(header: Header, body: NetlinkBytes)] {
        var records: [(header: Header, body: NetlinkBytes)] = []
        var offset = 0
        while count - offset >= Self.alignment {
            let header = try value(at: offset, as: Header.self)
            let length = length(header)
            guard length >= MemoryLayout<Header>.size, length <= count - offset else { throw .malformed }
            let record = NetlinkBytes(bytes.dropFirst(offset).prefix(length))
            records.append((header, record.dropFirst(Self.aligned(MemoryLayout<Header>.size))))
            offset += Self.aligned(length)
        }
        return records
    }

    private static let alignment = 4

    /// Rounds up to a multiple of four, like the kernel's `NLMSG_ALIGN`, `RTA_ALIGN` and
    /// `RTNH_ALIGN`.
    package static func aligned(_ count: Int) -> Int {
        (count + alignment - 1) / alignment * alignment
    }
}

#endif
