// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import Testing

/// An outbox whose feature says what has happened, in orders that are rare.
@Suite struct OutboxWhiteBoxTests {
    private typealias Action = OutboxAction<Int, Int>

    private func outbox(_ body: (inout Outbox<Int>, (Action, inout Outbox<Int>) -> Void) -> Void) {
        var outbox = Outbox<Int>()
        body(&outbox) { $1.reduce($0, limit: 2) }
    }

    @Test func oneThatIsRetriedWaitsWithItsOwnMarkAndNoEarlierOne() {
        outbox { outbox, reduce in
            let id = outbox.add(1)
            reduce(.saved(outbox.lastMark), &outbox)
            reduce(.attempted(id), &outbox)
            reduce(.rejected(id, "no"), &outbox)
            let rejected = outbox.lastMark
            outbox.retry(id)
            reduce(.saved(rejected), &outbox)
            #expect(outbox[id]?.phase == .saving)
            #expect(outbox.turns.isEmpty)
            reduce(.saved(outbox.lastMark), &outbox)
            #expect(outbox[id]?.phase == .waiting)
            #expect(outbox.turns.map(\.id) == [id])
        }
    }

    @Test func whatIsGoneTakesNoRoom() {
        outbox { outbox, reduce in
            let first = outbox.add(0)
            for number in 1...1_000 {
                let id = outbox.add(number, lane: "b")
                reduce(.saved(outbox.lastMark), &outbox)
                reduce(.attempted(id), &outbox)
                reduce(.sent(id, number), &outbox)
            }
            #expect(outbox.entries.map(\.id) == [first])
            #expect(outbox.order.first == first && outbox.order.count < 20)
        }
    }

    @Test func aMarkOfAnotherOutboxSavesNothing() {
        outbox { outbox, reduce in
            let id = outbox.add(1)
            var other = Outbox<Int>()
            other.add(2)
            reduce(.saved(other.lastMark), &outbox)
            #expect(outbox[id]?.phase == .saving)
        }
    }

    @Test func noMoreAreUnderWayThanTheLimitAllows() {
        outbox { outbox, reduce in
            let ids = (0..<5).map { outbox.add($0, lane: "lane \($0)") }
            #expect(outbox.turns.isEmpty)
            reduce(.saved(outbox.lastMark), &outbox)
            #expect(outbox.turns.map(\.id) == Array(ids[0..<2]))
            outbox.cancel(ids[0])
            #expect(outbox.turns.map(\.id) == [ids[1], ids[2]])
            reduce(.sent(ids[1], 1), &outbox)
            #expect(outbox.turns.map(\.id) == [ids[2], ids[3]])
        }
    }

    @Test func whatComesForOneThatIsGoneChangesNothing() {
        outbox { outbox, reduce in
            let (id, gone) = (outbox.add(1), OutboxID(7))
            reduce(.saved(outbox.lastMark), &outbox)
            let before = (outbox, outbox.turns)
            let actions: [Action] = [
                .sent(gone, 1), .rejected(gone, "no"), .failed(gone, "no"), .cancelled(gone, attempts: 0),
                .attempted(gone), .rested(gone), .paused, .cancelled(id, attempts: 0), .failed(id, "no"), .rested(id),
            ]
            for action in actions { reduce(action, &outbox) }
            #expect(outbox == before.0)
            #expect(outbox.turns == before.1)
            #expect(outbox.pause.isEmpty)
        }
    }

    @Test func marksAreOfOneMomentOfOneOutbox() {
        outbox { one, reduce in
            outbox { other, _ in
                one.add(1)
                other.add(1)
                #expect(one.lastMark != other.lastMark)
                var mark = one.lastMark
                #expect(mark == one.lastMark)
                mark.missing = [1]
                #expect(mark != one.lastMark)
                reduce(.saved(mark), &one)
                #expect(mark.outbox == one.lastMark.outbox && mark.number < one.lastMark.number)
            }
        }
    }

    @Test func whatIsGoneTakesNoPlaceForLong() {
        outbox { outbox, reduce in
            let first = outbox.add(0)
            for number in 1..<1_000 { reduce(.sent(outbox.add(number), number), &outbox) }
            reduce(.saved(outbox.lastMark), &outbox)
            #expect(outbox.entries.map(\.id) == [first])
            #expect(outbox.order.count < 20)
        }
    }

    @Test func identitiesGoOnWhereTheCountIsOver() {
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
