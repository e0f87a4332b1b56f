// SPDX-License-Identifier: MIT

@testable import OutboxMiddleware
import PersistenceMiddleware
import RexTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// The log of an outbox on a disk that fails or damages files.
@Suite struct OutboxLogWhiteBoxTests {
    private let disk = TestStorage()

    private func log() -> OutboxLog { OutboxLog(path: "log", storage: disk) }

    private func added(_ number: Int) -> OutboxRecord {
        OutboxRecord(OutboxID(number), .added(OutboxBody(Array("secret \(number)".utf8))))
    }

    /// Returns the numbers of the entries that a new log has, after a loss of power if `isCut`.
    private func left(isCut: Bool = true) throws -> [OutboxID] {
        if isCut { disk.kill() }
        return try log().read().entries.map(\.id)
    }

    private func ids(_ numbers: Int...) -> [OutboxID] { numbers.map { OutboxID($0) } }

    private func hasSecret() throws -> [String] {
        try disk.paths(beginningWith: "log").filter { path in
            try disk.read(path)?.firstRange(of: Array("secret".utf8)) != nil
        }
    }

    @Test func damagedLogIsReportedOnce() throws {
        _ = try log().append([added(1), added(2)])
        disk.kill()
        let bytes = try #require(try disk.read("log")) + [1, 2, 3]
        try disk.write(bytes, to: "log")
        let second = log()
        #expect(try second.read().entries.map(\.id) == ids(1, 2))
        let report = StorageError(.read, "log", .wasDamaged(keptAs: "log.damaged-1"))
        #expect(second.takeReports() == [report])
        #expect(second.takeReports() == [])
        #expect(try disk.read("log.damaged-1") == bytes)
        _ = try second.append([added(3)])
        #expect(try left() == ids(1, 2, 3))
        #expect(log().takeReports() == [])
    }

    @Test(arguments: 0..<40) func damagedLogIsPutAsideOnce(calls: Int) throws {
        _ = try log().append([added(1), added(2)])
        disk.kill()
        let bytes = try #require(try disk.read("log")) + [1, 2, 3]
        try disk.write(bytes, to: "log")
        for process in 0..<3 {
            let next = log()
            disk.failCalls(after: calls, count: .max, with: ENOSPC)
            for number in 10..<15 {
                _ = try? next.read()
                _ = try? next.append([added(10 * process + number)])
            }
            disk.failCalls(count: 0, with: 0)
            disk.kill()
        }
        _ = try log().read()
        #expect(try disk.paths(beginningWith: "log.damaged").filter { !$0.hasSuffix(".new") } == ["log.damaged-1"])
        #expect(try disk.read("log.damaged-1") == bytes)
        #expect(try left().starts(with: ids(1, 2)))
    }

    @Test(arguments: 0..<40) func failedWriteDuringACompactionLosesNothing(calls: Int) throws {
        let first = log()
        let long = OutboxBody([UInt8](repeating: 7, count: 40_000))
        _ = try first.append([
            added(1), OutboxRecord(OutboxID(2), .added(long)), OutboxRecord(OutboxID(3), .added(long)),
        ])
        _ = try first.append([OutboxRecord(OutboxID(2), .sent), OutboxRecord(OutboxID(3), .sent)])
        disk.failCalls(after: calls, count: 1, with: EIO)
        try? first.compact()
        disk.failCalls(count: 0, with: 0)
        _ = try first.append([added(4)])
        #expect(try left() == ids(1, 4))
    }

    @Test(arguments: 0..<12) func readEntriesAreOnDisk(calls: Int) throws {
        let first = log()
        _ = try first.append([added(1)])
        disk.failCalls(after: calls, count: .max, with: EIO)
        _ = try? first.append([added(2)])
        try first.take(for: disk) { false }
        first.release(by: disk)
        disk.failCalls(after: 3, count: 1, with: EIO)
        guard let read = try? log().read() else { return }
        disk.failCalls(count: 0, with: 0)
        #expect(try left() == read.entries.map(\.id))
    }

    @Test(arguments: 0..<14, [true, false]) func unsyncedRecordsAreOnDiskAfterARead(
        calls: Int,
        takingEffect: Bool
    ) throws {
        for isLong in [true, false] {
            let disk = TestStorage()
            func log() -> OutboxLog { OutboxLog(path: "log", storage: disk) }
            let first = log()
            let records = isLong ? (1...30).map(added) : [added(1)]
            _ = try first.append(records)
            // All calls fail, and the process dies.
            disk.failCalls(after: calls, count: .max, takingEffect: takingEffect, with: EIO)
            _ = try? first.append(isLong ? (31...60).map(added) : [added(2)])
            disk.failCalls(count: 0, with: 0)
            disk.crash()
            let read = try log().read().entries.map(\.id)
            disk.kill()
            #expect(try log().read().entries.map(\.id) == read)
            #expect(read.starts(with: records.map(\.id)))
        }
    }

    // MARK: Clear

