// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Random programs of the log of an outbox on a disk that fails before and after the effect of its
/// calls, loses power, flips bits and removes folders.
///
/// `LogProgram` calls a log. `LogItem` has the known facts about an entry from these calls,
/// `LogOutcome` those about a kept outcome, and `LogNumbers` those about the log: yes, no, or maybe where
/// a failed call may have taken effect. Each read is compared with them.
/// ``OutboxProgramTests`` explains how to read and repeat a failure.
@Suite struct LogProgramTests {
    @Test func programsFindTheirRecordsInTheLog() {
        let counts = Lock<[String: Int]>([:])
        exploreSchedules(programCount) { schedule in
            let program = LogProgram(schedule)
            for _ in 0..<schedule.int(in: 1...20, "steps") { try program.step() }
            try program.end()
            let found = program.counts
            counts.withLock { $0.merge(found, uniquingKeysWith: +) }
        }
        // An event that never occurred was not tested.
        let found = counts.withLock { $0 }
        let events = [
            "failed", "power", "crash", "flip", "unreadable", "reported", "lost", "clear", "compact", "kept",
            "numbered",
            "dropped", "renamed", "kept body", "sent again",
        ]
        for event in events {
            #expect(found[event] ?? 0 > programCount / 200, "\(event): \(found)")
        }
    }
}

private enum Maybe {
    case yes, no, maybe

    mutating func set(_ new: Maybe, isCertain: Bool) { if self != new { self = isCertain ? new : .maybe } }
}

/// The known facts about an entry, from the operations alone.
private struct LogItem {
    var isThere = Maybe.maybe
    var attempts = 0...0
    var rejections: Set<String?> = [nil]
    /// Whether the log has a cancellation without a number.
    var isCancelled = Maybe.no
    /// Whether the append of a reply to the entry has failed.
    ///
    /// The log has the entry or its outcome. If a crash has torn the reply, the entry is sent again,
    /// and a rejection that was kept before is dropped.
    var isReplyUncertain = false
    var isUnreadable = false
    var isReasonLost = false
}

extension LogItem {
    fileprivate mutating func reject(_ reason: String, isCertain: Bool) {
        // An append that fails may leave the head of the record, and damaged bytes of the reason.
        rejections = isCertain ? [reason] : rejections.union([reason, "The reason cannot be read."])
    }
}

/// The known facts about an outcome with a number.
private struct LogOutcome {
    let number: Int
    let id: Int
    let outcome: OutboxOutcome
    var isThere: Maybe
    var isRetried: Set<Bool> = [false]
    var isReasonLost = false

    var isSent: Bool { if case .sent = outcome { true } else { false } }
    var isRejection: Bool { if case .rejected = outcome { true } else { false } }
}

/// The known facts about the numbers of the log.
private struct LogNumbers {
    var names: Set<OutboxID?> = [nil]
    var dropped = 0...0
    var newest = 0...0

    /// The name, if it is certain.
    var name: OutboxID? { names.count == 1 ? names.first ?? nil : nil }

    mutating func note(_ number: Int, isCertain: Bool) {
        newest = max(newest.lowerBound, isCertain ? number : 0)...max(newest.upperBound, number)
    }

    mutating func drop(upTo number: Int, _ name: OutboxID, isCertain: Bool) {
        names = isCertain ? [name] : names.union([name])
        dropped = max(dropped.lowerBound, isCertain ? number : 0)...max(dropped.upperBound, number)
        note(number, isCertain: isCertain)
    }

    /// A log with a torn record forgets its name and its numbers, until the next checkpoint.
    mutating func noteTornRecord() { (dropped, newest) = (0...dropped.upperBound, 0...newest.upperBound) }

    mutating func clear(isCertain: Bool) {
        self =
            isCertain
            ? LogNumbers()
            : LogNumbers(names: names.union([nil]), dropped: 0...dropped.upperBound, newest: 0...newest.upperBound)
    }
}

private final class LogProgram {
    private enum Step: CaseIterable {
        case add, attempt, end, reject, retry, keep, cancel, number, drop, rename, compact, clear, read, fail, restart
        case remove

        static let all =
            allCases + [.add, .add, .add, .add, .attempt, .end, .keep, .keep, .keep, .cancel, .number, .drop, .drop]
            + [.rename, .restart, .restart, .fail, .fail]
    }

    private static let lostReason = "The reason cannot be read."

