// SPDX-License-Identifier: MIT

extension [UInt8] {
    /// Appends the eight bytes of a number, the least significant one first.
    package mutating func append(number: UInt64) {
        for index in 0..<8 { append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
    }

    /// Reads the number whose eight bytes begin at a place.
    package func number(at place: Int) -> UInt64 {
        self[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
