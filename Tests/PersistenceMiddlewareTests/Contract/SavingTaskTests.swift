// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The tasks of pending changes end when the change was saved, with the result for recorders.
@Suite struct SavingTaskTests {
    /// Records the ending of each task.
    private static func watch(_ endings: Recorder<String>) -> Feature<NotesAction, Notes, NotesFile> {
        Feature(
            middleware: AnyMiddleware { _, output in
                output.eachTask { task in
                    guard task.source?.trail.last?.kind == "saving" else { return }
                    task.onEnd { [weak task] in
                        endings.record(task?.ending.map { "\($0)".prefix { $0 != "(" }.description } ?? "")
                    }
                }
            } handle: { _, _, _ in
                .pure()
            }
        )
    }

    private func store(_ storage: some Storage, _ endings: Recorder<String>) -> Store<NotesAction, Notes> {
        Store(
            initialState: Notes(),
            feature: Self.watch(endings) <> savedNotes,
            dependencies: NotesFile(at: "notes", storage: storage)
        )
    }

    @Test func changeSavedAtOnceEndsItsTaskAsSaved() async throws {
        let (storage, endings) = (MemoryStorage(), Recorder<String>())
        let store = store(storage, endings)
        store.dispatch(.typed("a"))
        store.dispatch(.saveNow)
        await store.settled()
        #expect(try text(in: storage) == "a")
        #expect(endings.events == ["returned"])
    }

    @Test func changeThatCannotBeSavedEndsItsTaskAsFailed() async {
        let (storage, endings) = (TestStorage(), Recorder<String>())
        let store = store(storage, endings)
        store.dispatch(.typed("a"))
        storage.failCalls(count: 1, with: ENOSPC)
        store.dispatch(.saveNow)
        await store.settled()
        #expect(store.state.problems.count == 1)
        #expect(endings.events.first == "failed")
    }

    @Test func changeSavedAtTheEndOfTheStoreEndsItsTaskAsSaved() async {
        let endings = Recorder<String>()
        let (ended, end) = AsyncStream<Void>.makeStream()
        do {
            let probe = Feature<NotesAction, Notes, NotesFile>(
                middleware: AnyMiddleware { _, output in
                    output.eachTask { task in task.onEnd { end.yield() } }
                } handle: { _, _, _ in
                    .pure()
                }
            )
            let store = Store(
                initialState: Notes(),
                feature: Self.watch(endings) <> probe <> savedNotes,
                dependencies: NotesFile(at: "notes", storage: MemoryStorage())
            )
            store.dispatch(.typed("a"))
        }
        for await _ in ended { break }
        #expect(endings.events == ["returned"])
    }
}
