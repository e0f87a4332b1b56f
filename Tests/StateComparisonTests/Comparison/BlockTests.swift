// SPDX-License-Identifier: MIT

import StateComparison
import Testing

/// Blocks that were inserted or removed between other changes, so they are not found from the ends of the lists.
@Suite struct BlockTests {
    private static let list = Array(0..<200)

    /// The number of elements that are searched for the continuation of a list.
    private static let longest = 32

    private static func changed(_ list: [Int]) -> [Int] { [-1] + list.dropFirst().dropLast() + [-2] }

    @Test(arguments: [1, longest - 1, longest])
    func removedBlockIsFoundAmongOtherChanges(size: Int) {
        let old = Self.list
        let new = Self.changed(Array(old[..<50] + old[(50 + size)...]))
        let removed = (50..<50 + size).map { "[\($0)]: removed \($0)" }
        #expect(changes(old, new) == ["[0]: 0 → -1"] + removed + ["[\(199 - size)]: 199 → -2"])
    }

    @Test(arguments: [1, longest - 1, longest])
    func insertedBlockIsFoundAmongOtherChanges(size: Int) {
        let new = Self.changed(Self.list)
        let old = Array(Self.list[..<50] + Self.list[(50 + size)...])
        let inserted = (50..<50 + size).map { "[\($0)]: inserted \($0)" }
        #expect(changes(old, new) == ["[0]: 0 → -1"] + inserted + ["[199]: 199 → -2"])
    }

    /// The limit keeps the comparison linear.
    @Test(arguments: [(longest, true), (longest + 1, false)])
    func longerBlockIsNotSearched(size: Int, isFound: Bool) {
        let new = Self.changed(Array(Self.list[..<50] + Self.list[(50 + size)...]))
        #expect((changes(Self.list, new).count == size + 2) == isFound)
        #expect((changes(new, Self.list).count == size + 2) == isFound)
    }

    /// Padding between fields is ignored in short and in long lists.
    @Test(arguments: [longest - 1, longest, longest + 1])
    func paddingOfElementsIsIgnoredInAnyList(count: Int) {
        struct Padded: Equatable {
            var flag: Bool
            var number: Int
        }
        let old = (0..<count).map { Padded(flag: false, number: $0) }
        var new = old
        unsafe new.withUnsafeMutableBytes { bytes in
            for index in 0..<count { unsafe bytes[index * MemoryLayout<Padded>.stride + 1] = 0xff }
        }
        #expect(changes(old, new).isEmpty)
        new[count / 2].flag = true
        #expect(changes(old, new) == ["[\(count / 2)].flag: false → true"])
    }
}
