// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// The cost of an entry, for any number of entries.
@Suite struct OutboxCostTests {
    /// Counts the encodings of jobs.
    private struct CountingCoder: StateCoder {
        let count = Lock(0)

        func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
            count.withLock { $0 += 1 }
            return try JSONStateCoder().encode(value)
        }

        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
            try JSONStateCoder().decode(type, from: bytes)
        }
    }

    /// The disk operations of one step.
    private struct Cost: Equatable {
        let calls: [String]
        let encoded: Int
        let bytes: Int
    }

    private let office = Office()
    private let coder = CountingCoder()

    private func store(of count: Int) throws -> TestStore<DeskAction, Desk> {
        let file = OutboxFile<Letter>(at: "outbox", storage: office.storage, coder: coder)
        var letters = try file.load()
        for number in 1...count { letters.add(Letter(number: 100_000 + number, lane: "a"), lane: "a") }
        return try office.begin(isOnline: false, with: letters, on: file)
    }

    private func size() throws -> Int { try office.storage.read("outbox")?.count ?? 0 }

    private func cost(_ body: () throws -> Void) throws -> Cost {
        let (calls, encoded, bytes) = (office.storage.callNames.count, coder.count.withLock { $0 }, try size())
        let skipped = office.storage.callNames.count - calls
        try body()
        let made = Array(office.storage.callNames.dropFirst(calls + skipped))
        return Cost(calls: made, encoded: coder.count.withLock { $0 } - encoded, bytes: try size() - bytes)
    }

    @Test func costOfAnEntryDoesNotDependOnTheirNumber() throws {
        var costs: [[Cost]] = []
        for count in [10, 10_000] {
            office.storage.kill()
            try office.storage.remove("outbox")
            let test = try store(of: count)
            let letter = Letter(number: 200_000, lane: "a")
            let adding = try cost { test.send(.write(letter)) }
            let first = test.state.letters.entries[0]
            for number in 100_001...100_001 + count { office.post.answer(number, .hang) }
            office.post.answer(100_001, .accept)
            let sending = try cost { test.send(.connect(true)) }
            #expect(test.state.letters[first.id] == nil)
            #expect(test.state.letters.count == count)
            test.kill()
            costs.append([adding, sending])
        }
        #expect(costs[0] == costs[1])
        #expect(costs[0][0].calls.filter { $0 == "fsync" }.count == 1)
        #expect(!costs[0].contains { $0.calls.contains("rename") })
        #expect(costs[0][0].encoded == 1)
    }

    @Test func retriedEntryIsNotEncodedAgain() throws {
        let file = OutboxFile<Letter>(at: "outbox", storage: office.storage, coder: coder)
        let test = try office.begin(with: file.load(), on: file)
        office.post.answer(1, .reject("no"), .reject("no"))
        test.write(1)
        #expect(test.phases == [1: .rejected("no")])
        let id = try test.id(of: 1)
        #expect(try cost { test.send(.retry(id)) }.encoded == 0)
        #expect(test.phases == [1: .rejected("no")])
        test.kill()
        let next = OutboxFile<Letter>(at: "outbox", storage: office.storage, coder: coder)
        let second = try office.begin(with: next.load(), on: next)
        #expect(second.phases == [1: .rejected("no")])
        #expect(try cost { second.send(.retry(id)) }.encoded == 0)
        #expect(second.phases.isEmpty)
        second.finish()
    }

    @Test func simultaneousChangesShareASync() throws {
        let file = OutboxFile<Letter>(at: "outbox", storage: office.storage)
        var letters = try file.load()
        for number in 1...2_000 { letters.add(Letter(number: number, lane: "a")) }
        let test = try office.begin(isOnline: false, with: letters, on: file)
        #expect(test.phases.values.allSatisfy { $0 == .waiting })
        #expect(office.storage.callNames.filter { $0 == "fsync" }.count <= 2)
        test.finish()
    }

    @Test func fileIsCompactedWhenHalfOfItIsObsolete() throws {
        let test = try office.begin()
        var largest = 0
        for number in 1...5_000 {
            test.write(number)
            if number % 100 == 0 { largest = max(largest, try office.storage.read("folder/outbox")?.count ?? 0) }
        }
        #expect(test.phases.isEmpty)
        #expect(office.post.calls.count == 5_000)
        #expect(largest < 1 << 17)
        #expect(office.storage.callNames.filter { $0 == "rename" }.count < 5_000 / 100)
        test.kill()
        #expect(try office.file.load().isEmpty)
    }

    /// A storage in memory whose replacements can be made to fail.
    private struct FullStorage: Storage {
        let isFull = Lock(false)
        let refusals = Lock(0)
        private let memory = MemoryStorage()

        func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError) {
            if isFull.withLock({ $0 }), memory.read(path) != nil {
                refusals.withLock { $0 += 1 }
                throw StorageError(.write, path, .system(28))
            }
            memory.write(bytes, to: path, keepingOldAs: oldPath)
        }

        func read(_ path: String) -> [UInt8]? { memory.read(path) }
        func append(_ bytes: [UInt8], to path: String) { memory.append(bytes, to: path) }
        func sync(_ path: String) {}
        func move(_ path: String, to newPath: String) { memory.move(path, to: newPath) }
        func remove(_ path: String) { memory.remove(path) }
        func paths(beginningWith path: String) -> [String] { memory.paths(beginningWith: path) }
        func lock(_ path: String) throws(StorageError) -> StorageLock { try memory.lock(path) }
    }

    @Test func failedCompactionIsReportedAndTheFileGrows() throws {
        let storage = FullStorage()
        let file = OutboxFile<Letter>(at: "outbox", storage: storage)
        let test = try office.begin(with: file.load(), on: file)
        storage.isFull.withLock { $0 = true }
        for number in 0..<1_000 { test.write(number) }
        #expect(test.news.contains(.storageFailed(StorageError(.write, "outbox", .system(28)))))
        #expect(test.phases.isEmpty && office.post.calls == Array(0..<1_000))
        // Once, each change tried it again, and read the whole log.
        #expect(storage.refusals.withLock { $0 } < 20)
        let size = storage.read("outbox")?.count ?? 0
        storage.isFull.withLock { $0 = false }
        // The next try is after the log has grown by a quarter.
        for number in 1_000..<1_300 { test.write(number) }
        #expect(storage.read("outbox")?.count ?? size < size / 2)
        test.finish()
    }

    @Test func compactFileHasTheRemainingEntries() throws {
        let test = try office.begin(limit: 1)
        office.post.answer(1, .reject("no"))
        office.post.answer(2, .fail, .fail, .hang)
        test.write(1, lane: "b")
        test.write(2, lane: "c")
        test.advance(by: .milliseconds(100))
        test.send(.connect(false))
        for number in 3...2_000 {
            test.write(number, lane: "a")
            test.send(.cancel(try test.id(of: number)))
        }
        #expect(office.storage.callNames.contains("rename"))
        test.kill()
        let left = try office.file.load().entries
        #expect(left.map(\.job.number) == [1, 2])
        #expect(left.map(\.phase) == [.rejected("no"), .waiting])
        #expect(left.map(\.attempts) == [1, 2])
    }
}
