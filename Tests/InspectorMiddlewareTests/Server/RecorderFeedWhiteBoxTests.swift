// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

@testable import InspectorMiddleware

/// What several inspectors of one recorder read at once.
@Suite struct RecorderFeedWhiteBoxTests {
    /// Another inspector may number new events while this one looks for them.
    @Test func eventThatAnotherInspectorNumbersIsNotSkipped() {
        let shop = Shop(Recorder(capacity: 100_000, keeping: .none))
        let count = 20_000
        let feed = RecorderFeed(shop.recorder)
        let thread = JoinableThread {
            let other = RecorderFeed(shop.recorder)
            for _ in 0..<count {
                shop.store.dispatch(.close)
                other.poll()
            }
        }
        var (number, skipped) = (0, 0)
        while number < count {
            guard let event = feed.event(after: number, isBrief: true, types: nil) else { continue }
            if String(decoding: event.json, as: UTF8.self).contains("skipped") { skipped += 1 }
            number = event.number
        }
        thread.join()
        #expect(skipped == 0)
    }
}
