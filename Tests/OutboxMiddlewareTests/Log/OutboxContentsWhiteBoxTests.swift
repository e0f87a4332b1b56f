// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import PersistenceMiddleware
import RexTestSupport
import Testing

/// The log of an outbox with any damage.
@Suite struct OutboxContentsWhiteBoxTests {
    private static let name = OutboxID(1 << 40)
    /// Records of all kinds, with empty, short and long bodies.
    static let records: [OutboxRecord] = {
        func body(_ text: String) -> OutboxBody { OutboxBody(Array(text.utf8)) }
        func record(_ number: Int, _ kind: OutboxRecord.Kind) -> OutboxRecord { OutboxRecord(OutboxID(number), kind) }
        return [
            OutboxRecord(name, .checkpoint(0)), record(1, .added(body("one"))), record(2, .added(body(""))),
            record(1, .attempted(2)), record(3, .added(body("three"))), record(2, .sent), record(1, .attempted(3)),
            record(3, .kept(.rejected("nö"), number: 1)), record(1, .kept(.rejected("x"), number: 2)),
            record(1, .retried), record(4, .added(body("four"))), record(4, .cancelled),
            record(5, .added(body(String(repeating: "five", count: 20)))), record(6, .added(body("six"))),
            record(6, .kept(.sent(body("reply")), number: 3)), record(7, .added(body("seven"))),
            record(7, .kept(.rejected("no"), number: 4)), record(8, .added(body("eight"))),
            record(8, .kept(.sent(body("other")), number: 5)), OutboxRecord(name, .checkpoint(2)),
            record(9, .added(body("nine"))), record(9, .kept(.cancelled(attempts: 4), number: 0)),
            record(9, .kept(.cancelled(attempts: 4), number: 6)), record(10, .added(body("ten"))),
            record(10, .kept(.cancelled(attempts: 0), number: 0)), record(11, .added(body("eleven"))),
            record(11, .rejected("later")), record(7, .retried), record(12, .added(body("twelve"))),
        ]
    }()
    private let records = Self.records
    /// The lengths of the logs with the first 0, 1, 2, … records.
    private static let lengths: [Int] = records.reduce(into: [OutboxContents.form.header().count]) { lengths, record in
        lengths.append(lengths[lengths.count - 1] + record.bytes.count)
    }

