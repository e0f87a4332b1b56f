// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import StateComparison

@Suite struct ListPairWhiteBoxTests {
    @Test(arguments: [-1, 2])
    func indexOutOfBoundsTraps(index: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [index = index as Int] in
            unsafe [1, 2].withUnsafeBufferPointer { list in
                _ = unsafe ListPair(old: list, new: list).areIdentical(0, index)
            }
        }
        expectMessage(of: result, contains: "Index \(index) is out of bounds of a list with 2 elements.")
    }
}
