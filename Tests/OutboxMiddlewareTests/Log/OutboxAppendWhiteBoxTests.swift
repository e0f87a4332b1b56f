// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import PersistenceMiddleware
import RexTestSupport
import Testing

/// Disks that take only some records.
@Suite struct OutboxAppendWhiteBoxTests {
    /// A disk with a limit for all bytes, and one for each call.
    private final class Disk {
        var room: Int
        let roomOfCall: Int
        var isGone = false
        private(set) var written: [OutboxID] = []
        private(set) var (calls, refused) = (0, 0)

        init(room: Int = .max, roomOfCall: Int = .max) {
            (self.room, self.roomOfCall) = (room, roomOfCall)
        }

        func append(_ records: [OutboxRecord]) throws(StorageError) -> OutboxAppended {
            calls += 1
            if isGone { return .lost }
            let size = records.reduce(0) { $0 + $1.bytes.count }
            guard size <= min(room, roomOfCall) else {
                refused += 1
                throw StorageError(.append, "", .system(28))
            }
            room -= size
            written += records.map(\.id)
            return .done
        }
    }

    private func added(_ number: Int, size: Int = 10, lane: String) -> OutboxChange<Int> {
        item(number, .added(OutboxBody([UInt8](repeating: 0, count: size))), lane: lane)
    }

    private func item(_ number: Int, _ kind: OutboxRecord.Kind, lane: String) -> OutboxChange<Int> {
        let isEnd = kind == .sent || kind == .cancelled
        let place = OutboxPlace(lane: OutboxLane(lane), position: number)
        return OutboxChange(OutboxRecord(OutboxID(number), kind), at: place, isEnd ? .sent(0, number: nil) : .retried)
    }

    private func append(_ items: [OutboxChange<Int>], to disk: Disk, wasFull: Bool = false) -> OutboxAppend<Int> {
        OutboxAppend(items, wasFull: wasFull, to: disk.append) { true }
    }

    @Test func fullDiskIsTriedTwiceForAnyNumberOfLanes() {
        let items = (0..<2_000).map { added($0, size: 10 + $0 % 7, lane: "\($0)") }
        let disk = Disk(room: 0)
        let first = append(items, to: disk)
        #expect(disk.calls == 2 && first.held.count == 2_000 && first.isFull && first.error != nil)
        let second = append(items, to: disk, wasFull: true)
        #expect(disk.calls == 3 && second.held.count == 2_000 && second.isFull)
        disk.room = .max
        let third = append(items, to: disk, wasFull: true)
        #expect(disk.calls == 5 && third.held.isEmpty && !third.isFull)
        #expect(Set(disk.written).count == 2_000)
    }

    @Test func tooLargeRecordsBlockOnlyTheirLanes() {
        for large in [[0], [1_000], [1_999], [3, 500, 1_500]] {
            var items = (0..<2_000).map { added($0, size: large.contains($0) ? 300_000 : 10, lane: "\($0)") }
            items.append(added(2_000, lane: "\(large[0])"))
            let disk = Disk(roomOfCall: 200_000)
            let result = append(items, to: disk)
            #expect(result.held == Set(large + [2_000]))
            #expect(disk.refused <= 16)
        }
    }

    @Test func attemptOfAnEarlierEntryDoesNotWaitForALaterJob() {
        let items = [added(5, size: 500, lane: "a"), item(3, .attempted(1), lane: "a"), added(6, lane: "a")]
        let disk = Disk(roomOfCall: 150)
        #expect(append(items, to: disk).held == [0, 2])
        #expect(disk.written == [OutboxID(3)])
    }

    @Test func entriesOfALaneAreWrittenInOrder() {
        let items = [added(1, size: 500, lane: "a"), item(1, .retried, lane: "a"), item(2, .attempted(1), lane: "a")]
        #expect(append(items, to: Disk(roomOfCall: 150)).held == [0, 1, 2])
    }

    private func added(_ number: Int, to outbox: Int, size: Int = 10, isRestoration: Bool) -> OutboxChange<Int> {
        let body = OutboxBody([UInt8](repeating: 0, count: size))
        let place = OutboxPlace(lane: "\(number)", position: number)
        let record = OutboxRecord(OutboxID(outbox << 32 + number), .added(body))
        let entry = OutboxEntry(id: record.id, lane: place.lane, job: 0, attempts: 0, phase: .waiting)
        return OutboxChange(record, at: place, isRestoration ? .restored(entry) : .retried)
    }

