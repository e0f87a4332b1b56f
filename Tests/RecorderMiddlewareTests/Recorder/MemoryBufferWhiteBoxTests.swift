// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RecorderMiddleware

@Suite struct MemoryBufferWhiteBoxTests {
    private final class Value {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    @Test(arguments: [1, 2, 7, 100]) func valuesArePreservedByGrowth(count: Int) {
        var buffer = MemoryBuffer<Value>(capacity: count)
        weak var last: Value?
        for number in 0..<count {
            let value = Value(number)
            unsafe buffer.pointer(at: number).initialize(to: value)
            last = value
        }
        buffer.grow(to: 3 * count, moving: count)
        #expect(buffer.capacity == 3 * count)
        #expect((0..<count).map { unsafe buffer.pointer(at: $0).pointee.number } == Array(0..<count))
        #expect(last != nil)
        unsafe buffer.pointer(at: 0, count: count).deinitialize(count: count)
        #expect(last == nil)
    }

    @Test(arguments: [(-1, 1), (4, 1), (0, 5), (3, 2), (0, -1), (Int.max, 1)])
    func indexOutOfBoundsTraps(index: Int, count: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [index, count] in
            let buffer = MemoryBuffer<Int>(capacity: 4)
            _ = unsafe buffer.pointer(at: index, count: count)
        }
        expectMessage(of: result, contains: "out of bounds of memory")
    }

    @Test func lastIndexIsInBounds() {
        let buffer = MemoryBuffer<Int>(capacity: 4)
        #expect(unsafe buffer.pointer(at: 4, count: 0) == buffer.pointer(at: 0) + 4)
    }
}
