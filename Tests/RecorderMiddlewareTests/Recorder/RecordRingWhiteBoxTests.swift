// SPDX-License-Identifier: MIT

import RexCore
import Testing

@testable import RecorderMiddleware

@Suite struct RecordRingWhiteBoxTests {
    @Test func memoryOfARingGrowsUpToItsCapacity() {
        var rooms: [Int] = []
        var ring = RecordRing<Int, Int>(capacity: 150)
        let places = MemoryBuffer<RecordedAction<Int, Int>>(capacity: 2)
        for number in 0..<400 {
            let head = RecordHead(source: .here(), origin: (nil, nil), thread: 1)
            unsafe places.pointer(at: 0).initialize(to: RecordedAction(head, action: number, before: nil))
            if unsafe ring.exchange(places.pointer(at: 0), places.pointer(at: 1)) {
                #expect(unsafe places.pointer(at: 1).move().action == number - 150)
            }
            if rooms.last != ring.buffer.capacity { rooms.append(ring.buffer.capacity) }
            #expect(ring.records.map(\.action) == Array((0...number).suffix(150)))
        }
        #expect(rooms == [64, 128, 150])
        #expect(RecordRing<Int, Int>(capacity: 7).buffer.capacity == 7)
    }
}
