// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexCore
import RexTestSupport
import Testing

/// Changes and ends of a store during a slow save.
struct SlowStorageTests {
    @Test(.timeLimit(.minutes(5))) func taskThreadsDoNotWaitForAStorage() async {
        let storage = GatedStorage()
        let feature = notes <> .saving(\.text, to: { $0 }, within: .zero)
        let stores = (0...ProcessInfo.processInfo.activeProcessorCount).map { number in
            let file = NotesFile(at: "notes \(number)", storage: storage)
            return Store(initialState: Notes(), feature: feature, dependencies: file)
        }
        for store in stores { store.dispatch(.typed("a")) }
        for _ in stores { await storage.waitForWrite() }
        #expect(storage.writes == 0)
        for _ in stores { storage.letWrite() }
        for store in stores { await store.settled() }
        #expect(storage.writes == stores.count)
    }

    @Test func changesDuringASaveAreSavedAfterItOneAtATime() async throws {
        let storage = GatedStorage()
        let file = NotesFile(at: "notes", storage: storage)
        let feature = notes <> .saving(\.text, to: { $0 }, within: .zero)
        let store = Store(initialState: Notes(), feature: feature, dependencies: file)
        store.dispatch(.typed("a"))
        await storage.waitForWrite()
        store.dispatch(.typed("ab"))
        store.dispatch(.typed("abc"))
        #expect(storage.writes == 0)
        storage.letWrite()
        await storage.waitForWrite()
        storage.open()
        await store.settled()
        #expect(try file.load() == "abc")
        #expect(storage.writes == 2)
        #expect(storage.mostAtOnce == 1)
    }

    /// Without this, each delay that ends during a long save would block one more thread.
    @Test(.timeLimit(.minutes(5))) func delayThatEndsDuringASaveBlocksNoThreadAndItsChangeIsSaved() async throws {
        let storage = GatedStorage()
        let ended = Recorder<Int>()
        let watching = Feature<NotesAction, Notes, NotesFile>(
            middleware: AnyMiddleware { _, output in
                output.eachTask { task in task.onEnd { ended.record(task.number) } }
            } handle: { _, _, _ in
                .pure()
            }
        )
        let file = NotesFile(at: "notes", storage: storage)
        let feature = watching <> notes <> .saving(\.text, to: { $0 }, within: .zero)
        let store = Store(initialState: Notes(), feature: feature, dependencies: file)
        store.dispatch(.typed("a"))
        await storage.waitForWrite()
        store.dispatch(.typed("ab"))
        while ended.events.isEmpty { await Task.yield() }
        #expect(storage.writes == 0)
        storage.open()
        await store.settled()
        #expect(try file.load() == "ab")
        #expect(storage.writes == 2)
    }

    @Test func releaseOfTheStoreWaitsForASaveAndSavesLaterChanges() async throws {
        let storage = GatedStorage()
        let file = NotesFile(at: "notes", storage: storage)
        let feature = notes <> .saving(\.text, to: { $0 }, within: .zero)
        let holder = Lock<Store<NotesAction, Notes>?>(nil)
        holder.withLock { $0 = Store(initialState: Notes(), feature: feature, dependencies: file) }
        holder.withLock { $0 }?.dispatch(.typed("a"))
        await storage.waitForWrite()
        holder.withLock { $0 }?.dispatch(.typed("ab"))
        let dropped = Recorder<Int>()
        let drop = JoinableThread {
            _ = holder.withLock { $0.take() }
            dropped.record(storage.writes)
        }
        #expect(dropped.events.isEmpty)
        storage.open()
        await storage.waitForWrite()
        storage.letWrite()
        drop.join()
        #expect(dropped.events == [2])
        #expect(try file.load() == "ab")
        #expect(storage.mostAtOnce == 1)
    }

    @Test func actionThatSavesAtOnceWaitsForTheCurrentSave() async throws {
        let storage = GatedStorage()
        let file = NotesFile(at: "notes", storage: storage)
        let feature = notes <> .saving(\.text, to: { $0 }, within: .zero, now: \.savesNow)
        let store = Store(initialState: Notes(), feature: feature, dependencies: file)
        store.dispatch(.typed("a"))
        await storage.waitForWrite()
        store.dispatch(.typed("ab"))
        storage.open()
        JoinableThread { store.dispatch(.saveNow) }.join()
        #expect(try file.load() == "ab")
        #expect(storage.mostAtOnce == 1)
        await store.settled()
        #expect(storage.writes == 2)
    }

    @Test func changeBackDuringASaveIsSavedToo() async throws {
        let storage = GatedStorage()
        let file = NotesFile(at: "notes", storage: storage)
        let feature = notes <> .saving(\.text, to: { $0 }, within: .zero)
        let store = Store(initialState: Notes(), feature: feature, dependencies: file)
        store.dispatch(.typed("a"))
        await storage.waitForWrite()
        store.dispatch(.typed(""))
        storage.open()
        await store.settled()
        #expect(try file.load() == "")
    }
}
