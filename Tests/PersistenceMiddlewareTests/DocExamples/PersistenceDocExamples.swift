// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// The examples in the doc comments of `StateFile`, `StateMigrations`, `StorageError` and `TestStorage`.
@Suite struct PersistenceDocExamples {
    struct FirstDrafts: Codable, Sendable { var texts: [String] }
    struct SecondDrafts: Codable, Sendable { var texts: [String] }

    @Test func fileWithMigrations() throws {
        let storage = MemoryStorage()
        try StateFile<FirstDrafts>(at: "drafts.state", storage: storage).save(FirstDrafts(texts: ["b", "a"]))
        let drafts = StateFile<Drafts>(at: "drafts.state", version: 3, storage: storage) { migrate in
            migrate.from(1, to: 2) { (old: FirstDrafts) in SecondDrafts(texts: old.texts.sorted()) }
            migrate.from(2) { (old: SecondDrafts) in Drafts(texts: old.texts.map(Draft.init)) }
        }
        let saved = try drafts.load() ?? Drafts()
        #expect(saved.texts.map(\.text) == ["a", "b"])
    }

    @Test func errorIsASentence() {
        let error = StorageError(.write, "drafts.state", .system(28))
        #expect("\(error)" == "drafts.state cannot be written: No space left on device.")
    }

    @Test func storageKilledWithAStore() throws {
        let world = TestWorld()
        let storage = TestStorage(in: world)
        func file() -> NotesFile { NotesFile(at: "notes", storage: storage) }
        let first = TestStore(initialState: Notes(), feature: savedNotes, dependencies: file(), in: world)
        first.send(.typed("tea")) { $0.text = "tea" }
        first.advance(by: .seconds(1))
        first.send(.typed("milk")) { $0.text = "milk" }
        first.kill()
        let next = file()
        #expect(try next.load() == "tea")
        let second = TestStore(initialState: Notes(text: "tea"), feature: savedNotes, dependencies: next, in: world)
        second.finish()
    }
}
