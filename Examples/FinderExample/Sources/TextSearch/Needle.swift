// SPDX-License-Identifier: MIT

/// A word that is searched in raw bytes.
///
/// Two of its rarest bytes are compared at 32 positions at once. The other bytes are only compared
/// where both match.
struct Needle: Hashable, Sendable {
    /// The word, in lower case if case is ignored.
    let bytes: [UInt8]
    /// The bits that are set in each byte of text before the comparison, to ignore case.
    private let folds: [UInt8]
    private let (first, second): (Int, Int)

    /// Makes a needle.
    ///
    /// ASCII letters match in both cases unless the word contains a capital.
    init(_ word: some StringProtocol) {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let bytes = Array(word.utf8)
        self.bytes = bytes
        let isExact = bytes.contains(where: capitals.contains)
        folds = bytes.map { !isExact && letters.contains($0) ? 0x20 : 0 }
        let byRarity = bytes.indices.sorted { Self.commonness(bytes[$0]) < Self.commonness(bytes[$1]) }
        first = byRarity.first ?? 0
        second = byRarity.dropFirst().first ?? first
    }

    var count: Int { bytes.count }

    /// The rank of the rarest byte.
    ///
    /// The needle with the lowest rank is searched first.
    var commonness: Int { Self.commonness(bytes[first]) - count }

    /// Returns the first position of the complete word in the range.
    func first(in text: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        var place = range.lowerBound
        let end = range.upperBound - count + 1
        let one = (lower: SIMD32(repeating: bytes[first]), upper: SIMD32(repeating: bytes[first] & ~folds[first]))
        let other = (lower: SIMD32(repeating: bytes[second]), upper: SIMD32(repeating: bytes[second] & ~folds[second]))
        while place + 32 <= end {
            // Only comparisons, since they are the vector operations that compile to single instructions.
            let ones = unsafe text.loadUnaligned(fromByteOffset: place + first, as: SIMD32<UInt8>.self)
            let others = unsafe text.loadUnaligned(fromByteOffset: place + second, as: SIMD32<UInt8>.self)
            let equal = (ones .== one.lower .| ones .== one.upper) .& (others .== other.lower .| others .== other.upper)
            let words = unsafe unsafeBitCast(equal, to: SIMD4<UInt64>.self)
            if words[0] | words[1] | words[2] | words[3] != 0 {
                for index in 0..<4 {
                    var word = words[index]
                    while word != 0 {
                        let lane = word.trailingZeroBitCount / 8
                        let candidate = place + index * 8 + lane
                        if unsafe isAt(candidate, in: text) { return candidate }
                        word &= ~(0xff << UInt64(lane * 8))
                    }
                }
            }
            place += 32
        }
        while place < end {
            if unsafe isAt(place, in: text) { return place }
            place += 1
        }
        return nil
    }

    private func isAt(_ place: Int, in text: UnsafeRawBufferPointer) -> Bool {
        for index in bytes.indices where unsafe text[place + index] | folds[index] != bytes[index] { return false }
        return true
    }

    /// Returns how common a byte is in text, roughly.
    ///
    /// Other bytes are rare.
    private static func commonness(_ byte: UInt8) -> Int {
        common[Int(byte)]
    }

    private static let common: [Int] = {
        var ranks = [Int](repeating: 0, count: 256)
        for (rank, byte) in "etaoinsrlcdupmhgf.bvyw,k-x_/()=\"0j1qz".utf8.reversed().enumerated() {
            ranks[Int(byte)] = rank + 1
        }
        return ranks
    }()
}
