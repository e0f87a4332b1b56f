// SPDX-License-Identifier: MIT

#if os(Linux)

/// Bytes from the kernel that are never read beyond their end.
///
/// It is safe because each offset is checked, and because what is read are integers and the
/// kernel's structures of them, of which any bytes are a value.
package struct NetlinkBytes: Sendable {
    private let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    package var count: Int { bytes.count }

    /// The value at `offset` in the byte order of this machine.
    package func value<Value: BitwiseCopyable>(at offset: Int = 0, as type: Value.Type) throws(NetlinkError) -> Value {
        guard offset >= 0, offset <= count - MemoryLayout<Value>.size else { throw .malformed }
        return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(fromByteOffset: offset, as: type) }
    }

    /// The bytes behind the first `count`, none if there are no more.
    func dropFirst(_ count: Int) -> NetlinkBytes {
        NetlinkBytes(bytes.dropFirst(count))
    }

    /// The text up to the first zero byte or the end.
    ///
    /// Bytes that are no UTF-8 become replacement characters.
    package var text: String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Cuts the bytes into the records of a list, each of which begins with a `Header` that states
    /// the record's length.
    ///
    /// Records start at multiples of four. Up to three bytes may be left over at the end.
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

    /// The next multiple of four, as of the kernel's `NLMSG_ALIGN`, `RTA_ALIGN` and `RTNH_ALIGN`.
    package static func aligned(_ count: Int) -> Int {
        (count + alignment - 1) / alignment * alignment
    }
}

#endif
