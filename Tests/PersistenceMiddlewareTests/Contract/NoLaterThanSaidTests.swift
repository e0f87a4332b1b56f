// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// The newest value is saved after the delay at the latest, never on the processing thread, one
/// save at a time.
///
/// A change during a save is saved after it.
@Suite struct NoLaterThanSaidTests {
    @Test func firstChangeStartsTheDelayAndTheNewestValueIsSaved() throws {
        let storage = TestStorage()
        let test = TestStore(
            initialState: Notes(),
            feature: savedNotes,
            dependencies: NotesFile(at: "notes", storage: storage)
        )
        test.send(.typed("a")) { $0.text = "a" }
        test.advance(by: .milliseconds(900))
        test.send(.typed("ab")) { $0.text = "ab" }
        #expect(try text(in: storage) == nil)
        test.advance(by: .milliseconds(100))
        #expect(try text(in: storage) == "ab")
        test.advance(by: .seconds(10))
        test.send(.typed("abc")) { $0.text = "abc" }
        test.advance(by: .milliseconds(999))
        #expect(try text(in: storage) == "ab")
        test.advance(by: .milliseconds(1))
        #expect(try text(in: storage) == "abc")
        test.finish()
    }

    @Test func defaultDelayIsHalfASecond() throws {
        let optional: @Sendable (Notes) -> String? = { $0.text }
        let forms: [Feature<NotesAction, Notes, NotesFile>] = [
            .saving(\.text, to: { $0 }),
            .saving(optional, to: { $0 }),
            .saving(\.text, to: { $0 }, changed: { $0 != $1 }),
        ]
        for saving in forms {
            let storage = TestStorage()
            let file = NotesFile(at: "notes", storage: storage)
            let test = TestStore(initialState: Notes(), feature: notes <> saving, dependencies: file)
            test.advance(by: .seconds(10))
            test.send(.typed("a")) { $0.text = "a" }
            test.advance(by: .milliseconds(499))
            #expect(try text(in: storage) == nil)
            test.advance(by: .milliseconds(1))
            #expect(try text(in: storage) == "a")
            test.finish()
        }
    }

    @Test func falseConditionSavesNothingAtOnce() throws {
        let storage = TestStorage()
        let feature = notes <> .saving(\.text, to: { $0 }, now: { $0 == .tapped })
        let file = NotesFile(at: "notes", storage: storage)
        let test = TestStore(initialState: Notes(), feature: feature, dependencies: file)
        test.send(.typed("a")) { $0.text = "a" }
        #expect(try text(in: storage) == nil)
        test.send(.tapped) { $0.taps = 1 }
        #expect(try text(in: storage) == "a")
        test.finish()
    }

    @Test func unchangedPartIsNotSaved() throws {
        let storage = TestStorage()
        let test = TestStore(
            initialState: Notes(),
            feature: savedNotes,
            dependencies: NotesFile(at: "notes", storage: storage)
        )
        test.send(.tapped) { $0.taps = 1 }
        test.send(.typed(""))
        test.send(.saveNow)
        test.finish()
        test.send(.typed("a")) { $0.text = "a" }
        test.send(.typed("")) { $0.text = "" }
        test.run()
        test.finish()
        #expect(storage.callNames.filter { $0 == "fsync" }.isEmpty)
    }

    @Test func equalValueWithDifferentStorageIsNotSaved() throws {
        let storage = TestStorage()
        let word = "a text that is no small string"
        let file = NotesFile(at: "notes", storage: storage)
        let test = TestStore(initialState: Notes(text: word), feature: savedNotes, dependencies: file)
        test.send(.typed(word.map(String.init).joined()))
        test.run()
        test.finish()
        #expect(!storage.callNames.contains("fsync"))
    }

    @Test func equalLargeValueStartsNoDelay() {
        struct Words: Codable, Sendable, Equatable {
            var set: Set<Int>
            var number = 0
        }
        let feature =
            Feature<Set<Int>, Words, StateFile<Words>> { set, words in words.set = set }
            <> .saving({ $0 }, to: { $0 })
        let file = StateFile<Words>(at: "words", storage: TestStorage())
        let test = TestStore(initialState: Words(set: [1, 2, 3]), feature: feature, dependencies: file)
        test.send([3, 2, 1])
        test.finish()
    }

    @Test func changesFromSeveralThreadsAreSaved() async throws {
        let feature = notes <> .saving(\.text, to: { $0 }, within: .zero, now: \.savesNow) { .notSaved($0) }
        let file = NotesFile(at: "notes", storage: .memory)
        let store = Store(initialState: Notes(), feature: feature, dependencies: file)
        let threads = (1...4).map { thread in
            JoinableThread {
                for number in 1...100 {
                    store.dispatch(.typed("\(thread) \(number)"))
                    if number % 10 == 0 { store.dispatch(.saveNow) }
                }
            }
        }
        for thread in threads { thread.join() }
        await store.settled()
        #expect(store.state.problems == [])
        #expect(try file.load() == store.state.text)
    }

    @Test func saveIsNeverOnTheProcessingThread() async throws {
        let storage = GatedStorage()
        storage.open()
        let feature = notes <> .saving(\.text, to: { $0 }, within: .zero)
        let file = NotesFile(at: "notes", storage: storage)
        let store = Store(initialState: Notes(), feature: feature, dependencies: file)
        JoinableThread(name: "processing") { store.dispatch(.typed("a")) }.join()
        await store.settled()
        #expect(try file.load() == "a")
        #expect(storage.threads == [""])
    }

    @Test func delayUsesTheClockOfTheStore() {
        exploreSchedules(200, seed: 3) { schedule in
            let world = TestWorld(schedule: schedule)
            let storage = TestStorage(in: world)
            let file = NotesFile(at: "notes", storage: storage)
            let test = TestStore(
                initialState: Notes(),
                feature: savedNotes,
                dependencies: file,
                checks: .onlyWhatIsSaid,
                in: world
            )
            var waited = 0
            for number in 1...schedule.int(in: 1...9, "changes") {
                test.send(.typed("\(number)"))
                let time = schedule.int(in: 0...400, "wait")
                test.advance(by: .milliseconds(time))
                waited += time
                // A step may be late, here by at most a millisecond.
                let saved = try text(in: storage).flatMap(Int.init) ?? 0
                if waited > 1_002 { #expect(saved > 0) }
            }
            test.run()
            #expect(try text(in: storage) == test.state.text)
        }
    }
}
