// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import PersistenceMiddleware
import RexTestSupport
import Testing

/// The log of an outbox with any damage.
@Suite struct OutboxLogWhiteBoxTests {
    /// Twenty records of all kinds, with empty, short and long bodies.
    static let records: [OutboxRecord] = {
        func body(_ text: String) -> OutboxBody { OutboxBody(Array(text.utf8)) }
        func id(_ number: Int) -> OutboxID { OutboxID(number) }
        return [
            OutboxRecord(id(1), .added(body("one"))), OutboxRecord(id(2), .added(body(""))),
            OutboxRecord(id(1), .attempted(2)), OutboxRecord(id(3), .added(body("three"))),
            OutboxRecord(id(2), .sent), OutboxRecord(id(1), .attempted(3)),
            OutboxRecord(id(3), .rejected("nö")), OutboxRecord(id(1), .rejected("x")),
            OutboxRecord(id(1), .retried), OutboxRecord(id(4), .added(body("four"))),
            OutboxRecord(id(4), .cancelled), OutboxRecord(id(5), .added(body(String(repeating: "five", count: 20)))),
            OutboxRecord(id(6), .added(body("six"))), OutboxRecord(id(6), .kept(.sent(body("reply")))),
            OutboxRecord(id(7), .added(body("seven"))), OutboxRecord(id(7), .kept(.rejected("no"))),
            OutboxRecord(id(8), .kept(.sent(body("eight")))), OutboxRecord(id(8), .acknowledged),
            OutboxRecord(id(9), .kept(.cancelled(attempts: 4))), OutboxRecord(id(10), .added(body("ten"))),
        ]
    }()
    private let records = Self.records
    /// The lengths of the logs with the first 0, 1, 2, … records.
    private static let lengths: [Int] = records.reduce(into: [OutboxHeader.bytes.count]) { lengths, record in
        lengths.append(lengths[lengths.count - 1] + record.bytes.count)
    }

    private func log(_ records: some Sequence<OutboxRecord>) -> [UInt8] {
        OutboxHeader.bytes + records.flatMap(\.bytes)
    }

    private func contents(_ records: some Sequence<OutboxRecord>) -> OutboxContents {
        var contents = OutboxContents()
        for record in records { contents.apply(record) }
        return contents
    }

    /// Returns the index of the record that contains a byte of the log.
    private func index(of place: Int) -> Int {
        Self.lengths.dropLast().lastIndex { $0 <= place } ?? 0
    }

    private func isBodyless(_ record: OutboxRecord) -> Bool { record.bytes.count == 2 * OutboxHead.size }

    private func storage(_ bytes: [UInt8]) -> MemoryStorage {
        let storage = MemoryStorage()
        storage.write(bytes, to: "log", keepingOldAs: nil)
        return storage
    }

