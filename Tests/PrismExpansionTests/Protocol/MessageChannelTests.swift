// SPDX-License-Identifier: MIT

import Foundation
import PrismExpansion
import Testing

@Suite struct MessageChannelTests {
    @Test func messagesArriveInOrderUpToTheEndOfTheInput() throws {
        let pipe = MessagePipe()
        let channel = try pipe.channel(receiving: frame("{}") + frame("two"))
        #expect(try channel.receive() == "{}")
        #expect(try channel.receive() == "two")
        #expect(try channel.receive() == nil)
        #expect(try channel.receive() == nil)
    }

    @Test func emptyMessageIsTheEnd() throws {
        let pipe = MessagePipe()
        let channel = try pipe.channel(receiving: frame(""))
        #expect(try channel.receive() == nil)
    }

    @Test(arguments: [
        ([1, 0, 0], MessageChannel.Failure.truncated),
        (Array(frame("four").dropLast()), .truncated),
        ([255, 255, 255, 255, 255, 255, 255, 255, 1], .oversized(.max)),
        ([0, 0, 0, 0, 1, 0, 0, 0], .oversized(1 << 32)),
    ])
    func brokenFrameIsAnError(bytes: [UInt8], failure: MessageChannel.Failure) throws {
        let pipe = MessagePipe()
        let channel = try pipe.channel(receiving: bytes)
        #expect(throws: failure) { try channel.receive() }
    }

    @Test func descriptorThatIsNotOpenIsAnError() {
        let channel = MessageChannel(input: -1, output: -1)
        #expect(throws: MessageChannel.Failure.broken(errno: EBADF)) { try channel.receive() }
        #expect(throws: MessageChannel.Failure.broken(errno: EBADF)) { try channel.send("{}") }
    }

    @Test func sentMessageHasItsLengthBeforeIt() throws {
        let pipe = MessagePipe()
        try MessageChannel(input: -1, output: pipe.writeEnd).send("é")
        #expect(try pipe.written() == [2, 0, 0, 0, 0, 0, 0, 0, 0xC3, 0xA9])
    }
}
