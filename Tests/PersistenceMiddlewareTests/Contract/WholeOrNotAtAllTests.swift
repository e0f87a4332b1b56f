// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Saves are atomic: after a crash at any call, `load()` returns a value of the store, the
/// last saved one or the previous one.
@Suite struct WholeOrNotAtAllTests {
    @Test func crashAtAnyCallLeavesTheLastOrThePreviousValue() {
        exploreSchedules(4_000, seed: 1) { schedule in
            let storage = TestStorage(schedule: schedule)
            let file = NotesFile(at: "a/b/notes", storage: storage)
            let cut = schedule.int(in: 0...50, "calls before the cut")
            storage.cutPower(after: cut)
            // The value of the last save that had returned when the power was cut, and the value of the current save.
            var (saved, next): (String?, String?) = (nil, nil)
            for text in ["one", "two", "three"] where storage.callNames.count < cut {
                next = text
                try file.save(text)
                if storage.callNames.count <= cut { saved = text }
            }
            storage.kill()
            let left = try NotesFile(at: "a/b/notes", storage: storage).load()
            #expect(left == saved || left == next, "\(left ?? "nothing") is left after call \(cut)")
        }
    }

    @Test func callsHaveTheDurableOrder() throws {
        let storage = TestStorage()
        let file = NotesFile(at: "notes", storage: storage)
        try file.save("one")
        let before = storage.callNames.count
        try file.save("two")
        let calls = storage.callNames.dropFirst(before).filter { $0 != "open" }
        #expect(calls == ["unlink", "write", "write", "fsync", "unlink", "link", "rename", "rename", "fsync"])
    }

    @Test func fileFormatIsStable() throws {
        let storage = MemoryStorage()
        let file = StateFile<[Double]>(at: "numbers", storage: storage)
        try file.save([1.5, .infinity, -.infinity, .nan])
        let bytes = try #require(storage.read("numbers"))
        let line = "Rex State 2 1 0 24 709886596033414837 429172414100433361\n"
        #expect(String(decoding: bytes, as: UTF8.self) == line + line + line + #"[1.5,"inf","-inf","nan"]"#)
        let numbers = try #require(try file.load())
        #expect(numbers.prefix(3) == [1.5, .infinity, -.infinity])
        #expect(numbers.last?.isNaN == true)
        let numberedLine = "Rex State 2 3 0 12 10949445278480609550 626140092087686852\n"
        let numbered = numberedLine + numberedLine + numberedLine + "[1,234,5678]"
        try StateFile<[Int]>(at: "number", version: 3, storage: storage) {
            for version in 1...2 { $0.from(version) { (old: [Int]) in old } }
        }
        .save([1, 234, 5678])
        #expect(storage.read("number").map { String(decoding: $0, as: UTF8.self) } == numbered)
    }

    @Test func fileMayBeUsedFromSeveralThreads() throws {
        let file = StateFile<Int>(at: "number", storage: .memory)
        let problems = Recorder<String>()
        let threads = (1...4).map { number in
            JoinableThread {
                for _ in 0..<50 {
                    do {
                        try file.save(number)
                        if let saved = try file.load(), !(1...4).contains(saved) { problems.record("\(saved)") }
                    } catch {
                        problems.record("\(error)")
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(problems.events == [])
    }

    @Test func aFeatureMayBeSharedByStoresOfSeveralThreads() throws {
        let storage = MemoryStorage()
        let file = NotesFile(at: "notes", storage: storage)
        let feature = notes <> .saving(\.text, to: { $0 }, now: \.savesNow)
        let threads = (1...4).map { number in
            JoinableThread {
                for round in 0..<20 {
                    let store = Store(initialState: Notes(), feature: feature, dependencies: file)
                    store.dispatch(.typed("\(number) \(round)"))
                    store.dispatch(.saveNow)
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(try file.load()?.hasSuffix(" 19") == true)
    }

    @Test func removedValueDoesNotReturnAsThePreviousOne() {
        exploreSchedules(1_000, seed: 2) { schedule in
            let storage = TestStorage(schedule: schedule)
            let file = NotesFile(at: "notes", storage: storage)
            try file.save("one")
            try file.save("two")
            storage.cutPower(after: schedule.int(in: 0...16, "calls before the cut"))
            try file.remove()
            storage.kill()
            let left = try NotesFile(at: "notes", storage: storage).load()
            #expect(left == nil || left == "two")
        }
    }
}