    private func log(_ records: some Sequence<OutboxRecord>) -> [UInt8] {
        OutboxContents.form.header() + records.flatMap(\.bytes)
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

    @Test func aKeptOutcomeWithoutItsEntryIsUnreadable() throws {
        let reply = OutboxOutcome.sent(OutboxBody(Array("1".utf8)))
        for outcome in [reply, .cancelled(attempts: 1), .rejected("no")] {
            let record = OutboxRecord(OutboxID(1), .kept(outcome, number: 1))
            let storage = storage(log([OutboxRecord(Self.name, .checkpoint(0)), record]))
            let file = OutboxFile<String>(at: "log", storage: storage)
            let found = try #require(try file.read().outcomes.first)
            let action: OutboxAction<String, Int> = file.action(of: found)
            if case .rejected = outcome {
                #expect("\(action)" == "\(OutboxAction<String, Int>.rejected(OutboxID(1), "no"))")
            } else if case .unreadable(OutboxID(1), "its entry is missing") = action {
            } else {
                Issue.record("\(action)")
            }
        }
    }

    private func ids(_ numbers: Int...) -> [OutboxID] { numbers.map { OutboxID($0) } }

    private func storage(_ bytes: [UInt8]) -> MemoryStorage {
        let storage = MemoryStorage()
        storage.write(bytes, to: "log", keepingOldAs: nil)
        return storage
    }

    @Test func logIsReadAsItWasWritten() throws {
        let read = try OutboxContents(log(records))
        #expect(read.records == contents(records).records)
        #expect(read.entries.map(\.id) == ids(1, 3, 5, 7, 11, 12))
        #expect(read.entries.map(\.attempts) == [3, 0, 0, 0, 0, 0])
        #expect(read.entries.map(\.rejection) == [nil, "nö", nil, nil, "later", nil])
        #expect(read.outcomes.map(\.id) == ids(6, 7, 8, 9, 10))
        #expect(read.outcomes.map(\.number) == [3, 4, 5, 6, 7])
        #expect(read.outcomes.map(\.isRetried) == [false, true, false, false, false])
        let reply = OutboxOutcome.sent(OutboxBody(Array("reply".utf8)))
        let other = OutboxOutcome.sent(OutboxBody(Array("other".utf8)))
        let ends = [OutboxOutcome.cancelled(attempts: 4), .cancelled(attempts: 0)]
        #expect(read.outcomes.map(\.outcome) == [reply, .rejected("no"), other] + ends)
        // The jobs are in the log until the outcomes are dropped.
        let jobs = read.outcomes.map { read[$0.id].map { String(decoding: $0.body.bytes, as: UTF8.self) } }
        #expect(jobs == ["six", "seven", "eight", "nine", "ten"])
        #expect(read.log == Self.name && read.dropped == 2 && read.newest == 6)
        #expect(!read.isDamaged && !read.needsRewrite && !read.isClearRequested)
        #expect(try OutboxContents(log(read.records)).records == read.records)
    }

    @Test func nothingIsAppendedAfterATornRecord() throws {
        let storage = storage(Array(log(records[..<2]) + records[4].bytes.dropLast()))
        let file = OutboxLog(path: "log", storage: storage)
        #expect(try file.append([records[10]]) == .done)
        let kept = log(nameless(Array(records[..<2]))[...])
        #expect(storage.read("log") == kept + records[10].bytes)
    }

    /// Leaves out the name, which a log loses of which a record may be missing.
    private func nameless(_ records: [OutboxRecord]) -> [OutboxRecord] {
        records.filter { if case .checkpoint = $0.kind { false } else { true } }
    }

    @Test func logCutAnywhereHasTheRecordsBeforeTheCut() throws {
        let whole = log(records)
        for end in OutboxContents.form.header().count...whole.count {
            let read = try OutboxContents(Array(whole[..<end]))
            let count = Self.lengths.lastIndex { $0 <= end } ?? 0
            let isTorn = Self.lengths[count] < end
            let expected = contents(records.prefix(count)).records
            #expect(read.records == (isTorn ? nameless(expected) : expected), "cut at \(end)")
            #expect(read.isDamaged == isTorn, "cut at \(end)")
            let filled = Array(whole[..<end]) + [UInt8](repeating: 0, count: whole.count - end)
            let other = try OutboxContents(filled)
            #expect(other.isDamaged || other.records.contains { isUnreadable($0) } || filled == whole)
            // The last record may be readable by one of its heads.
            let ids = [count, count + 1].map { nameless(contents(records.prefix($0)).records).map(\.id) }
            #expect(ids.contains(nameless(other.records).map(\.id)), "filled at \(end)")
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
                let read = try OutboxContents(bytes)
                let record = place < OutboxContents.form.header().count ? nil : records[index(of: place)]
                let start = record.map { _ in Self.lengths[index(of: place)] } ?? 0
                let isInBody = record != nil && place >= start + 2 * OutboxHead.size
                guard let record, isInBody else {
                    let expected = read.log == nil ? nameless(good.records) : good.records
                    #expect(read.records == expected && read.isDamaged, "bit \(bit) of \(place)")
                    continue
                }
                if case .kept(.sent, _) = record.kind {
                    // The entry is sent again, and gets its reply again.
                    let others = contents(records.filter { $0 != record })
                    #expect(read.records == others.records && read.isDamaged, "bit \(bit) of \(place)")
                    #expect(read.newest == good.newest)
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
    @Test func anEntryWhoseReplyIsTornIsSentAgainUnlessItsOutcomeIsDropped() throws {
        let name = OutboxRecord(Self.name, .checkpoint(4))
        let reply = OutboxRecord(OutboxID(6), .kept(.sent(OutboxBody(Array("reply".utf8))), number: 5))
        let added = OutboxRecord(OutboxID(6), .added(OutboxBody([1])))
        let torn = log([name, added, OutboxRecord(OutboxID(6), .attempted(1))]) + reply.bytes.dropLast(3) + [0, 0, 0]
        let read = try OutboxContents(torn)
        #expect(read.entries.map(\.id) == [OutboxID(6)] && read.entries.map(\.attempts) == [1])
        #expect(read.outcomes.isEmpty && read.isDamaged && read.newest == 5)
        let sent = try OutboxContents(torn + reply.bytes)
        #expect(sent.entries.isEmpty && sent.outcomes.map(\.number) == [5])
        for number in [4, 5, 6] {
            let dropped = try OutboxContents(torn + OutboxRecord(Self.name, .checkpoint(number)).bytes)
            #expect(dropped.entries.isEmpty == (number > 4) && dropped.outcomes.isEmpty, "dropped up to \(number)")
        }
    }

    @Test func aReplyThatCameAgainIsKeptWhenTheTornOneIsDropped() throws {
        func reply(_ number: Int) -> [UInt8] {
            OutboxRecord(OutboxID(6), .kept(.sent(OutboxBody(Array("reply".utf8))), number: number)).bytes
        }
        let added = log([OutboxRecord(OutboxID(6), .added(OutboxBody([1])))])
        let torn = added + reply(5).dropLast(3) + [0, 0, 0] + reply(6)
        let read = try OutboxContents(torn + OutboxRecord(Self.name, .checkpoint(5)).bytes)
        #expect(read.outcomes.map(\.number) == [6] && read.entries.isEmpty && read[OutboxID(6)] != nil)
    }

    @Test func anEntryWhoseReplyIsTornAfterARejectionIsSentAgain() throws {
        let reply = OutboxRecord(OutboxID(6), .kept(.sent(OutboxBody(Array("reply".utf8))), number: 2))
        let rejection = OutboxRecord(OutboxID(6), .kept(.rejected("no"), number: 1))
        let before = log([OutboxRecord(OutboxID(6), .added(OutboxBody([1]))), rejection])
        let read = try OutboxContents(before + reply.bytes.dropLast(3) + [0, 0, 0])
        // The reply shows that the entry was retried, so the rejection is not dispatched again.
        #expect(read.outcomes.map(\.number) == [1] && read.outcomes.allSatisfy(\.isRetried) && read.isDamaged)
        let compact = try OutboxContents(log(read.records))
        for read in [read, compact] {
            #expect(read.entries.map(\.id) == [OutboxID(6)] && read.entries.map(\.rejection) == [nil])
        }
    }

    @Test func unreadableBodyIsKeptByARewrite() throws {
        var bytes = log(records)
        let place = try #require(bytes.firstRange(of: Array("fivefive".utf8))).lowerBound
        bytes[place] ^= 4
        let damaged = Array(bytes[place...].prefix(80))
        var read = try OutboxContents(bytes)
        for _ in 0..<3 {
            let entry = try #require(read.entries.first { $0.id == OutboxID(5) })
            #expect(entry.body.bytes == damaged && !entry.body.isIntact)
            read = try OutboxContents(log(read.records))
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
            let read = try OutboxContents(bytes)
            // Records after the damage are read if they belong to entries that were added after it.
            for index in records[first...].indices {
                guard case .added(let body) = records[index].kind, body.isIntact, seed % 3 < 2 else { continue }
                let isOver = records[index...].contains { other in
                    switch other.kind {
                    case .sent, .cancelled, .kept(.sent, _), .kept(.cancelled, _): other.id == records[index].id
                    default: false
                    }
                }
                if !isOver { #expect(read.entries.contains { $0.id == records[index].id }, "seed \(seed)") }
            }
        }
    }

    @Test func repeatedRecordsCountOnce() throws {
        let twice = try OutboxContents(
            log(records.filter { if case .attempted = $0.kind { false } else { true } } + records)
        )
        #expect(twice.records == contents(records).records)
        // A record of an entry that has ended changes nothing.
        let torn = [records[2], records[5], records[2]]
        #expect(try OutboxContents(log(torn)).entries == [])
    }

    // Once, the compact log had the reason of the kept outcome, which may be unreadable.
    @Test func compactLogHasTheLastReasonOfAnEntry() throws {
        let id = OutboxID(1)
        let records = [
            OutboxRecord(id, .added(OutboxBody([1]))), OutboxRecord(id, .kept(.rejected("first"), number: 1)),
            OutboxRecord(id, .rejected("last")),
        ]
        let read = try OutboxContents(log(records))
        let compact = try OutboxContents(log(read.records))
        #expect(read.entries.map(\.rejection) == ["last"] && compact.entries == read.entries)
        #expect(compact.outcomes.map(\.outcome) == [.rejected("first")])
    }

    @Test func clearRequestEndsOnlyEarlierEntries() throws {
        let later = [OutboxRecord(OutboxID(20), .added(OutboxBody([1]))), OutboxRecord(OutboxID(5), .attempted(2))]
        let read = try OutboxContents(log(records + [.clearRequest] + later))
        #expect(read.entries.map(\.id) == [OutboxID(20)])
        #expect(read.outcomes.isEmpty)
        #expect(read.log == nil && read.dropped == 0 && read.newest == 0)
        #expect(read.isClearRequested)
        #expect(read.records.first == .clearRequest)
    }

    // MARK: The header

    @Test func fileOfAnotherProgramIsNotRead() throws {
        for text in [
            "x", "Rex\n", "RexState 1 1 0\n", "Rex State 2 1 0", "SQLite format 3", "RexOutbox", "RexOutbox x\n",
        ] {
            #expect(throws: OutboxContents.ForeignForm.foreign, "\(text)") { try OutboxContents(Array(text.utf8)) }
        }
        #expect(try OutboxContents(OutboxContents.form.header()).entries == [])
    }

    @Test func newerFormatNeedsAValidChecksum() throws {
        for number in [5, 10, 1_000] {
            let header = FileForm("Rex Outbox", number, earlier: []).header()
            // Flipped bits leave one copy intact.
            for place in header.indices {
                var bytes = header + [1, 2, 3]
                bytes[place] ^= 1
                bytes[place * 7 % header.count] ^= 2
                #expect(throws: OutboxContents.ForeignForm.newer(number), "\(number) at \(place)") {
                    try OutboxContents(bytes)
                }
            }
        }
    }

    @Test(arguments: 1...3) func earlierFormatIsNotReadAndNotTakenForAnotherProgram(number: Int) throws {
        for rest in ["", "0123456789abcdef\n"] {
            let whole = Array("RexOutbox \(number)\n\(rest)".utf8) + [1, 2, 3]
            for place in 0..<12 {
                var bytes = whole
                bytes[place] ^= 1
                for bytes in [whole, bytes] {
                    #expect(throws: OutboxContents.ForeignForm.earlier) { try OutboxContents(bytes) }
                }
            }
        }
    }

    @Test func recordsAreReadWithoutAHeader() throws {
        for count in [1, 2, 12, 29, OutboxContents.form.header().count] {
            for byte: UInt8 in [0, 0xff, UInt8(ascii: "9")] {
                let bytes = [UInt8](repeating: byte, count: count) + log(records).dropFirst(count)
                let read = try OutboxContents(bytes)
                #expect(read.records == contents(records).records)
                #expect(read.isDamaged && read.needsRewrite)
            }
        }
        let without = try OutboxContents(Array(log(records).dropFirst(OutboxContents.form.header().count)))
        #expect(without.records == contents(records).records)
        #expect(!without.isDamaged && without.needsRewrite)
    }

    @Test func randomBytesAreNoRecords() throws {
        for seed in 0..<seedCount {
            var random = SeededGenerator(seed: UInt64(seed))
            let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(try OutboxContents(OutboxContents.form.header() + bytes).entries == [])
            guard !bytes.isEmpty else { continue }
            #expect(throws: OutboxContents.ForeignForm.foreign) { try OutboxContents(bytes) }
        }
    }

    // MARK: Outcomes

    @Test func aNumberedCancellationReplacesTheOneWithoutANumber() throws {
        let (one, two) = (OutboxID(1), OutboxID(2))
        let cancelled = OutboxRecord(one, .kept(.cancelled(attempts: 1), number: 0))
        let records = [
            OutboxRecord(Self.name, .checkpoint(3)), OutboxRecord(two, .added(OutboxBody([2]))),
            OutboxRecord(one, .added(OutboxBody([1]))), cancelled,
            OutboxRecord(two, .kept(.sent(OutboxBody([3])), number: 4)),
        ]
        let before = contents(records)
        // Outcomes without a number come last, and get the next numbers.
        #expect(before.outcomes.map(\.id) == [two, one] && before.outcomes.map(\.number) == [4, 5])
        #expect(before.newest == 4)
        let dropped = contents(records + [OutboxRecord(Self.name, .checkpoint(9))])
        #expect(dropped.outcomes.map(\.id) == [one] && dropped.outcomes.map(\.number) == [10])
        let numbered = OutboxRecord(one, .kept(.cancelled(attempts: 1), number: 5))
        // A disk that is almost full may take the records in another order.
        for end in [[cancelled, numbered], [numbered], [numbered, cancelled]] {
            let after = contents(records + end)
            #expect(after.outcomes.map(\.id) == [two, one] && after.newest == 5)
            #expect(contents(records + end + [OutboxRecord(Self.name, .checkpoint(5))]).records.count == 1)
        }
    }

    @Test func anEntryThatWasSentAfterItsCancellationWasSent() throws {
        let id = OutboxID(1)
        let cancelled = OutboxRecord(id, .kept(.cancelled(attempts: 1), number: 0))
        let sent = OutboxRecord(id, .kept(.sent(OutboxBody([3])), number: 1))
        for end in [[cancelled, sent], [sent, cancelled], [cancelled, sent, cancelled]] {
            let read = contents([OutboxRecord(id, .added(OutboxBody([1])))] + end)
            #expect(read.outcomes.map(\.outcome) == [.sent(OutboxBody([3]))] && read.entries.isEmpty)
        }
    }

    @Test func cancellationsWithoutANumberKeepTheirOrderInACompactLog() throws {
        let other = OutboxID(1 << 33)
        // The entries of two outboxes, of which one was added late.
        let added = [OutboxID(2), other, OutboxID(1), OutboxID(3)].map { OutboxRecord($0, .added(OutboxBody([1]))) }
        let lost = OutboxID(7)
        let cancelled = [OutboxID(3), other, lost, OutboxID(2), OutboxID(8), OutboxID(1)].map {
            OutboxRecord($0, .kept(.cancelled(attempts: 1), number: 0))
        }
        let read = contents(added + cancelled)
        #expect(read.outcomes.map(\.id) == ids(1) + [other] + ids(2, 3, 7, 8))
        #expect(contents(read.records).outcomes == read.outcomes)
    }

    @Test func aRejectionThatWasRetriedKeepsItsNumberUntilItIsDropped() throws {
        let id = OutboxID(1)
        let records = [
            OutboxRecord(Self.name, .checkpoint(0)), OutboxRecord(id, .added(OutboxBody([1]))),
            OutboxRecord(id, .kept(.rejected("one"), number: 1)), OutboxRecord(id, .retried),
            OutboxRecord(id, .kept(.rejected("two"), number: 2)),
        ]
        let read = contents(records)
        #expect(read.outcomes.map(\.number) == [1, 2] && read.outcomes.map(\.isRetried) == [true, false])
        #expect(read.entries.map(\.rejection) == ["two"])
        let dropped = contents(records + [OutboxRecord(Self.name, .checkpoint(2))])
        #expect(dropped.outcomes.isEmpty && dropped.entries.map(\.rejection) == ["two"] && dropped.newest == 2)
        #expect(contents(dropped.records).entries == dropped.entries)
        let again = [OutboxRecord(id, .retried), OutboxRecord(id, .rejected("three"))]
        let rejected = contents(records + again)
        #expect(rejected.outcomes.map(\.isRetried) == [true, true] && rejected.entries.map(\.rejection) == ["three"])
        #expect(contents(rejected.records).records == rejected.records)
        #expect(contents(rejected.records).entries == rejected.entries)
    }

    @Test func numbersNeverGoBackExceptByAClear() throws {
        let id = OutboxID(1)
        let renamed = contents([
            OutboxRecord(Self.name, .checkpoint(7)), OutboxRecord(OutboxID(2 << 40), .checkpoint(5)),
        ])
        #expect(renamed.log == OutboxID(2 << 40) && renamed.dropped == 7 && renamed.newest == 7)
        let start = [
            OutboxRecord(Self.name, .checkpoint(7)), OutboxRecord(id, .added(OutboxBody([1]))),
            OutboxRecord(id, .kept(.rejected("no"), number: 8)),
        ]
        // An end without a number drops the outcomes of its entry.
        for end in [OutboxRecord.Kind.sent, .cancelled] {
            let ended = contents(start + [OutboxRecord(id, end)])
            #expect(ended.entries.isEmpty && ended.outcomes.isEmpty && ended.newest == 8 && ended.dropped == 8)
            #expect(contents(ended.records).newest == 8)
        }
        let cleared = contents(start + [.clearRequest])
        #expect(cleared.log == nil && cleared.newest == 0 && cleared.dropped == 0 && cleared.outcomes.isEmpty)
    }

    @Test func droppedOutcomesAreFoundOnce() {
        var random = SeededGenerator(seed: 7)
        var numbers = OutboxNumbers()
        for number in (1...10_000).shuffled(using: &random) { numbers.insert(number, OutboxID(number)) }
        var found: [OutboxID] = []
        for number in 1...10_000 { found += numbers.remove(upTo: number) }
        #expect(found == (1...10_000).map { OutboxID($0) })
    }

    // Each checkpoint once visited all kept outcomes.
    @Test func manyCheckpointsAndManyOutcomesAreRead() throws {
        let count = 10_000
        let added = (1...count).map { OutboxRecord(OutboxID($0), .added(OutboxBody([1]))) }
        let sent = (1...count).map { OutboxRecord(OutboxID($0), .kept(.sent(OutboxBody([])), number: $0)) }
        let checkpoints = (1...count).map { OutboxRecord(Self.name, .checkpoint($0 - 1)) }
        let bytes = log(added + sent + checkpoints)
        let read = try OutboxContents(bytes)
        #expect(read.outcomes.map(\.number) == [count] && read.entries.isEmpty && read.dropped == count - 1)
    }

    // MARK: Compaction

    /// Returns the records of a random process, in the order in which a disk may take them.
    private func randomRecords(_ random: inout SeededGenerator) -> [OutboxRecord] {
        var records: [OutboxRecord] = []
        var (newest, last) = (Int.random(in: 0...3, using: &random), 0)
        var waiting: [OutboxID] = []
        var names = [Self.name]
        // Outcomes are numbered in a log with a name.
        var hasName = Bool.random(using: &random)
        if hasName { records.append(OutboxRecord(Self.name, .checkpoint(newest))) }
        func text(_ random: inout SeededGenerator) -> String {
            String(repeating: "x", count: Int.random(in: 0...9, using: &random))
        }
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let id = waiting.randomElement(using: &random)
            switch Int.random(in: 0...12, using: &random) {
            case 0...3:
                last += 1
                let first = Int.random(in: 0...3, using: &random) == 0 ? 1 << 33 : 0
                waiting.append(OutboxID(first + last))
                records.append(OutboxRecord(OutboxID(first + last), .added(OutboxBody(Array(text(&random).utf8)))))
            case 4: if let id { records.append(OutboxRecord(id, .attempted(Int.random(in: 0...5, using: &random)))) }
            case 5: if let id { records.append(OutboxRecord(id, .rejected("no" + text(&random)))) }
            case 6: if let id { records.append(OutboxRecord(id, .retried)) }
            case 7:
                newest += 1
                if let id, hasName { records.append(OutboxRecord(id, .kept(.rejected(text(&random)), number: newest))) }
            case 8, 9:
                guard let id, hasName else { continue }
                waiting.removeAll { $0 == id }
                newest += 1
                let cancelled = OutboxOutcome.cancelled(attempts: Int.random(in: 0...12, using: &random))
                let sent = OutboxOutcome.sent(OutboxBody(Array(text(&random).utf8)))
                let ends: [[(OutboxOutcome, Int)]] = [
                    [(sent, newest)], [(cancelled, 0)], [(cancelled, 0), (cancelled, newest)],
                    [(cancelled, 0), (sent, newest)],
                ]
                for (outcome, number) in ends.randomElement(using: &random) ?? [] {
                    records.append(OutboxRecord(id, .kept(outcome, number: number)))
                }
            case 10:
                guard let id else { continue }
                waiting.removeAll { $0 == id }
                records.append(OutboxRecord(id, Bool.random(using: &random) ? .sent : .cancelled))
            case 11:
                if Int.random(in: 0...5, using: &random) == 0 { names.append(OutboxID((names.count + 1) << 40)) }
                let number = Int.random(in: 0...newest, using: &random)
                hasName = true
                records.append(OutboxRecord(names[names.count - 1], .checkpoint(number)))
            default:
                guard Int.random(in: 0...9, using: &random) == 0 else { continue }
                records.append(.clearRequest)
                (waiting, newest, hasName) = ([], 0, false)
            }
        }
        return records
    }

    @Test func compactLogReadsTheSameAndHasTheCountedSize() throws {
        for seed in 0..<seedCount {
            var random = SeededGenerator(seed: UInt64(seed))
            let records = randomRecords(&random)
            var read = OutboxContents()
            for (index, record) in records.enumerated() {
                let before = read
                read.apply(record)
                let compact = try OutboxContents(log(read.records))
                let text: Comment = "seed \(seed) record \(index)"
                #expect(compact.records == read.records && compact.allEntries == read.allEntries, text)
                #expect(compact.entries == read.entries && compact.outcomes == read.outcomes, text)
                #expect(compact.log == read.log && compact.dropped == read.dropped, text)
                #expect(compact.newest == read.newest || read.log == nil, text)
                #expect(OutboxSizes(total: 0, read.records).live == log(read.records).count, text)
                guard record.kind != .clearRequested else { continue }
                #expect(before.dropped <= read.dropped && before.newest <= read.newest, text)
                #expect(read.outcomes.map(\.number) == read.outcomes.map(\.number).sorted(), text)
            }
        }
    }

    /// Whether values can notice that these outcomes lack some of the others.
    private func isNoticeable(_ damaged: OutboxContents, _ good: OutboxContents) -> Bool {
        let numbers = Set(damaged.outcomes.map(\.number))
        let expected =
            damaged.outcomes.isEmpty ? 0 : damaged.outcomes[damaged.outcomes.count - 1].number - damaged.dropped
        return numbers.count < max(expected, damaged.newest - damaged.dropped) || damaged.newest < good.newest
            || damaged.log != good.log
            || damaged.outcomes.contains { damaged[$0.id].map { !$0.body.isIntact } ?? true }
    }

    @Test func aLostOutcomeIsNoticed() throws {
        let good = contents(records)
        for index in records.indices {
            // Both heads of a record are damaged.
            var bytes = log(records)
            bytes[Self.lengths[index]] ^= 1
            bytes[Self.lengths[index] + OutboxHead.size] ^= 1
            let read = try OutboxContents(bytes)
            #expect(read.isDamaged)
            // No value has an outcome without a number.
            let found = Set(read.outcomes.map(\.number))
            let isLost = good.outcomes.contains { $0.number <= good.newest && !found.contains($0.number) }
            if isLost { #expect(isNoticeable(read, good), "record \(index)") }
        }
    }

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
