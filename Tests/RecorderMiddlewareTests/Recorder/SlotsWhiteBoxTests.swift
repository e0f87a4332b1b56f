// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RecorderMiddleware

@Suite struct SlotsWhiteBoxTests {
    private final class Value {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    @Test(arguments: [1, 2, 7, 100]) func valuesStayWhenThereIsMoreRoom(count: Int) {
        var slots = Slots<Value>(room: count)
        weak var last: Value?
        for number in 0..<count {
            let value = Value(number)
            unsafe slots.place(number).initialize(to: value)
            last = value
        }
        slots.grow(to: 3 * count, moving: count)
        #expect(slots.room == 3 * count)
        #expect((0..<count).map { unsafe slots.place($0).pointee.number } == Array(0..<count))
        #expect(last != nil)
        unsafe slots.place(0, count: count).deinitialize(count: count)
        #expect(last == nil)
    }

    @Test(arguments: [(-1, 1), (4, 1), (0, 5), (3, 2), (0, -1), (Int.max, 1)])
    func aPlaceOutsideIsRefused(index: Int, count: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [index, count] in
            let slots = Slots<Int>(room: 4)
            _ = unsafe slots.place(index, count: count)
        }
        expectMessage(of: result, contains: "A place was used that memory does not have")
    }

    @Test func theLastPlaceHasNoneBehindIt() {
        let slots = Slots<Int>(room: 4)
        #expect(unsafe slots.place(4, count: 0) == slots.place(0) + 4)
    }
}
