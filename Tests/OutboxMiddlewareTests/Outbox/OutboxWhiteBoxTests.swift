// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import Testing

/// An outbox with events of its feature in rare orders.
@Suite struct OutboxWhiteBoxTests {
    private typealias Action = OutboxAction<Int, Int>

    private func outbox(_ body: (inout Outbox<Int>, (Action, inout Outbox<Int>) -> Void) -> Void) {
        var outbox = Outbox<Int>()
        body(&outbox) { $1.storage[0].reduce($0, limit: 2) }
    }

    @Test func retriedEntryWaitsForItsOwnMark() {
        outbox { outbox, reduce in
            let id = outbox.add(1)
            reduce(.saved(outbox.queue.lastChange), &outbox)
            reduce(.attempted(id), &outbox)
            reduce(.rejected(id, "no"), &outbox)
            let rejected = outbox.queue.lastChange
            outbox.retry(id)
            reduce(.saved(rejected), &outbox)
            #expect(outbox[id]?.phase == .saving)
            #expect(outbox.queue.slots.isEmpty)
            reduce(.saved(outbox.queue.lastChange), &outbox)
            #expect(outbox[id]?.phase == .waiting)
            #expect(outbox.queue.slots.map(\.id) == [id])
        }
    }

    // The end of the entry started an attempt of it, which never ended.
    @Test(arguments: [0, 1, 2]) func anEntryThatWasSavedDuringItsBackoffIsNotStartedByItsEnd(end: Int) {
        outbox { outbox, reduce in
            let id = outbox.add(1)
            reduce(.saved(outbox.queue.lastChange), &outbox)
            reduce(.attempted(id), &outbox)
            reduce(.step(OutboxStep(.lost)), &outbox)
            reduce(.failed(id, "it took too long"), &outbox)
            #expect(outbox[id]?.phase == .saving)
            reduce(.saved(outbox.queue.lastChange), &outbox)
            #expect(outbox[id]?.phase == .waiting && outbox.queue.slots.count == 1)
            switch end {
            case 0: reduce(.sent(id, 1), &outbox)
            case 1: reduce(.step(OutboxStep(.gone([id]))), &outbox)
            default: reduce(.step(OutboxStep(.lost)), &outbox)
            }
            #expect(outbox.queue.slots.isEmpty)
        }
    }

    @Test func historyIsChangedInPlace() {
        var cards = Cards([])
        cards.history.performed.reserveCapacity(100)
        func place() -> Int? {
            unsafe cards.history.performed.withUnsafeBufferPointer { unsafe $0.baseAddress.map { Int(bitPattern: $0) } }
        }
        let before = place()
        cards.history.performed.append(OutboxID(1))
        #expect(place() == before && before != nil)
    }

    @Test func removedEntriesTakeNoMemory() {
        outbox { outbox, reduce in
            let first = outbox.add(0)
            for number in 1...1_000 {
                let id = outbox.add(number, lane: "b")
                reduce(.saved(outbox.queue.lastChange), &outbox)
                reduce(.attempted(id), &outbox)
                reduce(.sent(id, number), &outbox)
            }
            #expect(outbox.entries.map(\.id) == [first])
            #expect(outbox.queue.items.order.first == first && outbox.queue.items.order.count < 20)
        }
    }

    @Test func markOfAnotherOutboxSavesNothing() {
        outbox { outbox, reduce in
            let id = outbox.add(1)
            var other = Outbox<Int>()
            other.add(2)
            reduce(.saved(other.queue.lastChange), &outbox)
            #expect(outbox[id]?.phase == .saving)
        }
    }

    @Test func limitBoundsAttemptsInFlight() {
        outbox { outbox, reduce in
            let ids = (0..<5).map { outbox.add($0, lane: "lane \($0)") }
            #expect(outbox.queue.slots.isEmpty)
            reduce(.saved(outbox.queue.lastChange), &outbox)
            #expect(outbox.queue.slots.map(\.id) == Array(ids[0..<2]))
            outbox.cancel(ids[0])
            #expect(outbox.queue.slots.map(\.id) == [ids[1], ids[2]])
            reduce(.sent(ids[1], 1), &outbox)
            #expect(outbox.queue.slots.map(\.id) == [ids[2], ids[3]])
        }
    }

    @Test func actionsOfARemovedEntryChangeNothing() {
        outbox { outbox, reduce in
            let (id, gone) = (outbox.add(1), OutboxID(7))
            reduce(.saved(outbox.queue.lastChange), &outbox)
            let before = (outbox, outbox.queue.slots)
            let actions: [Action] = [
                .sent(gone, 1), .rejected(gone, "no"), .failed(gone, "no"), .cancelled(gone, attempts: 0),
                .attempted(gone), .rested(gone), .paused, .cancelled(id, attempts: 0), .failed(id, "no"), .rested(id),
            ]
            for action in actions { reduce(action, &outbox) }
            #expect(outbox == before.0)
            #expect(outbox.queue.slots == before.1)
            #expect(outbox.queue.pause.isEmpty)
        }
    }

    @Test func marksBelongToOnePositionOfOneOutbox() {
        outbox { one, reduce in
            outbox { other, _ in
                one.add(1)
                other.add(1)
                #expect(one.queue.lastChange != other.queue.lastChange)
                var mark = one.queue.lastChange
                #expect(mark == one.queue.lastChange)
                mark.missing = [1]
                #expect(mark != one.queue.lastChange)
                reduce(.saved(mark), &one)
                #expect(mark.outbox == one.queue.lastChange.outbox && mark.number < one.queue.lastChange.number)
            }
        }
    }

    @Test func slotsOfRemovedEntriesAreCompacted() {
        outbox { outbox, reduce in
            let first = outbox.add(0)
            for number in 1..<1_000 { reduce(.sent(outbox.add(number), number), &outbox) }
            reduce(.saved(outbox.queue.lastChange), &outbox)
            #expect(outbox.entries.map(\.id) == [first])
            #expect(outbox.queue.items.order.count < 20)
        }
    }

    @Test func idsContinueAfterTheCountOverflows() {
        var outbox = Outbox<Int>()
        let last = OutboxID(bytes: [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 255, count: 8))
        #expect(last?.next.description == "00000000000000010000000000000000")
        #expect(OutboxID(bytes: [1]) == nil)
        let id = outbox.add(1)
        #expect(OutboxID(bytes: id.bytes) == id)
    }
}

extension OutboxID {
    /// The bytes of the id as a log has them.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }
}