    private let schedule: Schedule
    private let disk: TestStorage
    private var log: OutboxLog
    private var items: [Int: LogItem] = [:]
    private var outcomes: [Int: LogOutcome] = [:]
    private var numbers = LogNumbers()
    private var number = 0
    private var nameCount = 0
    private var mayFail = false
    /// The entries of a removed log, until the log notices the removal.
    private var removed: [Int: LogItem]?
    /// Whether the removed log had entries or outcomes for certain.
    private var wasRemovedForCertain = false
    /// Whether a clear has failed.
    ///
    /// It must be retried before anything else.
    private var isClearing = false
    private(set) var counts: [String: Int] = [:]

    init(_ schedule: Schedule) {
        self.schedule = schedule
        disk = TestStorage(schedule: schedule)
        log = OutboxLog(path: "folder/log", storage: disk, compaction: OutboxCompaction(smallSize: 2_000))
    }

    private func count(_ event: String) { counts[event, default: 0] += 1 }

    // MARK: Steps

    func step() throws {
        if isClearing { return try clear() }
        switch schedule.element(of: Step.all, "step") {
        case .add:
            let numbers = (0..<schedule.int(in: 1...3, "entries")).map { _ in
                number += 1
                return number
            }
            for number in numbers { items[number] = LogItem(isThere: .no) }
            try write(numbers.map { record($0, .added(body($0))) })
        case .attempt:
            try change { [record($0, .attempted(($1.attempts.upperBound) + 1))] }
        case .end:
            let kind = schedule.element(of: [OutboxRecord.Kind.sent, .cancelled], "end")
            try change(withoutOutcomes: true) { number, _ in [record(number, kind)] }
        case .reject: try change(withoutOutcomes: true) { number, _ in [record(number, .rejected("no \(number)"))] }
        case .retry: try change { number, _ in [record(number, .retried)] }
        case .keep:
            // The server also accepts entries that are cancelled meanwhile.
            let present = items.filter { $0.value.isThere == .yes || $0.value.isCancelled == .yes }.keys.sorted()
            guard numbers.name != nil, !present.isEmpty else { return }
            let number = schedule.element(of: present, "entry")
            let isSent = items[number]?.isThere != .yes || schedule.bool("is sent")
            count("kept")
            let outcome = isSent ? OutboxOutcome.sent(body(number)) : .rejected("kept \(next)")
            try write([record(number, .kept(outcome, number: next))])
        case .cancel:
            let present = items.filter { $0.value.isThere == .yes }.keys.sorted()
            guard numbers.name != nil, !present.isEmpty else { return }
            let number = schedule.element(of: present, "entry")
            let outcome = OutboxOutcome.cancelled(attempts: items[number]?.attempts.upperBound ?? 0)
            let records = [record(number, .kept(outcome, number: 0)), record(number, .kept(outcome, number: next))]
            try write(Array(records.prefix(schedule.int(in: 1...2, "records"))))
        case .number:
            let cancelled = items.filter { $0.value.isCancelled != .no }.keys.sorted()
            guard numbers.name != nil, !cancelled.isEmpty else { return }
            let number = schedule.element(of: cancelled, "entry")
            count("numbered")
            let outcome = OutboxOutcome.cancelled(attempts: items[number]?.attempts.upperBound ?? 0)
            try write([record(number, .kept(outcome, number: next))])
        case .drop:
            guard let name = numbers.name else { return }
            count("dropped")
            // A store never takes back that it has dropped an outcome.
            let possible = numbers.dropped.upperBound...numbers.newest.upperBound
            try write([OutboxRecord(name, .checkpoint(schedule.int(in: possible, "number")))])
        case .rename:
            count("renamed")
            try write([newName])
        case .compact:
            count("compact")
            _ = try attempt { log throws(StorageError) in try log.compact() }
        case .read:
            // After reading a removed log, the next append reports the loss.
            if removed != nil {
                _ = try attempt { log throws(StorageError) in _ = try log.read() }
            } else {
                try read(nil)
            }
        case .clear: if schedule.bool("really") { try clear() }
        case .fail:
            disk.failCalls(
                after: schedule.int(in: 0...12, "calls before"),
                count: schedule.int(in: 1...4, "calls that fail"),
                takingEffect: schedule.bool("after the effect"),
                with: schedule.element(of: [EIO, ENOSPC], "error")
            )
            mayFail = true
        case .restart: try restart()
        case .remove:
            guard schedule.bool("really") else { return }
            disk.removeFolder("folder")
            if removed == nil {
                removed = items
                wasRemovedForCertain = hasEntries
            }
            forget()
        }
    }

