// SPDX-License-Identifier: MIT

import RexTestSupport

/// Makes random changes to the bytes of a source.
struct Mutator {
    var random: SeededGenerator

    /// Returns one of the seeds with a random number of changes.
    mutating func mutation(changes: ClosedRange<Int> = 1...4) -> [UInt8] {
        var bytes = Array((Seeds.declarations.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: changes, using: &random) { change(&bytes) }
        return bytes
    }

    private mutating func change(_ bytes: inout [UInt8]) {
        let range = self.range(in: bytes)
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes.removeSubrange(range)
        case 1: bytes.insert(contentsOf: bytes[range], at: position(in: bytes))
        case 2: bytes.removeSubrange(position(in: bytes)...)
        case 3 where !bytes.isEmpty:
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        case 4:
            let other = Array((Seeds.declarations.randomElement(using: &random) ?? "").utf8)
            bytes.replaceSubrange(range, with: other[self.range(in: other)])
        default:
            let piece = Array((Seeds.pieces.randomElement(using: &random) ?? "").utf8)
            bytes.replaceSubrange(Bool.random(using: &random) ? range : range.prefix(0), with: piece)
        }
    }

    private mutating func position(in bytes: [UInt8]) -> Int { Int.random(in: 0...bytes.count, using: &random) }

    /// Returns a random range, usually a short one.
    private mutating func range(in bytes: [UInt8]) -> Range<Int> {
        let start = position(in: bytes)
        return start..<min(bytes.count, start + Int.random(in: 0...12, using: &random))
    }
}
