// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

private let caseCount = 7

private struct Numbered: CaseIndexed {
    static var caseCount: Int { RexCoreTests.caseCount }
    let caseIndex: Int
}

@Suite struct CaseTableWhiteBoxTests {
    /// The model checks every member.
    @Test func tableFindsTheSameMembersAsALinearSearch() throws {
        var generator = SeededGenerator(seed: 7)
        for step in 0..<fullInRelease(100_000) {
            let selectors = randomSelectors(using: &generator)
            guard let table = CaseTable(selectors) else {
                let isOfNoUse = selectors.count <= 3 || selectors.allSatisfy { $0 == nil }
                #expect(isOfNoUse, "step \(step)")
                continue
            }
            expectInvariants(of: table, for: selectors, "step \(step)")
            for index in 0..<caseCount {
                var parts: [Int] = []
                table.forEachMember(matching: Numbered(caseIndex: index)) { parts.append($0) }
                let walked = selectors.indices.filter { selectors[$0].map { $0.index == index } ?? true }
                #expect(parts == walked, "step \(step), case \(index)")
            }
        }
    }

    @Test func tableIsReleasedWithItsComposition() {
        weak var released: Lock<Int>?
        do {
            let number = Lock(0)
            released = number
            let lazy = LazyCaseTable<Numbered>()
            let selector = CaseSelector<Numbered>(index: 0, count: caseCount) { _ in number.withLock { $0 } }
            #expect(unsafe lazy.table(of: Array(repeating: selector, count: 4)) != nil)
        }
        #expect(released == nil)
    }

    /// Returns few or many members.
    ///
    /// Their cases are all known, all unknown, or mixed.
    private func randomSelectors(using generator: inout SeededGenerator) -> [CaseSelector<Numbered>?] {
        let known = Int.random(in: 0...4, using: &generator)
        let cases = Int.random(in: 1...caseCount, using: &generator)
        return (0..<Int.random(in: 0...20, using: &generator)).map { _ in
            guard Int.random(in: 0..<4, using: &generator) < known else { return nil }
            return CaseSelector(Int.random(in: 0..<cases, using: &generator))
        }
    }

    private func expectInvariants(
        of table: CaseTable<Numbered>,
        for selectors: [CaseSelector<Numbered>?],
        _ comment: Comment
    ) {
        #expect(selectors.count > 3, comment)
        #expect(table.starts.count == caseCount + 1, comment)
        #expect(table.starts.first == 0 && table.starts.last == table.selected.count, comment)
        #expect(zip(table.starts, table.starts.dropFirst()).allSatisfy { $0 <= $1 }, comment)
        #expect(table.selected.sorted() == selectors.indices.filter { selectors[$0] != nil }, comment)
        #expect(table.others == selectors.indices.filter { selectors[$0] == nil }, comment)
        for (index, ends) in zip(table.starts, table.starts.dropFirst()).enumerated() where ends.0 <= ends.1 {
            let parts = table.selected[ends.0..<ends.1]
            #expect(parts.allSatisfy { selectors[$0]?.index == index }, comment)
            #expect(zip(parts, parts.dropFirst()).allSatisfy { $0 < $1 }, comment)
        }
    }
}
