// SPDX-License-Identifier: MIT

import Foundation

// Callers check the positions, once per window instead of once per byte.

extension UnsafeRawBufferPointer {
    /// Returns the index of the first such byte in a range, or nil.
    func first(_ byte: UInt8, in range: Range<Int>) -> Int? {
        guard let start = baseAddress, !range.isEmpty,
            let found = unsafe memchr(start + range.lowerBound, Int32(byte), range.count)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - start
    }

    /// Returns the index of the last such byte in a range, or nil.
    func last(_ byte: UInt8, in range: Range<Int>) -> Int? {
        var place = range.upperBound
        while place > range.lowerBound {
            place -= 1
            if unsafe self[place] == byte { return place }
        }
        return nil
    }

    /// Returns how often a byte occurs in a range.
    func count(of byte: UInt8, in range: Range<Int>) -> Int {
        let wanted = SIMD32<UInt8>(repeating: byte)
        var (count, place) = (0, range.lowerBound)
        let ones: UInt64 = 0x0101_0101_0101_0101
        while place + 32 <= range.upperBound {
            // Each byte of the sum is at most 7 * 4 before the bytes are added up.
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
