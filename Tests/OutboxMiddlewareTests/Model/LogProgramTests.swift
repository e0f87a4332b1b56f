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
/// `LogProgram` calls the keeper of a log, and `LogItem` is what is known of an entry from these calls:
/// yes, no, or maybe where a failed call may have taken effect. Each read is compared with it.
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
        for event in ["failed", "power", "crash", "flip", "unreadable", "reported", "lost", "clear", "compact"] {
            #expect(found[event] ?? 0 > programCount / 200, "\(event): \(found)")
        }
    }
}

/// The known facts about an entry, from the operations alone.
private struct LogItem {
    enum Maybe { case yes, no, maybe }

    var isThere = Maybe.maybe
    var attempts = 0...0
    var rejections: Set<String?> = [nil]
    /// Whether an outcome is kept.
    var isKept = Maybe.no
    /// Whether the append of a reply to the entry has failed.
    ///
    /// The log has the entry or its outcome. If a crash has torn the reply, the entry is sent again,
    /// and a rejection that was kept before is dropped.
    var isReplyUncertain = false
    var isUnreadable = false
    var isReasonLost = false
}

private final class LogProgram {
    private enum Step: CaseIterable {
        case add, attempt, end, reject, retry, keep, acknowledge, compact, clear, read, fail, restart, remove

        static let all = allCases + [.add, .add, .add, .add, .attempt, .end, .restart, .restart, .fail, .fail]
    }

    private static let lostReason = "The reason cannot be read."

    private let schedule: Schedule
    private let disk: TestStorage
    private var keeper: OutboxKeeper
    private var items: [Int: LogItem] = [:]
    private var number = 0
    private var mayFail = false
    /// The entries of a removed log, until the keeper notices the removal.
    private var removed: [Int: LogItem]?
    /// Whether a clear has failed.
    ///
    /// It must be retried before anything else.
    private var isClearing = false
    private(set) var counts: [String: Int] = [:]

    init(_ schedule: Schedule) {
        self.schedule = schedule
        disk = TestStorage(schedule: schedule)
        keeper = OutboxKeeper(path: "folder/log", storage: disk, compaction: OutboxCompaction(smallSize: 2_000))
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
            try change { number, _ in [record(number, kind)] }
        case .reject: try change { number, _ in [record(number, .rejected("no \(number)"))] }
        case .retry: try change { number, _ in [record(number, .retried)] }
        case .keep:
            let present = items.filter { $0.value.isThere == .yes }.keys.sorted()
            guard !present.isEmpty else { return }
            let number = schedule.element(of: present, "entry")
            let outcome = schedule.bool("is sent") ? OutboxOutcome.sent(body(number)) : .rejected("no \(number)")
            try write([record(number, .kept(outcome))])
        case .acknowledge:
            let kept = items.filter { $0.value.isKept != .no }.keys.sorted()
            if !kept.isEmpty { try write([record(schedule.element(of: kept, "entry"), .acknowledged)]) }
        case .compact:
            count("compact")
            _ = try attempt { keeper throws(StorageError) in try keeper.compact() }
        case .read:
            // After reading a removed log, the next append reports the loss.
            if removed != nil {
                _ = try attempt { keeper throws(StorageError) in _ = try keeper.read() }
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
            removed = removed ?? items
            for number in items.keys { forget(number) }
        }
    }

    private func record(_ number: Int, _ kind: OutboxRecord.Kind) -> OutboxRecord {
        OutboxRecord(OutboxID(number), kind)
    }

    private func body(_ number: Int) -> OutboxBody {
        OutboxBody(Array("secret \(number)".utf8) + [UInt8](repeating: 0xf5, count: number % 7 * 30))
    }

    /// Writes records about an entry that may exist.
    private func change(_ records: (Int, LogItem) -> [OutboxRecord]) throws {
        let numbers = items.filter { $0.value.isThere != .no }.keys.sorted()
        guard !numbers.isEmpty else { return }
        let number = schedule.element(of: numbers, "entry")
        try write(records(number, items[number] ?? LogItem()))
    }

    /// Calls the keeper.
    ///
    /// Returns false if the disk has failed.
    private func attempt(_ body: (OutboxKeeper) throws(StorageError) -> Void) throws -> Bool {
        do throws(StorageError) {
            try body(keeper)
            return true
        } catch {
            guard mayFail, [.system(EIO), .system(ENOSPC)].contains(error.reason) else { throw error }
            count("failed")
            return false
        }
    }

    @discardableResult private func write(_ records: [OutboxRecord]) throws -> Bool {
        var outcome = OutboxAppended.done
        let isWritten = try attempt { keeper throws(StorageError) in outcome = try keeper.append(records) }
        guard isWritten else {
            for record in records { note(record, isCertain: false) }
            return false
        }
        let removed = removed
        self.removed = nil
        if outcome == .done {
            let lost = removed?.values.contains { $0.isThere == .yes || $0.isKept == .yes } ?? false
            try require(!lost, "a loss is not noticed")
            for record in records { note(record, isCertain: true) }
            return true
        }
        count("lost")
        try require(removed != nil, "entries are lost")
        // All entries are added again, as a store does with the entries in its state.
        let numbers = (removed ?? [:]).filter { $0.value.isThere != .no }.keys.sorted()
        return try write(numbers.map { self.record($0, .added(body($0))) } + records)
    }

    private func forget(_ number: Int) { items[number] = LogItem(isThere: .no) }

