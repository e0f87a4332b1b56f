// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RecorderMiddleware

@Suite struct ByteBufferWhiteBoxTests {
    @Test func fieldsAreReadAsTheyWereWritten() {
        var buffer = ByteBuffer(room: 1)
        buffer.uint32(7)
        buffer.word(UInt64.max - 1)
        buffer.integer(-3)
        buffer.text("é🫖")
        buffer.append([1, 2, 3])
        buffer.align()
        var reader = ByteReader(buffer.bytes[...])
        #expect(buffer.count % 8 == 0)
        #expect(reader.uint32() == 7)
        #expect(reader.word() == UInt64.max - 1)
        #expect(reader.integer() == -3)
        #expect(reader.text() == "é🫖")
    }

    @Test(arguments: 0...9) func paddingIsZero(count: Int) {
        var buffer = ByteBuffer(room: count)
        for _ in 0..<count { buffer.byte(9) }
        buffer.align()
        let padding = [0, 7, 6, 5, 4, 3, 2, 1, 0, 7][count]
        #expect(buffer.bytes == [UInt8](repeating: 9, count: count) + [UInt8](repeating: 0, count: padding))
    }

    /// A text is cut at a character boundary, and marked.
    @Test(arguments: 0...12) func textIsCutBetweenCharacters(limit: Int) {
        var buffer = ByteBuffer()
        buffer.append("ab")
        buffer.append("é🫖é")
        buffer.cut(from: 2, to: limit)
        let kept = ["…", "…", "é…", "é…", "é…", "é…", "é🫖…", "é🫖…", "é🫖é"]
        #expect(String(decoding: buffer.bytes, as: UTF8.self) == "ab" + kept[min(limit, 8)])
    }

    @Test func removedBytesAreOverwritten() {
        var buffer = ByteBuffer(room: 2)
        for byte in 0..<100 { buffer.byte(UInt8(byte)) }
        buffer.removeAll(after: 3)
        buffer.removeAll(after: 50)
        buffer.byte(9)
        #expect(buffer.bytes == [0, 1, 2, 9])
        #expect(buffer.last == 9)
    }

    @Test func bufferInForeignMemoryTrapsIfItIsFull() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
            var buffer = unsafe ByteBuffer(in: memory, room: 16)
            buffer.word(1)
            buffer.word(2)
            precondition(buffer.bytes == [1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0])
            buffer.byte(3)
        }
        expectMessage(of: result, contains: "do not fit in fixed memory for 16 values")
    }
}
