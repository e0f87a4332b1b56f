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
    /// The naive form calls every part.
    @Test func tableReturnsThePartsThatAWalkOverAllReturns() throws {
        var generator = SeededGenerator(seed: 7)
        for step in 0..<fullInRelease(100_000) {
            let places = randomPlaces(using: &generator)
            guard let table = CaseTable(places) else {
                let isOfNoUse = places.count <= 3 || places.allSatisfy { $0 == nil }
                #expect(isOfNoUse, "step \(step)")
                continue
            }
            expectInvariants(of: table, for: places, "step \(step)")
            for index in 0..<caseCount {
                var parts: [Int] = []
                table.forEachMember(matching: Numbered(caseIndex: index)) { parts.append($0) }
                let walked = places.indices.filter { places[$0].map { $0.index == index } ?? true }
                #expect(parts == walked, "step \(step), case \(index)")
            }
        }
    }

    /// Few or many parts, in compositions of which none, some or all know their case.
    private func randomPlaces(using generator: inout SeededGenerator) -> [CasePlace<Numbered>?] {
        let known = Int.random(in: 0...4, using: &generator)
        let cases = Int.random(in: 1...caseCount, using: &generator)
        return (0..<Int.random(in: 0...20, using: &generator)).map { _ in
            guard Int.random(in: 0..<4, using: &generator) < known else { return nil }
            return CasePlace(Int.random(in: 0..<cases, using: &generator))
        }
    }

    private func expectInvariants(
        of table: CaseTable<Numbered>,
        for places: [CasePlace<Numbered>?],
        _ comment: Comment
    ) {
        #expect(places.count > 3, comment)
        #expect(table.starts.count == caseCount + 1, comment)
        #expect(table.starts.first == 0 && table.starts.last == table.selected.count, comment)
        #expect(zip(table.starts, table.starts.dropFirst()).allSatisfy { $0 <= $1 }, comment)
        #expect(table.selected.sorted() == places.indices.filter { places[$0] != nil }, comment)
        #expect(table.others == places.indices.filter { places[$0] == nil }, comment)
        for (index, ends) in zip(table.starts, table.starts.dropFirst()).enumerated() where ends.0 <= ends.1 {
            let parts = table.selected[ends.0..<ends.1]
            #expect(parts.allSatisfy { places[$0]?.index == index }, comment)
            #expect(zip(parts, parts.dropFirst()).allSatisfy { $0 < $1 }, comment)
        }
    }
}
