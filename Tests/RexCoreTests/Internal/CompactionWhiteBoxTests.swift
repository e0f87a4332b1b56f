// SPDX-License-Identifier: MIT

import Testing

@testable import RexCore

@Suite struct CompactionWhiteBoxTests {
    @Test(arguments: [(elements: 0, most: 16), (elements: 10, most: 36)])
    func listOfMoreThanTwoSlotsPerElementNeedsCompaction(elements: Int, most: Int) {
        #expect(!needsCompaction(slots: most, elements: elements))
        #expect(needsCompaction(slots: most + 1, elements: elements))
    }
}