    private func record(_ number: Int, _ kind: OutboxRecord.Kind) -> OutboxRecord {
        OutboxRecord(OutboxID(number), kind)
    }

    private func body(_ number: Int) -> OutboxBody {
        OutboxBody(Array("secret \(number)".utf8) + [UInt8](repeating: 0xf5, count: number % 7 * 30))
    }

    /// The number of the next outcome.
    private var next: Int { numbers.newest.upperBound + 1 }

    /// The record that begins a log of another name.
    private var newName: OutboxRecord {
        nameCount += 1
        // Some numbers are less than those of the log before.
        let number = schedule.int(in: max(0, numbers.newest.upperBound - 2)...numbers.newest.upperBound, "number")
        return OutboxRecord(OutboxID(nameCount << 40), .checkpoint(number))
    }

    private var hasEntries: Bool {
        items.values.contains { $0.isThere == .yes || $0.isCancelled == .yes }
            || outcomes.values.contains { $0.isThere == .yes }
    }

    /// Writes records about an entry that may exist.
    private func change(
        withoutOutcomes: Bool = false,
        _ records: (Int, LogItem) -> [OutboxRecord]
    ) throws {
        let kept = withoutOutcomes ? Set(outcomes.values.map(\.id)) : []
        let numbers = items.filter { $0.value.isThere != .no && !kept.contains($0.key) }.keys.sorted()
        guard !numbers.isEmpty else { return }
        let number = schedule.element(of: numbers, "entry")
        try write(records(number, items[number] ?? LogItem()))
    }

    /// Calls the log.
    ///
    /// Returns false if the disk has failed.
    private func attempt(_ body: (OutboxLog) throws(StorageError) -> Void) throws -> Bool {
        do throws(StorageError) {
            try body(log)
            return true
        } catch {
            guard mayFail, [.system(EIO), .system(ENOSPC)].contains(error.reason) else { throw error }
            count("failed")
            return false
        }
    }

    @discardableResult private func write(_ records: [OutboxRecord]) throws -> Bool {
        var outcome = OutboxAppended.done
        let isWritten = try attempt { log throws(StorageError) in outcome = try log.append(records) }
        guard isWritten else {
            for record in records { note(record, isCertain: false) }
            numbers.noteTornRecord()
            return false
        }
        let removed = removed
        self.removed = nil
        if outcome == .done {
            try require(removed == nil || !wasRemovedForCertain, "a loss is not noticed")
            for record in records { note(record, isCertain: true) }
            return true
        }
        count("lost")
        try require(removed != nil, "entries are lost")
        // All entries are added again, as a store does with the entries in its state.
        let numbers = (removed ?? [:]).filter { $0.value.isThere != .no }.keys.sorted()
        let known = records.filter { record in
            switch record.kind {
            // These belong to a log that is gone.
            case .kept, .checkpoint: false
            default: true
            }
        }
        return try write(numbers.map { self.record($0, .added(body($0))) } + known + [newName])
    }

    /// Notes that the log has nothing.
    private func forget() {
        for number in items.keys { items[number] = LogItem(isThere: .no) }
        (outcomes, numbers) = ([:], LogNumbers())
    }

    /// Applies a record to the model, for certain or possibly.
    private func note(_ record: OutboxRecord, isCertain: Bool) {
        if case .checkpoint(let number) = record.kind { return drop(upTo: number, record.id, isCertain: isCertain) }
        let number = Int(record.id.count)
        var item = items[number] ?? LogItem()
        defer { items[number] = item }
        switch record.kind {
        case .added: item.isThere.set(.yes, isCertain: isCertain)
        case .attempted(let count): item.attempts = (isCertain ? count : item.attempts.lowerBound)...count
        case .sent, .cancelled:
            item.isReplyUncertain = false
            item.isThere.set(.no, isCertain: isCertain)
            item.isCancelled.set(.no, isCertain: isCertain)
        case .rejected(let reason): item.reject(reason, isCertain: isCertain)
        case .retried:
            item.isReplyUncertain = false
            item.rejections = (isCertain ? [] : item.rejections).union([nil])
            for (number, outcome) in outcomes where outcome.id == Int(record.id.count) && outcome.isRejection {
                outcomes[number]?.isRetried = isCertain ? [true] : outcome.isRetried.union([true])
            }
        case .kept(let outcome, let place): keep(outcome, place, of: number, &item, isCertain: isCertain)
        case .clearRequested, .checkpoint: break
        }
    }

