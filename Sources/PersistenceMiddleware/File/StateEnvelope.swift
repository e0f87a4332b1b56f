// SPDX-License-Identifier: MIT

/// The format of a file: a header and the payload, which are the bytes of the coder.
///
/// The header is a line with `RexState 1`, the version, the length of the payload and a checksum. It
/// follows from the version and the payload, so a damaged header is recognised by the payload.
enum StateEnvelope {
    enum Contents {
        case good(version: Int, payload: [UInt8])
        /// The header has a flipped bit or two, and the payload is as it was written.
        case hasDamagedHeader(version: Int, payload: [UInt8])
        case damaged
        case isForeign
    }

    private static let mark = Array("RexState ".utf8)
    private static let format = mark + Array("1 ".utf8)

    static func wrap(_ payload: [UInt8], version: Int) -> [UInt8] {
        header(of: payload[...], version: version) + payload
    }

    /// Reads a file whose version is probably not newer than `newest`.
    static func open(_ bytes: [UInt8], newest: Int) -> Contents {
        let isOurs = bytes.starts(with: format)
        if isOurs, let contents = openWhole(bytes) { return contents }
        if let contents = openDamaged(bytes, newest: newest) { return contents }
        // A file that ends too early, or was never filled, has no bytes of another program.
        let isCutOff = format.starts(with: bytes) || bytes.prefix(format.count).allSatisfy { $0 == 0 }
        return isOurs || isCutOff || differences(bytes, format) <= maxFlips ? .damaged : .isForeign
    }

    private static func openWhole(_ bytes: [UInt8]) -> Contents? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let digits = bytes[format.count..<end].prefix { $0 != UInt8(ascii: " ") }
        let payload = bytes[(end + 1)...]
        guard
            let version = Int(String(decoding: digits, as: UTF8.self)),
            bytes[...end].elementsEqual(header(of: payload, version: version))
        else { return nil }
        return .good(version: version, payload: Array(payload))
    }

    private static let maxFlips = 2

    /// Looks for the header that differs from the first bytes in at most two bits.
    private static func openDamaged(_ bytes: [UInt8], newest: Int) -> Contents? {
        for version in 1...(newest + 64) {
            for sumLength in 1...16 {
                guard let start = payloadStart(in: bytes, version: version, sumLength: sumLength) else { continue }
                // Comparing the beginning first saves most checksums.
                let beginning = beginning(count: bytes.count - start, version: version)
                guard differences(bytes, beginning) <= maxFlips else { continue }
                let payload = bytes[start...]
                let header = header(of: payload, version: version)
                guard header.count == start, differences(bytes, header) <= maxFlips else { continue }
                return .hasDamagedHeader(version: version, payload: Array(payload))
            }
        }
        return nil
    }

    /// The length of a header with a checksum of `sumLength` digits, or nil if the file is too short.
    private static func payloadStart(in bytes: [UInt8], version: Int, sumLength: Int) -> Int? {
        let rest = beginning(count: 0, version: version).count - 1 + sumLength + 1
        return (1...19).lazy.map { rest + $0 }.first { start in
            bytes.count >= start && "\(bytes.count - start)".utf8.count == start - rest
        }
    }

    /// Counts the bits that differ between the first bytes of a file and others.
    private static func differences(_ bytes: [UInt8], _ others: [UInt8]) -> Int {
        guard bytes.count >= others.count else { return .max }
        return zip(bytes, others).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
    }

    /// The header up to its checksum.
    private static func beginning(count: Int, version: Int) -> [UInt8] {
        format + Array("\(version) \(count) ".utf8)
    }

    private static func header(of payload: ArraySlice<UInt8>, version: Int) -> [UInt8] {
        let sum = String(checksum(of: payload, version: version), radix: 16)
        return beginning(count: payload.count, version: version) + Array("\(sum)\n".utf8)
    }

    /// Finds each change of eight bytes in a row, and all others but one in 2⁶⁴.
    private static func checksum(of payload: ArraySlice<UInt8>, version: Int) -> UInt64 {
        var sum = mixed(UInt64(truncatingIfNeeded: version), into: UInt64(payload.count))
        unsafe payload.withUnsafeBytes { bytes in
            let whole = bytes.count & ~7
            for place in stride(from: 0, to: whole, by: 8) {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                sum = mixed(UInt64(littleEndian: word), into: sum)
            }
            var rest: UInt64 = 0
            for place in whole..<bytes.count { rest = unsafe rest << 8 | UInt64(bytes[place]) }
            sum = mixed(rest, into: sum)
        }
        return sum
    }

    private static func mixed(_ word: UInt64, into sum: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
        return product ^ product >> 29
    }
}
