// SPDX-License-Identifier: MIT

import Foundation
import PrismExpansion
import RexTestSupport
import Testing

@Suite struct MessageChannelTests {
    @Test func messagesAreReceivedInOrderUntilTheEndOfInput() throws {
        let pipe = MessagePipe()
        let channel = try pipe.channel(receiving: frame("{}") + frame("two"))
        #expect(try channel.receive() == "{}")
        #expect(try channel.receive() == "two")
        #expect(try channel.receive() == nil)
        #expect(try channel.receive() == nil)
    }

    @Test func emptyMessageEndsTheInput() throws {
        let pipe = MessagePipe()
        let channel = try pipe.channel(receiving: frame(""))
        #expect(try channel.receive() == nil)
    }

    @Test(arguments: [
        ([1, 0, 0], MessageChannel.Failure.truncated),
        (Array(frame("four").dropLast()), .truncated),
        ([255, 255, 255, 255, 255, 255, 255, 255, 1], .oversized(.max)),
        ([0, 0, 0, 0, 1, 0, 0, 0], .oversized(1 << 32)),
        ([1, 0, 0, 0x40, 0, 0, 0, 0], .oversized(1 << 30 + 1)),
        ([0, 0, 0, 0x40, 0, 0, 0, 0, 1, 2, 3], .truncated),
        ([0, 0, 0, 0x40, 0, 0, 0, 0], .truncated),
    ])
    func malformedFrameIsAnError(bytes: [UInt8], failure: MessageChannel.Failure) throws {
        let pipe = MessagePipe()
        let channel = try pipe.channel(receiving: bytes)
        #expect(throws: failure) { try channel.receive() }
    }

    /// Some messages fit into a pipe and some don't, and some are read in several pieces.
    @Test(arguments: [1, 255, 256, 65_535, 65_536, 65_537, 400_000]) func messageOfAnySizeIsReceivedWhole(size: Int)
        throws
    {
        let pipe = MessagePipe()
        let message = String(decoding: (0..<size).map { UInt8($0 % 127) }, as: UTF8.self)
        let end = pipe.writeEnd
        let failures = Recorder<String>()
        let writer = JoinableThread {
            do {
                for text in [message, "next"] { try MessageChannel(input: -1, output: end).send(text) }
            } catch {
                failures.record("\(error)")
            }
        }
        let channel = MessageChannel(input: pipe.readEnd, output: -1)
        let received = try channel.receive()
        #expect(received == message)
        #expect(try channel.receive() == "next")
        writer.join()
        #expect(failures.events == [])
    }

    @Test func closedDescriptorIsAnError() {
        let channel = MessageChannel(input: -1, output: -1)
        #expect(throws: MessageChannel.Failure.broken(errno: EBADF)) { try channel.receive() }
        #expect(throws: MessageChannel.Failure.broken(errno: EBADF)) { try channel.send("{}") }
    }

    @Test func sentMessageStartsWithItsLength() throws {
        let pipe = MessagePipe()
        try MessageChannel(input: -1, output: pipe.writeEnd).send("é")
        #expect(try pipe.written() == [2, 0, 0, 0, 0, 0, 0, 0, 0xC3, 0xA9])
    }
}
