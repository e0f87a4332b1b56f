// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexTestSupport
import Testing

/// An outbox without its feature.
@Suite struct OutboxTests {
    @Test func idsCountFromRandomBits() {
        var outbox = Outbox<Int>()
        let ids = (0..<100).map { outbox.add($0) }
        #expect(Set(ids).count == 100)
        #expect(Set(ids.map { $0.description.prefix(24) }).count == 1)
        #expect(ids[0].description.hasSuffix("00000000"))
        #expect(ids[99].description.hasSuffix("00000063"))
        #expect(Outbox<Int>().nextIDs(100) != Outbox<Int>().nextIDs(100))
    }

    @Test func entriesAreInTheOrderOfAdd() {
        var outbox = Outbox<Int>()
        #expect(outbox.isEmpty)
        let ids = (0..<10).map { outbox.add($0, lane: "lane \($0 % 2)") }
        #expect(outbox.entries.map(\.id) == ids)
        #expect(outbox.entries.map(\.job) == Array(0..<10))
        #expect(outbox.entries.map(\.lane.name) == (0..<10).map { "lane \($0 % 2)" })
        #expect(outbox.entries.allSatisfy { $0.phase == .saving && $0.attempts == 0 })
        #expect(outbox.count == 10)
        #expect(outbox[ids[3]]?.job == 3)
        #expect(outbox[OutboxID(1)] == nil)
        #expect(outbox.add(11) != ids[0])
        #expect(outbox.entries.last?.lane == .main)
    }

    @Test func missingEntryIsNeitherCancelledNorRetried() {
        var outbox = Outbox<Int>()
        let id = outbox.add(1)
        let before = outbox
        outbox.cancel(OutboxID(7))
        outbox.retry(OutboxID(7))
        outbox.retry(id)
        #expect(outbox == before)
        outbox.cancel(id)
        #expect(outbox[id]?.phase == .cancelling)
        outbox.retry(id)
        outbox.cancel(id)
        #expect(outbox[id]?.phase == .cancelling)
        #expect(outbox != before)
    }

    @Test func allEntriesAreCancelled() {
        var outbox = Outbox<Int>()
        for number in 0..<5 { outbox.add(number) }
        outbox.cancelAll()
        #expect(outbox.entries.allSatisfy { $0.phase == .cancelling })
    }

    @Test func mirrorHasTheEntries() {
        var outbox = Outbox<Int>()
        outbox.add(7)
        #expect(Mirror(reflecting: outbox).children.map(\.label) == ["entries"])
    }
}

extension Outbox<Int> {
    /// The ids of the next entries.
    fileprivate func nextIDs(_ count: Int) -> [OutboxID] {
        var copy = self
        return (0..<count).map { copy.add($0) }
    }
}
