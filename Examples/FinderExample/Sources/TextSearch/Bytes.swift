// SPDX-License-Identifier: MIT

import Foundation

// Positions in these functions are checked by their callers, which is once for a window and not once for a byte.

extension UnsafeRawBufferPointer {
    /// The place of the first such byte in a range, or nil.
    func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        guard let start = baseAddress, !range.isEmpty,
            let found = unsafe memchr(start + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - start
    }

    /// The place of the last such byte in a range, or nil.
    func last(_ byte: UInt8, in range: Range<Int>) -> Int? {
        var place = range.upperBound
        while place > range.lowerBound {
            place -= 1
            if unsafe self[place] == byte { return place }
        }
        return nil
    }

    /// The number of times that a byte is in a range.
    func count(of byte: UInt8, in range: Range<Int>) -> Int {
        let wanted = SIMD32<UInt8>(repeating: byte)
        var (count, place) = (0, range.lowerBound)
        let ones: UInt64 = 0x0101_0101_0101_0101
        while place + 32 <= range.upperBound {
            // Each byte of the sum is 7 * 4 at most before the bytes are added up.
            var sum: UInt64 = 0
            let end = Swift.min(place + 7 * 32, range.upperBound - 31)
            while place < end {
                let equal = unsafe loadUnaligned(fromByteOffset: place, as: SIMD32<UInt8>.self) .== wanted
                let words = unsafe unsafeBitCast(equal, to: SIMD4<UInt64>.self)
                sum &+= (words[0] & ones) &+ (words[1] & ones) &+ (words[2] & ones) &+ (words[3] & ones)
                place += 32
            }
            count += Int((sum &* ones) >> 56)
        }
        while place < range.upperBound {
            if unsafe self[place] == byte { count += 1 }
            place += 1
        }
        return count
    }
}
