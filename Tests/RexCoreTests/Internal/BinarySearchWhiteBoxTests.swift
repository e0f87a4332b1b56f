// SPDX-License-Identifier: MIT

import Testing

@testable import RexCore

@Suite struct BinarySearchWhiteBoxTests {
    @Test func partitioningIndexIsThatOfALinearSearch() {
        for count in 0..<20 {
            for first in 0...count {
                let numbers = Array(0..<count)
                for border in -1...count {
                    let expected = numbers[first...].firstIndex { $0 >= border } ?? count
                    #expect(numbers[first...].partitioningIndex { $0 >= border } == expected)
                }
            }
        }
    }
}