    private func keep(_ outcome: OutboxOutcome, _ place: Int, of number: Int, _ item: inout LogItem, isCertain: Bool) {
        let isInLog = item.isThere == .yes || item.isCancelled == .yes
        item.isReplyUncertain = false
        if place > 0 {
            numbers.note(place, isCertain: isCertain)
            outcomes[place] = LogOutcome(
                number: place,
                id: number,
                outcome: outcome,
                isThere: isCertain ? .yes : .maybe
            )
        }
        if case .rejected(let reason) = outcome { return item.reject(reason, isCertain: isCertain) }
        if case .sent = outcome { item.isReplyUncertain = !isCertain && isInLog }
        item.isThere.set(.no, isCertain: isCertain)
        item.isCancelled.set(place == 0 ? .yes : .no, isCertain: isCertain)
    }

    private func drop(upTo number: Int, _ name: OutboxID, isCertain: Bool) {
        numbers.drop(upTo: number, name, isCertain: isCertain)
        for (place, outcome) in outcomes where place <= number {
            if outcome.isSent { items[outcome.id]?.isReplyUncertain = false }
            outcomes[place]?.isThere = .maybe
            if isCertain { outcomes[place] = nil }
        }
    }

    private func clear() throws {
        count("clear")
        isClearing = try !attempt { log throws(StorageError) in try log.clear(applying: []) }
        guard !isClearing else {
            numbers.clear(isCertain: false)
            for number in items.keys {
                let item = items[number] ?? LogItem()
                if item.isThere == .yes { items[number]?.isThere = .maybe }
                if item.isCancelled == .yes { items[number]?.isCancelled = .maybe }
                items[number]?.isReplyUncertain = false
            }
            for number in outcomes.keys { outcomes[number]?.isThere = .maybe }
            return
        }
        removed = nil
        forget()
        disk.failCalls(count: 0, with: 0)
        mayFail = false
        for path in try disk.paths(beginningWith: "folder/") {
            let isSecret = try disk.read(path)?.firstRange(of: Array("secret".utf8)) != nil
            try require(!isSecret, "\(path) has a secret after the clear")
        }
    }

    /// Ends the process, and compares the entries that the next one reads.
    private func restart() throws {
        // Once the power is cut, a log counts as repaired that is not.
        let wasDirty = log.isDirty
        if schedule.bool("the power is cut") {
            if removed == nil, schedule.bool("in the midst of a call") {
                disk.failCalls(count: 0, with: 0)
                disk.cutPower(after: schedule.int(in: 0...12, "calls before"))
                let old = items
                mayFail = true
                try change { [self.record($0, .attempted($1.attempts.upperBound + 1))] }
                // The record seems to be written, but may be lost.
                for (number, item) in old where item.attempts != items[number]?.attempts {
                    let most = items[number]?.attempts.upperBound ?? 0
                    items[number]?.attempts = item.attempts.lowerBound...most
                }
            }
            disk.kill()
            count("power")
        } else {
            disk.failCalls(count: 0, with: 0)
            disk.crash()
            count("crash")
        }
        (mayFail, isClearing) = (false, false)
        // A second flipped bit, in a log that could not be repaired, may be in the other copy of a head.
        var flip: Flip?
        if !wasDirty, !log.isDirty, schedule.int(in: 0...2, "a bit flips") == 0 { flip = flipBit() }
        log = OutboxLog(path: "folder/log", storage: disk, compaction: OutboxCompaction(smallSize: 2_000))
        if schedule.int(in: 0...3, "the disk fails at the start") == 0 {
            disk.failCalls(
                after: schedule.int(in: 0...12, "calls before"),
                count: schedule.int(in: 1...3, "calls that fail"),
                takingEffect: schedule.bool("after the effect"),
                with: EIO
            )
            mayFail = true
        }
        while try !read(flip) {}
        disk.failCalls(count: 0, with: 0)
        (mayFail, removed) = (false, nil)
    }

    @discardableResult private func read(_ flip: Flip?) throws -> Bool {
        var contents = OutboxContents()
        guard try attempt({ log throws(StorageError) in contents = try log.read() }) else { return false }
        let reports = log.takeReports()
        if !reports.isEmpty { count("reported") }
        try compare(contents, flips: flip != nil)
        let isReported = !reports.isEmpty || contents.isClearRequested
        try require(flip != .elsewhere || mayFail || isReported, "a flipped bit is not reported")
        return true
    }

