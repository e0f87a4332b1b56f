// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Disks that take only some changes of an outbox, or none for a while.
@Suite struct OutboxDiskTests {
    /// A disk that rejects writes above a size limit.
    private struct NarrowStorage: Storage {
        let disk: TestStorage
        let room = Lock(Int.max)
        let calls = Lock(0)

        private func check(_ bytes: [UInt8], _ path: String) throws(StorageError) {
            calls.withLock { $0 += 1 }
            if bytes.count > room.withLock({ $0 }) { throw StorageError(.append, path, .system(ENOSPC)) }
        }

        func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError) {
            try check(bytes, path)
            try disk.write(bytes, to: path, keepingOldAs: oldPath)
        }
        func append(_ bytes: [UInt8], to path: String) throws(StorageError) {
            try check(bytes, path)
            try disk.append(bytes, to: path)
        }
        func read(_ path: String) throws(StorageError) -> [UInt8]? { try disk.read(path) }
        func sync(_ path: String) throws(StorageError) { try disk.sync(path) }
        func move(_ path: String, to newPath: String) throws(StorageError) { try disk.move(path, to: newPath) }
        func remove(_ path: String) throws(StorageError) { try disk.remove(path) }
        func paths(beginningWith path: String) throws(StorageError) -> [String] {
            try disk.paths(beginningWith: path)
        }
        func lock(_ path: String) throws(StorageError) -> StorageLock { try disk.lock(path) }
    }

    private let office = Office()
    private var post: Post { office.post }
    /// Starts the app on a disk with a size limit.
    private func beginNarrow(
        isOnline: Bool = true,
        retrying delay: EffectDelay = .constant(.milliseconds(100))
    ) throws -> (storage: NarrowStorage, test: TestStore<DeskAction, Desk>) {
        let storage = NarrowStorage(disk: office.storage)
        let file = OutboxFile<Letter>(at: "outbox", storage: storage)
        return (storage, try office.begin(isOnline: isOnline, retrying: delay, with: file.load(), on: file))
    }

    private let photos = String(repeating: "photos", count: 1_000)

    @Test(arguments: [true, false]) func tooLargeEntryBlocksOnlyItsLane(isCancelled: Bool) throws {
        let (storage, test) = try beginNarrow(retrying: .constant(.seconds(60)))
        storage.room.withLock { $0 = 1_000 }
        test.write(1, lane: photos)
        test.write(2, lane: photos)
        test.write(3, lane: "chat")
        test.write(4, lane: "mail")
        #expect(test.phases == [1: .saving, 2: .saving, 3: .saving, 4: .saving])
        // Other changes do not wait for the retry.
        test.advance(by: .seconds(1))
        #expect(test.phases == [1: .saving, 2: .saving])
        #expect(post.calls == [3, 4])
        if isCancelled {
            // A later entry of the lane is removed too, although it was never on disk either.
            for number in [2, 1] {
                test.send(.cancel(try test.id(of: number)))
                test.advance(by: .milliseconds(100))
                #expect(test.phases == (number == 2 ? [1: .saving] : [:]))
            }
            test.write(5, lane: "chat")
            #expect(post.calls == [3, 4, 5])
        } else {
            storage.room.withLock { $0 = .max }
            test.run()
            #expect(post.calls == [3, 4, 1, 2])
        }
        test.finish()
    }

    // Once, each try cost two calls for each lane.
    @Test func fullDiskCostsTwoCallsPerTry() throws {
        let (storage, test) = try beginNarrow(isOnline: false, retrying: .constant(.seconds(1)))
        test.write(0)
        storage.room.withLock { $0 = 0 }
        for number in 1...200 { test.write(number, lane: "\(number)") }
        test.advance(by: .seconds(2))
        storage.calls.withLock { $0 = 0 }
        test.advance(by: .seconds(10))
        #expect(storage.calls.withLock { $0 } == 10)
        test.write(201, lane: "201")
        test.advance(by: .milliseconds(100))
        #expect(storage.calls.withLock { $0 } == 11)
        storage.room.withLock { $0 = .max }
        test.run()
        #expect(storage.calls.withLock { $0 } == 13)
        #expect(test.phases.values.allSatisfy { $0 == .waiting } && test.phases.count == 202)
        test.finish()
    }

    // Once, an attempt waited for a later job of its lane that did not fit on the disk.
    @Test func savedEntryIsSentIfALaterJobDoesNotFit() throws {
        let (storage, test) = try beginNarrow(isOnline: false, retrying: .constant(.seconds(1)))
        test.write(1, lane: photos)
        storage.room.withLock { $0 = 1_000 }
        test.write(2, lane: photos)
        test.send(.connect(true))
        test.advance(by: .milliseconds(100))
        #expect(post.calls == [1])
        #expect(test.phases == [2: .saving])
        storage.room.withLock { $0 = .max }
        test.run()
        #expect(post.calls == [1, 2])
        test.finish()
    }

    @Test func attemptIsNotMadeIfItCannotBeWritten() throws {
        let (storage, test) = try beginNarrow(isOnline: false, retrying: .constant(.seconds(1)))
        test.write(1)
        storage.room.withLock { $0 = 0 }
        test.send(.connect(true))
        test.advance(by: .seconds(10))
        #expect(post.calls.isEmpty)
        #expect(test.phases == [1: .waiting])
        storage.room.withLock { $0 = .max }
        test.run()
        #expect(post.calls == [1])
        test.finish()
    }

    @Test func entriesAreReadInTheOrderOfAdd() throws {
        let (storage, test) = try beginNarrow(isOnline: false)
        test.write(1)
        storage.room.withLock { $0 = 1_000 }
        test.write(2, lane: photos)
        for number in 3...5 { test.write(number, lane: "\(number)") }
        test.advance(by: .milliseconds(100))
        #expect(test.phases == [1: .waiting, 2: .saving, 3: .waiting, 4: .waiting, 5: .waiting])
        storage.room.withLock { $0 = .max }
        test.run()
        test.kill()
        let next = OutboxFile<Letter>(at: "outbox", storage: office.storage)
        #expect(try next.load().entries.map(\.job.number) == [1, 2, 3, 4, 5])
    }

    @Test func heldEntryIsNotMarkedAsSavedAfterAReplacement() throws {
        let (storage, test) = try beginNarrow(isOnline: false)
        storage.room.withLock { $0 = 1_000 }
        test.write(1, lane: photos)
        let letters = test.state.letters
        test.send(.replace(Letters()))
        test.write(2)
        test.send(.replace(letters))
        test.write(3)
        test.advance(by: .seconds(1))
        #expect(test.phases == [1: .saving, 3: .waiting])
        storage.room.withLock { $0 = .max }
        test.run()
        #expect(test.phases == [1: .waiting, 3: .waiting])
        test.kill()
        let next = OutboxFile<Letter>(at: "outbox", storage: office.storage)
        #expect(try next.load().entries.map(\.job.number).sorted() == [1, 2, 3])
    }

    @Test func retriedWriteNeedsOnlyItsOwnRoom() throws {
        let test = try office.begin(isOnline: false)
        test.write(1)
        office.storage.failCalls(after: 2, count: 1, with: ENOSPC)
        test.write(2)
        #expect(test.phases == [1: .waiting, 2: .saving])
        let calls = office.storage.callNames.count
        test.run()
        #expect(test.phases == [1: .waiting, 2: .waiting])
        #expect(!office.storage.callNames.dropFirst(calls).contains { ["rename", "read"].contains($0) })
        test.finish()
    }

    @Test(arguments: 0..<8) func attemptWrittenTwiceCountsOnce(calls: Int) throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        post.answer(1, .hang)
        office.storage.failCalls(after: calls, count: 3, with: EIO)
        first.send(.connect(true))
        first.advance(by: .seconds(1))
        #expect(post.calls == [1])
        first.kill()
        #expect(try office.file.load().entries.map(\.attempts) == [1])
    }

    @Test func failedCreationOfTheLogIsRetried() throws {
        let first = try office.begin(isOnline: false)
        first.write(1)
        try office.storage.remove("folder/outbox")
        office.storage.failCalls(after: 4, count: 1, with: ENOSPC)
        first.write(2)
        first.run()
        #expect(first.phases == [1: .waiting, 2: .waiting])
        first.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [1, 2])
    }

    @Test(arguments: 0..<10) func logIsDurableAfterAFailedCreation(calls: Int) throws {
        office.storage.failCalls(after: calls, count: 1, with: ENOSPC)
        let first = try? office.begin(isOnline: false)
        let test = try first ?? office.begin(isOnline: false)
        test.write(1)
        test.write(2)
        test.run()
        #expect(test.phases == [1: .waiting, 2: .waiting])
        test.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [1, 2])
    }

    @Test func rejectedEntriesDoNotTriggerACompaction() throws {
        let reason = String(repeating: "no", count: 2_000)
        let test = try office.begin()
        for number in 1...100 {
            post.answer(number, .reject(reason))
            test.write(number)
        }
        #expect(test.phases.count == 100)
        let calls = office.storage.callNames.count
        for number in 101...110 {
            post.answer(number, .reject(reason))
            test.write(number)
        }
        #expect(!office.storage.callNames.dropFirst(calls).contains("rename"))
        for entry in test.state.letters.entries { test.send(.cancel(entry.id)) }
        #expect(office.storage.callNames.dropFirst(calls).contains("rename"))
        test.finish()
    }

    @Test func onlyARecordWithTwoDamagedHeadsIsSkipped() throws {
        let first = try office.begin(isOnline: false)
        for number in 1...5 { first.write(number) }
        first.kill()
        var bytes = try #require(try office.storage.read("folder/outbox"))
        let id = try #require(OutboxID("\(first.state.letters.entries[1].id)"))
        let heads = bytes.indices.filter { bytes[$0...].starts(with: idBytes(id)) }
        #expect(heads.count == 2)
        for head in heads { bytes[head] ^= 1 }
        try office.storage.write(bytes, to: "folder/outbox")
        let next = try office.begin(isOnline: false)
        #expect(next.phases.keys.sorted() == [1, 3, 4, 5])
        next.write(6)
        next.kill()
        #expect(try office.file.load().entries.map(\.job.number) == [1, 3, 4, 5, 6])
        #expect(try office.storage.read("folder/outbox.damaged-1") == bytes)
    }

    private func idBytes(_ id: OutboxID) -> [UInt8] {
        let digits = Array("\(id)")
        return stride(from: 0, to: 32, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
    }

    @Test(.timeLimit(.minutes(5))) func failedWriteBlocksNoOtherLaneInRealTime() async throws {
        let storage = NarrowStorage(disk: TestStorage())
        storage.room.withLock { $0 = 1_000 }
        let file = OutboxFile<Letter>(at: "outbox", storage: storage)
        let store = Store(
            initialState: Desk(letters: try file.load()),
            feature: Feature.desk(limit: 2, retrying: .constant(.seconds(600))),
            dependencies: DeskWorld(file: file) { letter, _ in letter.number }
        )
        store.dispatch(.write(Letter(number: 0, lane: photos)))
        for number in 1...20 {
            store.dispatch(.write(Letter(number: number, lane: "chat")))
            try await Task.sleep(for: .milliseconds(number % 4))
        }
        for await desk in store.states where desk.letters.count == 1 { break }
    }

    @Test func entryOfTheLastActionIsOnDisk() async throws {
        let storage = TestStorage()
        let holder = Lock<Store<DeskAction, Desk>?>(nil)
        let outputs = Recorder<AnyActionHandler<DeskAction>>()
        let dropping = Feature<DeskAction, Desk, DeskWorld>(
            middleware: AnyMiddleware { _, output in
                outputs.record(output)
            } handle: { action, _, _ in
                // Before the action was reduced.
                if case .write = action { _ = holder.withLock { $0.take() } }
                return .pure()
            }
        )
        let file = OutboxFile<Letter>(at: "outbox", storage: storage)
        do {
            let store = Store(
                initialState: Desk(letters: try file.load(), isOnline: false),
                feature: .desk(limit: 1) <> dropping,
                dependencies: DeskWorld(file: file) { letter, _ in letter.number }
            )
            // No write is running any more.
            await store.settled()
            holder.withLock { $0 = store }
        }
        outputs.events.first?.dispatch(.write(Letter(number: 1, lane: "a")))
        #expect(holder.withLock { $0 == nil })
        #expect(try file.load().entries.map(\.job.number) == [1])
    }

    @Test(arguments: [true, false]) func loadedWaitingEntryIsOnDisk(isKept: Bool) throws {
        for calls in 0..<12 {
            let disk = TestStorage()
            let kept = OutboxFile<Letter>(at: "outbox", storage: disk)
            func write(_ number: Int) throws {
                let store = Store(
                    initialState: Desk(letters: try kept.load(), isOnline: false),
                    feature: Feature.desk(limit: 1),
                    dependencies: DeskWorld(file: kept) { letter, _ in letter.number }
                )
                if number == 2 { disk.failCalls(after: calls, count: 1_000, with: EIO) }
                store.dispatch(.write(Letter(number: number, lane: "a")))
            }
            try write(1)
            try? write(2)
            disk.failCalls(count: 0, with: 0)
            let file = isKept ? kept : OutboxFile<Letter>(at: "outbox", storage: disk)
            let loaded = try file.load().entries.map(\.job.number)
            disk.kill()
            let left = try OutboxFile<Letter>(at: "outbox", storage: disk).load().entries.map(\.job.number)
            #expect(left == loaded, "after \(calls) calls")
        }
    }

    @Test(arguments: 0..<16, 1...3) func laterEntryWaitsForACancellationToBeOnDisk(calls: Int, count: Int) throws {
        let first = try office.begin(isOnline: false)
        for number in 1...2 { first.write(number) }
        office.storage.failCalls(after: calls, count: count, with: ENOSPC)
        first.send(.connect(true))
        first.send(.cancel(first.state.letters.entries.first?.id ?? OutboxID(0)))
        first.advance(by: .milliseconds(150))
        first.kill()
        office.storage.failCalls(count: 0, with: 0)
        let second = try office.begin()
        second.run()
        #expect(post.calls == post.calls.sorted())
        second.finish()
    }

    @Test func cancelAllWorksOnAFullDisk() throws {
        let (storage, test) = try beginNarrow(isOnline: false)
        test.write(1)
        storage.room.withLock { $0 = 0 }
        test.write(2)
        test.send(.cancelAll)
        test.advance(by: .milliseconds(100))
        #expect(test.phases.isEmpty)
        #expect(try office.storage.read("outbox") == nil)
        test.finish()
    }

    @Test func entrySavedDuringAReplacementIsSent() throws {
        let test = try office.begin(isOnline: false)
        office.storage.failCalls(count: 1, with: EIO)
        test.write(1)
        let letters = test.state.letters
        #expect(test.phases == [1: .saving])
        test.send(.replace(Letters()))
        test.run()
        test.send(.replace(letters))
        test.run()
        #expect(test.phases == [1: .waiting])
        test.send(.connect(true))
        #expect(post.calls == [1])
        test.finish()
    }

    @Test func cancelAllIncludesEntriesOfAnUnopenedFile() throws {
        let first = try office.begin(isOnline: false)
        for number in 1...2 { first.write(number) }
        first.kill()
        office.storage.failCalls(count: 3, with: EIO)
        let second = try office.begin(with: Letters())
        second.send(.cancelAll)
        second.write(3)
        second.run()
        #expect(post.calls == [3])
        #expect(second.phases.isEmpty)
        second.kill()
        #expect(try office.file.load().isEmpty)
    }

    @Test func releasedStoreHasUnlockedTheOutboxFile() throws {
        let folder = try TemporaryFolder()
        for number in 0..<(hasFewRounds ? 200 : 2_000) {
            let file = OutboxFile<Letter>(at: folder.file("outbox"))
            let store = Store(
                initialState: Desk(letters: try file.load()),
                feature: Feature.desk(limit: 2),
                dependencies: DeskWorld(file: file) { letter, _ in letter.number }
            )
            store.dispatch(.write(Letter(number: number, lane: "\(number % 2)")))
        }
    }
}