    // The log had the outboxes in another order, and so had the next launch the entries.
    @Test(arguments: [500, 20]) func noEntryIsAddedAheadOfARestoredOneOfAnotherOutbox(size: Int) {
        let items = [
            added(1, to: 1, size: size, isRestoration: true), added(2, to: 2, isRestoration: true),
            added(3, to: 3, isRestoration: false),
        ]
        let disk = Disk(roomOfCall: 150)
        #expect(append(items, to: disk).held == (size == 500 ? [0, 1, 2] : []))
        #expect(disk.written == (size == 500 ? [] : items.flatMap(\.records).map(\.id)))
    }

    /// Lanes that do not fit delay no other one, and each of them is tried after some calls.
    @Test(arguments: [20, 40]) func eachLaneIsTriedAfterSomeCalls(count: Int) {
        let large = Set((0..<count).map { $0 * 97 % 2_000 })
        let items = (0..<2_000).map { added($0, size: large.contains($0) ? 300_000 + $0 : 10 + $0 % 7, lane: "\($0)") }
        let disk = Disk(roomOfCall: 250_000)
        var waiting = Array(items.indices)
        var (last, tried): (OutboxLane?, Set<OutboxLane>) = (nil, [])
        for call in 1...6 {
            // Each call gets a new small job, as in an app that is used.
            let new = added(2_000 + call, lane: "new \(call)")
            let some = waiting.map { items[$0] } + [new]
            let result = OutboxAppend(some, wasFull: false, after: last) { records throws(StorageError) in
                if records.count == 1, let place = some.first(where: { $0.records == records })?.place {
                    tried.insert(place.lane)
                }
                return try disk.append(records)
            } mayDivide: {
                true
            }
            waiting = waiting.indices.filter { result.held.contains($0) }.map { waiting[$0] }
            #expect(!result.held.contains(some.count - 1), "call \(call)")
            last = result.last
        }
        #expect(Set(waiting) == large)
        #expect(large.allSatisfy { tried.contains(OutboxLane("\($0)")) })
    }

    @Test func removalsAreWrittenBeforeOtherRecords() {
        let items = [added(1, size: 500, lane: "a"), item(2, .sent, lane: "a")]
        #expect(append(items, to: Disk(roomOfCall: 150)).held == [0])
    }

    @Test func failingDiskIsTriedOnce() {
        let disk = Disk(room: 0)
        let items = [added(1, lane: "a"), added(2, lane: "b")]
        let result = OutboxAppend(items, wasFull: false, to: disk.append) { false }
        #expect(result.held == [0, 1] && disk.calls == 1)
    }

    @Test(arguments: [true, false]) func removedLogIsTriedOnce(wasFull: Bool) {
        let disk = Disk()
        disk.isGone = true
        let result = append([added(1, lane: "a"), added(2, lane: "b")], to: disk, wasFull: wasFull)
        #expect(result.isLost && !result.isFull && result.held == [0, 1] && disk.calls == 1)
    }

    @Test func programsWriteInOrderAndEndAfterSomeTries() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            let count = Int.random(in: 1...60, using: &random)
            var items = (0..<count).map { number in
                let size = Int.random(in: 0...2, using: &random) == 0 ? 2_000 : Int.random(in: 1...99, using: &random)
                return added(number, size: size, lane: "\(Int.random(in: 0...5, using: &random))")
            }
            let disk = Disk(room: Int.random(in: 0...20_000, using: &random), roomOfCall: 1_500)
            for number in 0..<3 { items.append(item(number, .attempted(1), lane: items[number % count].lane)) }
            let result = append(items, to: disk, wasFull: Bool.random(using: &random))
            #expect(disk.refused <= 17)
            #expect(disk.written.count + result.held.count == items.count)
            for (index, item) in items.enumerated() where !result.held.contains(index) {
                let earlier = result.held.filter { $0 < index && items[$0].lane == item.lane }
                #expect(earlier.allSatisfy { (items[$0].place?.position ?? 0) > (item.place?.position ?? 0) })
            }
        }
    }
}

extension OutboxChange<Int> {
    fileprivate init(_ record: OutboxRecord, at place: OutboxPlace, _ kind: Kind) {
        self.init(OutboxMark(outbox: record.id, number: 1), record.id, at: place, kind)
        records = [record]
    }

    fileprivate var lane: String { place?.lane.name ?? "" }
}