    @Test func logIsReadAsItWasWritten() throws {
        let read = try #require(try OutboxContents(log(records)))
        #expect(read.records == contents(records).records)
        #expect(read.entries.map(\.id) == [1, 3, 5, 7, 10].map { OutboxID($0) })
        #expect(read.entries.map(\.attempts) == [3, 0, 0, 0, 0])
        #expect(read.entries.map(\.rejection) == [nil, "nö", nil, "no", nil])
        #expect(read.outcomes.map(\.id) == [6, 7, 9].map { OutboxID($0) })
        #expect(
            read.outcomes.map(\.outcome)
                == [.sent(OutboxBody(Array("reply".utf8))), .rejected("no"), .cancelled(attempts: 4)]
        )
        #expect(!read.isDamaged && !read.needsRewrite && !read.isClearRequested)
        #expect(try OutboxContents(log(read.records))?.records == read.records)
    }

    @Test func nothingIsAppendedAfterATornRecord() throws {
        let storage = storage(Array(log(records[..<1]) + records[3].bytes.dropLast()))
        let keeper = OutboxKeeper(path: "log", storage: storage)
        #expect(try keeper.append([records[9]]) == .done)
        #expect(storage.read("log") == log(records[..<1]) + records[9].bytes(beginsAppend: true))
    }

    @Test func logCutAnywhereHasTheRecordsBeforeTheCut() throws {
        let whole = log(records)
        for end in OutboxHeader.bytes.count...whole.count {
            let read = try #require(try OutboxContents(Array(whole[..<end])))
            let count = Self.lengths.lastIndex { $0 <= end } ?? 0
            let isTorn = Self.lengths[count] < end
            #expect(read.records == contents(records.prefix(count)).records, "cut at \(end)")
            #expect(read.isDamaged == isTorn, "cut at \(end)")
            let filled = Array(whole[..<end]) + [UInt8](repeating: 0, count: whole.count - end)
            let other = try #require(try OutboxContents(filled))
            #expect(other.isDamaged || other.records.contains { isUnreadable($0) } || filled == whole)
            // The last record may be readable by one of its heads.
            let ids = [count, count + 1].map { contents(records.prefix($0)).records.map(\.id) }
            #expect(ids.contains(other.records.map(\.id)), "filled at \(end)")
        }
    }

    private func isUnreadable(_ record: OutboxRecord) -> Bool {
        if case .added(let body) = record.kind { !body.isIntact } else { false }
    }

    private var seedCount: Int { programCount < 100_000 ? 200 : 5_000 }

    /// The flipped bits of each byte: all in nightly runs, otherwise one.
    private func bits(of place: Int) -> [Int] { programCount < 100_000 ? [place * 3 % 8] : Array(0..<8) }

    @Test func flippedBitDamagesAtMostItsBody() throws {
        let whole = log(records)
        let good = contents(records)
        for place in whole.indices {
            for bit in bits(of: place) {
                var bytes = whole
                bytes[place] ^= 1 << bit
                let read = try #require(try OutboxContents(bytes))
                let record = place < OutboxHeader.bytes.count ? nil : records[index(of: place)]
                let start = record.map { _ in Self.lengths[index(of: place)] } ?? 0
                let isInBody = record != nil && place >= start + 2 * OutboxHead.size
                guard let record, isInBody else {
                    #expect(read.records == good.records && read.isDamaged, "bit \(bit) of \(place)")
                    continue
                }
                if case .kept(.sent) = record.kind, record.id == OutboxID(6) {
                    // The entry is sent again, and gets its reply again.
                    let others = contents(records.filter { $0 != record })
                    #expect(read.records == others.records && read.isDamaged, "bit \(bit) of \(place)")
                    continue
                }
                // Everything is intact except for this body, which is known to be damaged.
                #expect(read.records.map(\.id) == good.records.map(\.id), "bit \(bit) of \(place)")
                let others = zip(read.records, good.records).filter { $0 != $1 }
                #expect(others.allSatisfy { $0.0.id == record.id } && others.count <= 1, "bit \(bit) of \(place)")
                if case .added = record.kind {
                    #expect(!read.isDamaged)
                    #expect(others.allSatisfy { isUnreadable($0.0) })
                } else {
                    #expect(read.isDamaged)
                }
            }
        }
    }

    // An entry that the server has, and whose reply a crash has torn, counted as cancelled.
    @Test func anEntryWhoseReplyIsTornIsSentAgainUnlessItsOutcomeIsAcknowledged() throws {
        let reply = OutboxRecord(OutboxID(6), .kept(.sent(OutboxBody(Array("reply".utf8)))))
        let before = log([OutboxRecord(OutboxID(6), .added(OutboxBody([1]))), OutboxRecord(OutboxID(6), .attempted(1))])
        let torn = before + reply.bytes.dropLast(3) + [0, 0, 0]
        let read = try #require(try OutboxContents(torn))
        #expect(read.entries.map(\.id) == [OutboxID(6)] && read.entries.map(\.attempts) == [1])
        #expect(read.outcomes.isEmpty && read.isDamaged)
        let sent = try #require(try OutboxContents(torn + reply.bytes))
        #expect(sent.entries.isEmpty && sent.outcomes.count == 1)
        let acknowledged = try #require(try OutboxContents(torn + OutboxRecord(OutboxID(6), .acknowledged).bytes))
        #expect(acknowledged.entries.isEmpty && acknowledged.outcomes.isEmpty)
    }

    @Test func anEntryWhoseReplyIsTornAfterARejectionIsSentAgain() throws {
        let reply = OutboxRecord(OutboxID(6), .kept(.sent(OutboxBody(Array("reply".utf8)))))
        let rejection = OutboxRecord(OutboxID(6), .kept(.rejected("no")))
        let before = log([OutboxRecord(OutboxID(6), .added(OutboxBody([1]))), rejection])
        let read = try #require(try OutboxContents(before + reply.bytes.dropLast(3) + [0, 0, 0]))
        #expect(read.entries.map(\.id) == [OutboxID(6)] && read.entries.map(\.rejection) == [nil])
        #expect(read.outcomes.isEmpty && read.isDamaged)
    }

    @Test func unreadableBodyIsKeptByARewrite() throws {
        var bytes = log(records)
        let place = try #require(bytes.firstRange(of: Array("fivefive".utf8))).lowerBound
        bytes[place] ^= 4
        let damaged = Array(bytes[place...].prefix(80))
        var read = try #require(try OutboxContents(bytes))
        for _ in 0..<3 {
            let entry = try #require(read.entries.first { $0.id == OutboxID(5) })
            #expect(entry.body.bytes == damaged && !entry.body.isIntact)
            read = try #require(try OutboxContents(log(read.records)))
        }
    }

    @Test func recordsAfterAnyDamageAreFound() throws {
        let whole = log(records)
        for seed in 0..<seedCount {
            var random = SeededGenerator(seed: UInt64(seed))
            var bytes = whole
            let start = Int.random(in: 0..<whole.count - 1, using: &random)
            let end = min(whole.count, start + Int.random(in: 1...200, using: &random))
            switch seed % 3 {
            case 0: for place in start..<end { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            case 1: bytes.removeSubrange(start..<end)
            default: bytes.insert(contentsOf: bytes[start..<end], at: Int.random(in: 0...whole.count, using: &random))
            }
            let first = records.indices.first { log(records.prefix($0)).count >= end } ?? records.count
            let read = try #require(try OutboxContents(bytes))
            // Records after the damage are read if they belong to entries that were added after it.
            for index in records[first...].indices {
                guard case .added(let body) = records[index].kind, body.isIntact, seed % 3 < 2 else { continue }
                let isOver = records[index...].contains { other in
                    other.id == records[index].id && [.sent, .cancelled, records[13].kind].contains(other.kind)
                }
                if !isOver { #expect(read.entries.contains { $0.id == records[index].id }, "seed \(seed)") }
            }
        }
    }

    @Test func repeatedRecordsCountOnce() throws {
        let twice = try #require(
            try OutboxContents(log(records.filter { if case .attempted = $0.kind { false } else { true } } + records))
        )
        #expect(twice.entries == contents(records).entries)
        // A record of an entry that has ended changes nothing.
        let torn = [records[1], records[4], records[1]]
        #expect(try OutboxContents(log(torn))?.entries == [])
    }

    // Once, the compact log had the reason of the kept outcome, which may be unreadable.
    @Test func compactLogHasTheLastReasonOfAnEntry() throws {
        let id = OutboxID(1)
        let records = [
            OutboxRecord(id, .added(OutboxBody([1]))), OutboxRecord(id, .kept(.rejected("first"))),
            OutboxRecord(id, .rejected("last")),
        ]
        let read = try #require(try OutboxContents(log(records)))
        let compact = try #require(try OutboxContents(log(read.records)))
        #expect(read.entries.map(\.rejection) == ["last"] && compact.entries == read.entries)
        #expect(compact.outcomes.map(\.outcome) == [.rejected("last")])
    }

    @Test func clearRequestEndsOnlyEarlierEntries() throws {
        let later = [OutboxRecord(OutboxID(20), .added(OutboxBody([1]))), OutboxRecord(OutboxID(5), .attempted(2))]
        let read = try #require(try OutboxContents(log(records + [.clearRequest] + later)))
        #expect(read.entries.map(\.id) == [OutboxID(20)])
        #expect(read.outcomes.isEmpty)
        #expect(read.isClearRequested)
        #expect(read.records.first == .clearRequest)
    }

    // MARK: The header

    @Test func fileOfAnotherProgramIsNotRead() throws {
        for text in [
            "x", "RexOutbox", "RexOutbox x\n", "RexState 1 1 0\n", "SQLite format 3", "RexOutbox 2\nnew",
            "RexOutbox 9\n0000000000000000\n",
        ] {
            #expect(try OutboxContents(Array(text.utf8)) == nil, "\(text)")
        }
        #expect(try OutboxContents(OutboxHeader.bytes)?.entries == [])
    }

    @Test func newerFormatNeedsAValidChecksum() throws {
        func line(_ form: Int) -> [UInt8] {
            let text = Array("RexOutbox \(form)\n".utf8)
            let digits = String(outboxChecksum(text[...]), radix: 16)
            return text + Array((String(repeating: "0", count: 16 - digits.count) + digits + "\n").utf8)
        }
        for form in [3, 10, 1_000] {
            let bytes = line(form) + line(form) + [1, 2, 3]
            #expect(throws: OutboxContents.OtherForm.newer(form)) { try OutboxContents(bytes) }
            // A flipped bit leaves the other copy intact.
            for place in 0..<2 * line(form).count {
                var bytes = bytes
                bytes[place] ^= 1
                #expect(throws: OutboxContents.OtherForm.newer(form), "\(form) at \(place)") {
                    try OutboxContents(bytes)
                }
            }
        }
    }

    @Test func recordsAreReadWithoutAHeader() throws {
        for count in [1, 2, 12, 29, 58] {
            for byte: UInt8 in [0, 0xff, UInt8(ascii: "9")] {
                let bytes = [UInt8](repeating: byte, count: count) + log(records).dropFirst(count)
                let read = try #require(try OutboxContents(bytes))
                #expect(read.records == contents(records).records)
                #expect(read.isDamaged && read.needsRewrite)
            }
        }
        let without = try #require(try OutboxContents(Array(log(records).dropFirst(58))))
        #expect(without.records == contents(records).records)
        #expect(!without.isDamaged && without.needsRewrite)
    }

    @Test func randomBytesAreNoRecords() throws {
        for seed in 0..<seedCount {
            var random = SeededGenerator(seed: UInt64(seed))
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(try OutboxContents(OutboxHeader.bytes + bytes)?.entries == [])
            #expect(try bytes.isEmpty || OutboxContents(bytes) == nil)
        }
    }

    // MARK: Compaction

    @Test func logIsDueForCompactionWhenHalfOfItIsObsolete() {
        let compaction = OutboxCompaction()
        var sizes = OutboxSizes(total: 0, [])
        let body = OutboxBody([UInt8](repeating: 7, count: 1_000))
        for number in 0..<200 {
            let record = OutboxRecord(OutboxID(number), .added(body))
            sizes.append(record, record.bytes.count)
            #expect(!compaction.isDue(sizes))
        }
        let gone = (0..<200).first { number in
            let record = OutboxRecord(OutboxID(number), .sent)
            sizes.append(record, record.bytes.count)
            return compaction.isDue(sizes)
        }
        #expect((85...100).contains(gone ?? 0))
    }
}
