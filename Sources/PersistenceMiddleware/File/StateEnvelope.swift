// SPDX-License-Identifier: MIT

/// The form of a file: a line that says what it is, and behind it what the coder has made.
///
/// The line is `RexState 1`, the version, the number of bytes behind it, and a sum of all of that.
enum StateEnvelope {
    enum Contents {
        case good(version: Int, payload: [UInt8])
        case damaged
        case isForeign
    }

    private static let mark = Array("RexState ".utf8)
    private static let format = mark + Array("1 ".utf8)

    static func wrap(_ payload: [UInt8], version: Int) -> [UInt8] {
        header(of: payload[...], version: version) + payload
    }

    static func open(_ bytes: [UInt8]) -> Contents {
        guard bytes.starts(with: format) else {
            // A file that ends too early, or was never filled, has nothing of anybody else.
            let isCutOff = format.starts(with: bytes) || bytes.allSatisfy { $0 == 0 }
            return isCutOff ? .damaged : .isForeign
        }
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return .damaged }
        let digits = bytes[format.count..<end].prefix { $0 != UInt8(ascii: " ") }
        let payload = bytes[(end + 1)...]
        guard
            let version = Int(String(decoding: digits, as: UTF8.self)),
            bytes[...end].elementsEqual(header(of: payload, version: version))
        else { return .damaged }
        return .good(version: version, payload: Array(payload))
    }

    private static func header(of payload: ArraySlice<UInt8>, version: Int) -> [UInt8] {
        let sum = String(checksum(of: payload, version: version), radix: 16)
        return format + Array("\(version) \(payload.count) \(sum)\n".utf8)
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