    @Test(arguments: 0..<40) func requestedClearIsFinishedByTheNextRead(calls: Int) throws {
        _ = try log().append([added(1), added(2)])
        disk.kill()
        for other in ["log.new", "log.previous", "log.damaged-1", "log.damaged-1.new", "log.damaged-22"] {
            try disk.write(Array("secret".utf8), to: other)
        }
        let first = log()
        disk.cutPower(after: calls)
        try first.clear(applying: [added(3)])
        disk.kill()
        let second = log()
        let entries = try second.read().entries.map(\.id)
        #expect([ids(1, 2), [], ids(3)].contains(entries))
        // The clear has either not started or is complete.
        if entries != ids(1, 2) {
            #expect(try hasSecret() == (entries.isEmpty ? [] : ["log"]))
            #expect(!second.isClearRequested)
        }
        #expect(second.takeReports() == [])
    }

    @Test(arguments: 0..<40, 1...3) func failedClearIsRetried(calls: Int, count: Int) throws {
        _ = try log().append([added(1), added(2)])
        disk.kill()
        for other in ["log.new", "log.damaged-1", "log.damaged-1.new"] {
            try disk.write(Array("secret".utf8), to: other)
        }
        let first = log()
        _ = try first.read()
        disk.failCalls(after: calls, count: count, with: EIO)
        var failures = 0
        while true {
            do {
                try first.clear(applying: [])
                break
            } catch {
                failures += 1
                #expect(failures <= count)
            }
        }
        disk.failCalls(count: 0, with: 0)
        #expect(try hasSecret() == [])
        #expect(try left() == [])
        #expect(try hasSecret() == [])
    }

    @Test func requestedClearKeepsLaterEntries() throws {
        let first = log()
        _ = try first.append([added(1)])
        try first.requestClear()
        #expect(first.isClearRequested)
        _ = try first.append([added(2)])
        #expect(try left() == ids(2))
        let second = log()
        disk.kill()
        _ = try second.append([added(3)])
        try second.requestClear()
        _ = try second.append([added(4)])
        try second.finishClear()
        #expect(!second.isClearRequested)
        #expect(try left() == ids(4))
    }

    @Test func damagedLogIsCleared() throws {
        _ = try log().append([added(1), added(2)])
        disk.kill()
        let good = try #require(try disk.read("log"))
        for place in good.indices {
            var bytes = good
            bytes[place] ^= 0x10
            try disk.write(bytes, to: "log")
            let next = log()
            try next.clear(applying: [])
            #expect(try hasSecret() == [])
            #expect(next.takeReports() == [])
            disk.kill()
        }
    }

    @Test func clearOnAFullDiskRemovesEverything() throws {
        let first = log()
        _ = try first.append([added(1)])
        try disk.write(Array("secret".utf8), to: "log.damaged-1")
        // Two failed calls: both try to make the temporary file of the request.
        disk.failCalls(after: disk.callNames.isEmpty ? 0 : 5, count: 1, with: ENOSPC)
        try first.clear(applying: [])
        #expect(try hasSecret() == [])
        #expect(try left() == [])
    }

    @Test func clearOfNothingWritesNothing() throws {
        let first = log()
        _ = try first.read()
        let count = disk.callNames.count
        try first.clear(applying: [])
        #expect(!disk.callNames.dropFirst(count).contains("write"))
        #expect(try disk.read("log") == nil)
    }

    @Test func fileOfAnotherProgramIsNotCleared() throws {
        try disk.write(Array("SQLite".utf8), to: "log")
        try disk.write(Array("x".utf8), to: "log.damaged-1")
        let log = log()
        #expect(throws: StorageError(.read, "log", .isForeign)) { try log.clear(applying: []) }
        #expect(throws: StorageError(.read, "log", .isForeign)) { try log.requestClear() }
        #expect(try disk.paths(beginningWith: "log.damaged-1") == ["log.damaged-1"])
        #expect(try disk.read("log") == Array("SQLite".utf8))
    }

    // MARK: A log that is removed

    @Test func entriesOfARemovedLogAreReportedAsLost() throws {
        let first = log()
        _ = try first.append([added(1), added(2)])
        _ = try first.append([OutboxRecord(OutboxID(1), .sent)])
        try disk.remove("log")
        #expect(try first.append([added(3)]) == .lost)
        // The caller adds all its entries again.
        #expect(try first.append([added(2), added(3)]) == .done)
        #expect(try left() == ids(2, 3))
    }

    @Test func aClearMissesNoEntryOfALogThatIsRemoved() throws {
        let first = log()
        _ = try first.append([added(1)])
        try disk.remove("log")
        try first.clear(applying: [])
        #expect(try first.append([added(2)]) == .done)
        #expect(try left() == ids(2))
    }

    @Test func entriesOfALogRemovedBeforeACompactionAreReportedAsLost() throws {
        let first = log()
        let long = OutboxBody([UInt8](repeating: 7, count: 70_000))
        _ = try first.append([added(1), OutboxRecord(OutboxID(2), .added(long)), OutboxRecord(OutboxID(2), .sent)])
        try disk.remove("log")
        try first.compact()
        #expect(try first.append([added(3)]) == .lost)
    }

    @Test func removedEmptyLogIsCreatedAgain() throws {
        let first = log()
        _ = try first.append([added(1)])
        _ = try first.append([OutboxRecord(OutboxID(1), .sent)])
        try disk.remove("log")
        #expect(try first.append([added(2)]) == .done)
        #expect(try left() == ids(2))
    }
}