    private enum Flip { case inBodyOfEntry, elsewhere }

    /// Flips a bit of the log.
    ///
    /// Returns nil if there is no log.
    private func flipBit() -> Flip? {
        guard let bytes = try? disk.read("folder/log"), !bytes.isEmpty else { return nil }
        let index = schedule.int(in: 0...(bytes.count - 1), "byte")
        disk.flipBit(schedule.int(in: 0...7, "bit"), ofByte: index, in: "folder/log")
        count("flip")
        var place = OutboxContents.form.header().count
        while let found = OutboxRecord.find(in: bytes, at: place) {
            if case .added = found.record.kind, index >= place + 2 * OutboxHead.size, index < found.end {
                return .inBodyOfEntry
            }
            place = found.end
        }
        return .elsewhere
    }

    // MARK: Comparison

    private func compare(_ contents: OutboxContents, flips: Bool) throws {
        try compareNumbers(contents)
        try compareCompactLog(contents)
        let found = Dictionary(uniqueKeysWithValues: contents.entries.map { (Int($0.id.count), $0) })
        // Those without a number come last.
        let cancelled = Set(contents.outcomes.filter { $0.number > contents.newest }.map { Int($0.id.count) })
        let numbered = contents.outcomes.filter { $0.number <= contents.newest }
        let ended = Set(numbered.filter { !$0.isRejection }.map { Int($0.id.count) })
        try require(contents.entries.map(\.id.count) == contents.entries.map(\.id.count).sorted(), "another order")
        try require(found.keys.allSatisfy { items[$0] != nil }, "an entry that was never added")
        try require(cancelled.allSatisfy { items[$0]?.isCancelled ?? .no != .no }, "a cancellation that was not made")
        let sent = Set(outcomes.values.filter { $0.isSent && $0.isThere != .no }.map(\.id))
        /// Whether an entry is sent again, since its reply is damaged.
        func isSentAgain(_ id: Int) -> Bool {
            let mayBeDamaged = items[id]?.isReplyUncertain ?? false || flips && sent.contains(id)
            return mayBeDamaged && found[id] != nil && !ended.contains(id) && !cancelled.contains(id)
        }
        try compare(numbered, contents, isSentAgain, flips: flips)
        var unreadable = 0
        for (number, item) in items {
            let isInLog = found[number] != nil || ended.contains(number) || cancelled.contains(number)
            if isSentAgain(number) { count("sent again") }
            try require(item.isThere != .yes || found[number] != nil, "\(number) is lost")
            try require(!item.isReplyUncertain || isInLog, "\(number) and its outcome are lost")
            let isCancelled = cancelled.contains(number)
            try require(item.isCancelled != .yes || isCancelled || isSentAgain(number), "\(number) is not cancelled")
            try require(item.isThere != .no || found[number] == nil || isSentAgain(number), "\(number) is there again")
            var new = LogItem(isThere: .no, isCancelled: isCancelled ? .yes : .no)
            if isCancelled || ended.contains(number) {
                (new.attempts, new.rejections) = (item.attempts, item.rejections)
                new.isUnreadable = try isUnreadable(contents[OutboxID(number)], item, flips: flips)
            }
            if let entry = found[number] {
                try require(item.attempts.contains(entry.attempts), "\(number) has \(entry.attempts) attempts")
                // The disk may have a part of the uncertain changes.
                let isReasonLost = entry.rejection == Self.lostReason
                let mayLoseReason = flips || item.isReasonLost || item.rejections.count > 1 || item.isThere == .maybe
                let isRight = item.rejections.contains(entry.rejection) || isSentAgain(number) && entry.rejection == nil
                try require(isReasonLost ? mayLoseReason : isRight, "\(number)")
                new.isUnreadable = try isUnreadable(entry, item, flips: flips)
                new.isThere = .yes
                new.attempts = entry.attempts...entry.attempts
                new.rejections = [entry.rejection]
                new.isReasonLost = isReasonLost
            }
            if new.isUnreadable, !item.isUnreadable, item.isThere != .maybe { unreadable += 1 }
            items[number] = new
        }
        take(numbered, contents)
        guard flips else { return }
        try require(unreadable <= 1, "one bit has cost \(unreadable) entries")
        if unreadable > 0 { count("unreadable") }
    }

