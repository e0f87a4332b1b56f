// SPDX-License-Identifier: MIT

#if !canImport(Combine)
import Testing

@testable import PublisherKit

@Suite struct SubscriberListWhiteBoxTests {
    @Test func removedEntriesAreFewerThanCurrentOnes() {
        var list = SubscriberList<Int, Never>()
        func add() -> Int {
            let id = list.newID()
            list.add(DownstreamSubscription(AnySubscriber<Int, Never>()), id: id)
            return id
        }
        let staying = (0..<10).map { _ in add() }
        for _ in 0..<1_000 {
            let id = add()
            let removed = list.remove(id: id)
            #expect(removed != nil)
            #expect(list.entries.count <= 2 * staying.count + 2)
        }
        #expect(list.subscriptions.count == staying.count)
    }
}
#endif
