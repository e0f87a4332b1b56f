// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The end saves: unsaved changes at the end of the store, or at an action of `now:`, are on disk before the
/// release, or the `IO`, returns.
@Suite struct TheEndSavesTests {
    @Test func releaseOfAStoreReturnsAfterTheNewestValueWasSaved() throws {
        let storage = MemoryStorage()
        do {
            let file = NotesFile(at: "notes", storage: storage)
            let store = Store(initialState: Notes(), feature: savedNotes, dependencies: file)
            store.dispatch(.typed("a"))
            store.dispatch(.typed("ab"))
            #expect(try text(in: storage) == nil)
        }
        #expect(try text(in: storage) == "ab")
    }

    @Test(arguments: [Duration.zero, .milliseconds(1)]) func releasedStoreHasUnlockedItsFile(
        within: Duration
    ) throws {
        let folder = try TemporaryFolder()
        let feature = notes <> .saving(\.text, to: { $0 }, within: within)
        for number in 0..<(hasFewRounds ? 200 : 2_000) {
            let file = NotesFile(at: folder.file("notes"))
            let text = try file.load() ?? ""
            #expect(text == (number == 0 ? "" : "\(number - 1) and more"))
            let store = Store(initialState: Notes(text: text), feature: feature, dependencies: file)
            store.dispatch(.typed("\(number)"))
            store.dispatch(.typed("\(number) and more"))
        }
    }

    @Test func saveDuringTheEndOfTheStoreDoesNotLockTheFileAgain() throws {
        let storage = TestStorage()
        let holder = Lock<Store<NotesAction, Notes>?>(nil)
        let outputs = Recorder<AnyActionHandler<NotesAction>>()
        let dropping = Feature<NotesAction, Notes, NotesFile>(
            middleware: AnyMiddleware { _, output in
                outputs.record(output)
            } handle: { action, _, _ in
                guard action == .saveNow else { return .pure() }
                storage.failCalls(count: 1, with: ENOSPC)
                _ = holder.withLock { $0.take() }
                return .pure()
            }
        )
        let file = NotesFile(at: "notes", storage: storage)
        try file.save("old")
        holder.withLock {
            $0 = Store(initialState: Notes(text: "old"), feature: savedNotes <> dropping, dependencies: file)
        }
        outputs.events.first?.dispatch(.typed("new"))
        outputs.events.first?.dispatch(.saveNow)
        #expect(holder.withLock { $0 == nil })
        #expect(try NotesFile(at: "notes", storage: storage).load() == "old")
    }

    @Test func unlockedFileIsLockedAgain() throws {
        let storage = MemoryStorage()
        let file = NotesFile(at: "notes", storage: storage)
        for text in ["a", "b"] {
            let store = Store(initialState: Notes(text: try file.load() ?? ""), feature: savedNotes, dependencies: file)
            store.dispatch(.typed(text))
        }
        let other = NotesFile(at: "notes", storage: storage)
        #expect(try other.load() == "b")
        #expect(throws: StorageError(.lock, "notes", .isInUse)) { try file.save("c") }
    }

    @Test func changeWithAnEndlessDelayIsSavedAtTheEnd() async throws {
        let storage = MemoryStorage()
        do {
            let file = NotesFile(at: "notes", storage: storage)
            let feature = notes <> .saving(\.text, to: { $0 }, within: .seconds(Int64.max))
            let store = Store(initialState: Notes(), feature: feature, dependencies: file)
            store.dispatch(.typed("a"))
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try text(in: storage) == "a")
    }

    @Test func killedStoreSavesNothingInAnyStorage() throws {
        let storage = MemoryStorage()
        do {
            let file = NotesFile(at: "notes", storage: storage)
            let test = TestStore(initialState: Notes(), feature: savedNotes, dependencies: file)
            test.send(.typed("a")) { $0.text = "a" }
            test.send(.saveNow)
            test.send(.typed("b")) { $0.text = "b" }
            test.kill()
        }
        #expect(try text(in: storage) == "a")
    }

    @Test func actionThatSavesAtOnceHasSavedBeforeItsIOReturns() throws {
        let storage = TestStorage()
        let seen = Recorder<String?>()
        let behind = Feature<NotesAction, Notes, NotesFile>(
            middleware: AnyMiddleware { action, _, _ in
                action == .saveNow ? IO { _ in seen.record(try? text(in: storage)) } : .pure()
            }
        )
        let file = NotesFile(at: "notes", storage: storage)
        let test = TestStore(initialState: Notes(), feature: savedNotes <> behind, dependencies: file)
        test.send(.typed("a")) { $0.text = "a" }
        test.send(.saveNow)
        #expect(seen.events == ["a"])
        // No change is pending.
        test.finish()
    }

    @Test func changeOfTheLastActionIsSavedAtTheEnd() throws {
        let storage = MemoryStorage()
        let holder = Lock<Store<NotesAction, Notes>?>(nil)
        let outputs = Recorder<AnyActionHandler<NotesAction>>()
        let dropping = Feature<NotesAction, Notes, NotesFile>(
            middleware: AnyMiddleware { _, output in
                outputs.record(output)
            } handle: { _, _, _ in
                // Before the action was reduced.
                _ = holder.withLock { $0.take() }
                return .pure()
            }
        )
        let file = NotesFile(at: "notes", storage: storage)
        holder.withLock {
            $0 = Store(initialState: Notes(), feature: savedNotes <> dropping, dependencies: file)
        }
        outputs.events.first?.dispatch(.typed("last"))
        #expect(holder.withLock { $0 == nil })
        #expect(try text(in: storage) == "last")
    }

    @Test func failedSaveIsRetriedAtTheEnd() throws {
        let storage = TestStorage()
        let file = NotesFile(at: "notes", storage: storage)
        do {
            let store = Store(initialState: Notes(), feature: savedNotes, dependencies: file)
            store.dispatch(.typed("a"))
            storage.failCalls(after: 5, with: ENOSPC)
            store.dispatch(.saveNow)
            #expect(store.state.problems == [StorageError(.write, "notes", .system(ENOSPC))])
            #expect(try text(in: storage) == nil)
        }
        #expect(try text(in: storage) == "a")
    }

    @Test func releasedStoreUnlocksItsFileDespiteAPendingChange() throws {
        let storage = MemoryStorage()
        for number in 1...50 {
            let file = NotesFile(at: "notes", storage: storage)
            let text = try file.load() ?? ""
            #expect(text == (number == 1 ? "" : "\(number - 1)"))
            let store = Store(initialState: Notes(text: text), feature: savedNotes, dependencies: file)
            store.dispatch(.typed("\(number)"))
        }
    }
}