    /// Applies a record to the model, for certain or possibly.
    private func note(_ record: OutboxRecord, isCertain: Bool) {
        let number = Int(record.id.count)
        var item = items[number] ?? LogItem()
        defer { items[number] = item }
        switch record.kind {
        case .kept(.sent): item.isReplyUncertain = !isCertain && item.isThere == .yes
        case .sent, .cancelled, .retried, .kept, .acknowledged: item.isReplyUncertain = false
        case .added, .attempted, .rejected, .clearRequested: break
        }
        func set(_ value: inout LogItem.Maybe, to new: LogItem.Maybe) {
            if value != new { value = isCertain ? new : .maybe }
        }
        switch record.kind {
        case .added: set(&item.isThere, to: .yes)
        case .attempted(let count): item.attempts = (isCertain ? count : item.attempts.lowerBound)...count
        case .sent, .cancelled:
            set(&item.isThere, to: .no)
            set(&item.isKept, to: .no)
        case .rejected(let reason), .kept(.rejected(let reason)):
            // An append that fails may leave the head of the record, and damaged bytes of the reason.
            item.rejections = isCertain ? [reason] : item.rejections.union([reason, Self.lostReason])
            if case .kept = record.kind { set(&item.isKept, to: .yes) }
        case .retried:
            item.rejections = (isCertain ? [] : item.rejections).union([nil])
            set(&item.isKept, to: .no)
        case .kept:
            item.rejections = (isCertain ? [] : item.rejections).union([nil])
            set(&item.isThere, to: .no)
            set(&item.isKept, to: .yes)
        case .acknowledged: set(&item.isKept, to: .no)
        case .clearRequested: break
        }
    }

    private func clear() throws {
        count("clear")
        isClearing = try !attempt { keeper throws(StorageError) in try keeper.clear(applying: []) }
        for number in items.keys where isClearing {
            let item = items[number] ?? LogItem()
            if item.isThere == .yes { items[number]?.isThere = .maybe }
            if item.isKept == .yes { items[number]?.isKept = .maybe }
            items[number]?.isReplyUncertain = false
        }
        guard !isClearing else { return }
        removed = nil
        for number in items.keys { forget(number) }
        disk.failCalls(count: 0, with: 0)
        mayFail = false
        for path in try disk.paths(beginningWith: "folder/") {
            let isSecret = try disk.read(path)?.firstRange(of: Array("secret".utf8)) != nil
            try require(!isSecret, "\(path) has a secret after the clear")
        }
    }

    /// Ends the process, and compares the entries that the next one reads.
    private func restart() throws {
        // Once the power is cut, the keeper takes a log for repaired that is not.
        let wasDirty = keeper.isDirty
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
        if !wasDirty, !keeper.isDirty, schedule.int(in: 0...2, "a bit flips") == 0 { flip = flipBit() }
        keeper = OutboxKeeper(path: "folder/log", storage: disk, compaction: OutboxCompaction(smallSize: 2_000))
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
        guard try attempt({ keeper throws(StorageError) in contents = try keeper.read() }) else { return false }
        let reports = keeper.takeReports()
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
        var place = OutboxHeader.bytes.count
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
        let found = Dictionary(uniqueKeysWithValues: contents.entries.map { (Int($0.id.count), $0) })
        let outcomes = Set(contents.outcomes.map { Int($0.id.count) })
        try require(contents.entries.map(\.id.count) == contents.entries.map(\.id.count).sorted(), "another order")
        try require(found.keys.allSatisfy { items[$0] != nil }, "an entry that was never added")
        var unreadable = 0
        for (number, item) in items {
            try require(item.isThere != .yes || found[number] != nil, "\(number) is lost")
            let isInLog = found[number] != nil || outcomes.contains(number)
            try require(!item.isReplyUncertain || isInLog, "\(number) and its outcome are lost")
            // An entry whose reply is damaged is sent again.
            let mayBeDamaged = item.isReplyUncertain || flips && item.isKept != .no
            let isSentAgain = mayBeDamaged && found[number] != nil && !outcomes.contains(number)
            try require(
                item.isKept != .yes || outcomes.contains(number) || isSentAgain,
                "the outcome of \(number) is lost"
            )
            try require(item.isThere != .no || found[number] == nil || isSentAgain, "\(number) is there again")
            try require(item.isKept != .no || !outcomes.contains(number), "an outcome of \(number) is there again")
            var new = LogItem(isThere: .no, isKept: outcomes.contains(number) ? .yes : .no)
            if new.isKept == .yes { (new.attempts, new.rejections) = (item.attempts, item.rejections) }
            if let entry = found[number] {
                try require(item.attempts.contains(entry.attempts), "\(number) has \(entry.attempts) attempts")
                // The disk may have a part of the uncertain changes.
                let isReasonLost = entry.rejection == Self.lostReason
                let mayLoseReason = flips || item.isReasonLost || item.rejections.count > 1 || item.isThere == .maybe
                try require(isReasonLost ? mayLoseReason : item.rejections.contains(entry.rejection), "\(number)")
                if entry.body.isIntact {
                    try require(entry.body == body(number), "\(number) has another body")
                } else {
                    unreadable += item.isUnreadable || item.isThere == .maybe ? 0 : 1
                    try require(flips || item.isUnreadable || item.isThere == .maybe, "\(number) is unreadable")
                }
                new.isThere = .yes
                new.attempts = entry.attempts...entry.attempts
                new.rejections = [entry.rejection]
                (new.isUnreadable, new.isReasonLost) = (!entry.body.isIntact, isReasonLost)
            }
            items[number] = new
        }
        guard flips else { return }
        try require(unreadable <= 1, "one bit has cost \(unreadable) entries")
        if unreadable > 0 { count("unreadable") }
    }

    func end() throws {
        try restart()
        while isClearing { try clear() }
        try restart()
    }
}
