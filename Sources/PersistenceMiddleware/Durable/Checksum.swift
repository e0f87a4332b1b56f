// SPDX-License-Identifier: MIT

extension ArraySlice<UInt8> {
    /// The checksum of the bytes: it finds each change of eight bytes in a row, and all others but one in
    /// 2⁶⁴.
    package var checksum: UInt64 {
        var sum = UInt64(count)
        unsafe withUnsafeBytes { bytes in
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
}

private func mixed(_ word: UInt64, into sum: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
    return product ^ product >> 29
}
