// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import PersistenceMiddleware
import RexTestSupport
import Testing

/// The log of an outbox, whatever happened to its bytes.
@Suite struct OutboxLogWhiteBoxTests {
    private let records = [
        OutboxRecord(OutboxID(1), .added([1, 2, 3])), OutboxRecord(OutboxID(2), .added([])),
        OutboxRecord(OutboxID(1), .attempted(2)), OutboxRecord(OutboxID(3), .added([4])),
        OutboxRecord(OutboxID(2), .sent), OutboxRecord(OutboxID(1), .attempted(3)),
        OutboxRecord(OutboxID(3), .rejected("nö")), OutboxRecord(OutboxID(1), .rejected("x")),
        OutboxRecord(OutboxID(1), .retried), OutboxRecord(OutboxID(4), .added([5])),
        OutboxRecord(OutboxID(4), .cancelled),
    ]

    private func log(_ records: some Sequence<OutboxRecord>) -> [UInt8] {
        OutboxContents.header + records.flatMap(\.bytes)
    }

    private func contents(_ records: some Sequence<OutboxRecord>) -> [OutboxContents.Kept] {
        var contents = OutboxContents()
        for record in records { contents.apply(record) }
        return contents.entries
    }

    @Test func aLogIsReadBackAsItWasWritten() throws {
        let read = try #require(try OutboxContents(log(records)))
        #expect(read.entries == contents(records))
        #expect(read.entries.map(\.id) == [OutboxID(1), OutboxID(3)])
        #expect(read.entries.map(\.attempts) == [3, 0])
        #expect(read.entries.map(\.rejection) == [nil, "nö"])
        #expect(!read.isTorn && read.damagedCount == 0)
        #expect(try OutboxContents(log(read.records))?.entries == read.entries)
    }

    @Test func nothingIsAddedBehindALineThatIsTorn() throws {
        let storage = MemoryStorage()
        storage.write(Array(log(records[..<1]) + records[3].bytes.dropLast()), to: "log", keepingOldAs: nil)
        let keeper = OutboxKeeper(path: "log", storage: storage)
        try keeper.append([records[9]])
        #expect(storage.read("log") == log([records[0], records[9]]))
    }

    @Test func aLogThatEndsAnywhereHasTheLinesBefore() throws {
        let whole = log(records)
        for end in OutboxContents.header.count...whole.count {
            let read = try #require(try OutboxContents(Array(whole[..<end])))
            let count = (0...records.count).last { log(records.prefix($0)).count <= end } ?? 0
            #expect(read.entries == contents(records.prefix(count)), "cut at \(end)")
            #expect(read.isTorn == (log(records.prefix(count)).count < end))
            let filled = Array(whole[..<end]) + [UInt8](repeating: 0, count: whole.count - end)
            let other = try #require(try OutboxContents(filled))
            // A line whose last bytes are zeros is whole.
            #expect(other.entries == read.entries || other.entries == contents(records.prefix(count + 1)))
        }
    }

    @Test func aChangeOfAnyByteLosesItsLineAlone() throws {
        let whole = log(records)
        for place in OutboxContents.header.count..<whole.count {
            for change: UInt8 in [1, 0x80] {
                var bytes = whole
                bytes[place] ^= change
                let read = try #require(try OutboxContents(bytes))
                let index = (0..<records.count).last { log(records.prefix($0)).count <= place } ?? 0
                var others = records
                others.remove(at: index)
                #expect(read.entries == contents(others), "at \(place)")
                #expect(read.isTorn == (index == records.count - 1), "at \(place)")
                #expect(read.damagedCount == (read.isTorn ? 0 : 1), "at \(place)")
            }
        }
    }

    @Test func whatIsWrittenTwiceCountsOnce() throws {
        let twice = try #require(
            try OutboxContents(log(records.filter { if case .attempted = $0.kind { false } else { true } } + records))
        )
        #expect(twice.entries == contents(records))
        // A line about what is gone that was written once more says nothing.
        let torn = [records[1], records[4], records[1]]
        #expect(try OutboxContents(log(torn))?.entries == [])
    }

    @Test func whatIsOfSomebodyElseIsNotRead() throws {
        for text in ["", "x", "RexOutbox", "RexOutbox x\n", "RexState 1 1 0\n", "SQLite format 3"] {
            #expect(try OutboxContents(Array(text.utf8)) == nil)
        }
        #expect(throws: OutboxContents.NewerForm.self) { try OutboxContents(Array("RexOutbox 2\n".utf8)) }
        #expect(try OutboxContents(OutboxContents.header)?.entries == [])
    }

    @Test func randomBytesAreNoLines() throws {
        for seed in 0..<2_000 {
            var random = SeededGenerator(seed: UInt64(seed))
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(try OutboxContents(OutboxContents.header + bytes)?.entries == [])
        }
    }

    @Test func sizesSayWhenHalfIsOld() {
        var sizes = OutboxSizes(total: 0, [])
        let body = [UInt8](repeating: 7, count: 1_000)
        for number in 0..<200 {
            let record = OutboxRecord(OutboxID(number), .added(body))
            sizes.append(record, record.bytes.count)
            #expect(!sizes.isMostlyOld)
        }
        let gone = (0..<200).first { number in
            let record = OutboxRecord(OutboxID(number), .sent)
            sizes.append(record, record.bytes.count)
            return sizes.isMostlyOld
        }
        #expect((95...100).contains(gone ?? 0))
    }
}