    /// Returns whether the body of an entry is unreadable.
    private func isUnreadable(_ entry: OutboxContents.Kept?, _ item: LogItem, flips: Bool) throws -> Bool {
        guard let entry else {
            try require(item.isThere == .maybe, "an outcome has no entry")
            return false
        }
        if entry.hasEnded { count("kept body") }
        let number = Int(entry.id.count)
        if entry.body.isIntact { try require(entry.body == body(number), "\(number) has another body") }
        let mayBe = flips || item.isUnreadable || item.isThere == .maybe
        try require(entry.body.isIntact || mayBe, "\(number) is unreadable")
        return !entry.body.isIntact
    }

    private func compareNumbers(_ contents: OutboxContents) throws {
        // A log of which a record may be missing has no name, so that saved values notice it.
        if contents.log == nil, (counts["power"] ?? 0) + (counts["failed"] ?? 0) + (counts["flip"] ?? 0) > 0 {
            numbers.clear(isCertain: false)
        }
        try require(numbers.names.contains(contents.log), "another name")
        try require(numbers.dropped.contains(contents.dropped), "\(contents.dropped) is dropped")
        try require(numbers.newest.contains(contents.newest), "\(contents.newest) is the newest")
        try require(contents.newest >= contents.dropped, "a newer one is dropped")
        let found = contents.outcomes.map(\.number)
        try require(found == found.sorted() && Set(found).count == found.count, "the numbers have another order")
    }

    private func compareCompactLog(_ contents: OutboxContents) throws {
        let bytes = OutboxContents.form.header() + contents.records.flatMap(\.bytes)
        let compact = try OutboxContents(bytes)
        let isSame = compact.records == contents.records && compact.allEntries == contents.allEntries
        try require(isSame && compact.log == contents.log && compact.dropped == contents.dropped, "another compact log")
        try require(OutboxSizes(total: 0, contents.records).live == bytes.count, "another size")
    }

    private func compare(
        _ numbered: [OutboxContents.Outcome],
        _ contents: OutboxContents,
        _ isSentAgain: (Int) -> Bool,
        flips: Bool
    ) throws {
        let found = Dictionary(uniqueKeysWithValues: numbered.map { ($0.number, $0) })
        try require(found.keys.allSatisfy { outcomes[$0] != nil }, "an outcome is there again")
        for (number, outcome) in outcomes {
            guard let kept = found[number] else {
                // The entry is sent again if the outcome is lost.
                let isNoticed = outcome.isSent && isSentAgain(outcome.id)
                try require(outcome.isThere != .yes || isNoticed, "the outcome \(number) is lost")
                continue
            }
            try require(kept.id == OutboxID(outcome.id), "the outcome \(number) has another entry")
            let isRetried = outcome.isRetried.contains(kept.isRetried) || isSentAgain(outcome.id) && kept.isRetried
            try require(isRetried, "\(number) is retried: \(kept.isRetried)")
            let mayBeLost = flips || outcome.isThere == .maybe || outcome.isReasonLost
            switch kept.outcome {
            case .rejected(Self.lostReason), .cancelled(attempts: 1):
                try require(kept.outcome == outcome.outcome || mayBeLost && !outcome.isSent, "\(number) is lost")
            case .sent(let reply) where !reply.isIntact: try require(outcome.isSent && mayBeLost, "\(number) is lost")
            default: try require(kept.outcome == outcome.outcome, "another outcome \(number)")
            }
        }
    }

    /// Sets the facts to those that were read.
    private func take(_ numbered: [OutboxContents.Outcome], _ contents: OutboxContents) {
        let before = outcomes
        outcomes = [:]
        for kept in numbered {
            guard var outcome = before[kept.number] else { continue }
            outcome.isReasonLost = kept.outcome != outcome.outcome
            (outcome.isThere, outcome.isRetried) = (.yes, [kept.isRetried])
            outcomes[kept.number] = outcome
        }
        numbers.names = [contents.log]
        numbers.dropped = contents.dropped...contents.dropped
        // The number of a damaged reply is lost when the log is rewritten.
        let newest = max(contents.dropped, numbered.last?.number ?? 0)
        numbers.newest = newest...max(numbers.newest.upperBound, contents.outcomes.last?.number ?? 0)
    }

    func end() throws {
        try restart()
        while isClearing { try clear() }
        try restart()
    }
}
