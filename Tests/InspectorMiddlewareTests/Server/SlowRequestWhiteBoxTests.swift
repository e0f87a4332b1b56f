// SPDX-License-Identifier: MIT

import RexCore
import Testing

import class RecorderMiddleware.Recorder

@testable import InspectorMiddleware

@Suite struct SlowRequestWhiteBoxTests {
    /// Uses a shorter limit than apps.
    @Test func slowRequestIsEndedAtItsLimit() throws {
        let shop = Shop()
        let inspector = try Inspector(shop.recorder, 0, nil, [], .init(), true, requestTime: 100_000_000)
        let start = ContinuousClock.now
        for text in [
            "", "GET / HTTP/1.1\r\nHost: 127", "POST /dispatch HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{",
        ] {
            let socket = try Socket(inspector.port)
            socket.write(Array(text.utf8))
            #expect(Reply(socket.rest())?.status == 408)
        }
        #expect(start.duration(to: .now) >= .milliseconds(300))
        let client = try Client(inspector)
        let stream = try client.stream()
        _ = try stream.next()
        shop.store.dispatch(.close)
        #expect(try stream.next()?.number == 1)
    }

    /// The limit does not count the time in which an answer is computed.
    @Test func answerThatTakesLongToComputeIsSent() throws {
        let recorder = Recorder<Bool, SlowState>()
        let store = Store(
            initialState: SlowState(text: String(repeating: "x", count: 300_000)),
            reducer: Reducer.reduce { (_: Bool, _: inout SlowState) in },
            middleware: recorder.middleware
        )
        store.dispatch(true)
        let client = try Client(Inspector(recorder, 0, nil, [], .init(), true, requestTime: 1_000_000_000))
        Socket.limitBuffers(ofServerAt: client.port)
        let reply = try client.send("/state?at=1")
        #expect(reply.header("Content-Length") == "\(reply.body.utf8.count)")
        withExtendedLifetime(store) {}
    }
}

/// A state that is encoded for more than a second.
private struct SlowState: Encodable, Sendable {
    let text: String

    func encode(to encoder: any Encoder) throws {
        let start = ContinuousClock.now
        while start.duration(to: .now) < .milliseconds(1_100) {}
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
