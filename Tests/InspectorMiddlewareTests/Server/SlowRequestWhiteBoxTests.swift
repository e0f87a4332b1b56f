// SPDX-License-Identifier: MIT

import RexCore
import Testing

import class RecorderMiddleware.Recorder

@testable import InspectorMiddleware

@Suite struct SlowRequestWhiteBoxTests {
    /// Uses a shorter limit than apps.
    @Test func slowRequestIsEndedAtItsLimit() throws {
        let shop = Shop()
        let inspector = try Inspector(shop.recorder, 0, nil, true, requestTime: 100_000_000)
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
}
