// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexTestSupport
import RexTesting
import Testing

/// Random programs of changes, saves, failures of each call, losses of power at each call, ends and
/// starts.
///
/// Roles:
/// - `SavingProgram`: the user, who types, waits, saves, and ends or kills the app. It also lets the
///   disk fail and cuts the power. The schedule chooses each step.
/// - `Notes`: the app under test, a text that `savedNotes` saves at most a second after a change.
/// - `SavingModel`: the values that may be on the disk, computed from the documentation alone. There
///   are several after a failed save: the old and the new text.
/// - `Watch`: counts events, since an event that never happened was not tested.
///
/// A failed program is shrunk and printed: first the choices of the schedule with the actions that
/// they led to, then the calls of the user, and in the last line the violated rule, such as "5 is left
/// of [4]": the app has loaded 5, and the model allows only 4.
///
/// To repeat it, run the test again: the program is saved in `.rex-failures` and tried first. Elsewhere,
/// replace the arguments of `exploreSchedules` by those in the first line, such as
/// `exploreSchedules(1, seed: 7)`. `REX_PROGRAMS=1000` sets the number of programs.
@Suite struct SavingProgramTests {
    @Test func eachProgramLeavesTheModelsValuesOnTheDisk() throws {
        let watch = Watch()
        exploreSchedules(programCount) { schedule in
            var program = SavingProgram(schedule, watch)
            for _ in 0..<schedule.int(in: 1...12, "steps") { try program.step() }
            try program.end()
        }
        // An event that never happened was not tested.
        #expect(watch.saves > programCount / 3)
        #expect(watch.failures > programCount / 100)
        #expect(watch.cuts > programCount / 100)
        #expect(watch.starts > programCount / 5)
        #expect(watch.flips > programCount / 20)
        #expect(watch.removals > programCount / 100)
    }
}

/// Counts the events of the programs.
final class Watch {
    var flips = 0
    var removals = 0
    var saves = 0
    var failures = 0
    var cuts = 0
    var starts = 0
}

struct SavingProgram {
    enum Step { case type, tap, wait, saveNow, fail, cut, kill, drop, jump, removeFolder }

    /// Most changes are of the saved part.
    private static let steps: [Step] = [
        .type, .type, .type, .type, .wait, .wait, .saveNow, .saveNow, .fail, .cut, .jump, .kill, .drop, .tap,
        .removeFolder,
    ]

    private let schedule: Schedule
    private let watch: Watch
    private let world: TestWorld
    private let storage: TestStorage
    private var file: NotesFile
    private var test: TestStore<NotesAction, Notes>?
    private var model = SavingModel(text: nil, onDisk: [nil])
    private var number = 0
    /// The number of calls before the power was cut.
    private var cut: Int?
    private var mayFail = false

    init(_ schedule: Schedule, _ watch: Watch) {
        (self.schedule, self.watch) = (schedule, watch)
        world = TestWorld(schedule: schedule)
        storage = TestStorage(in: world)
        file = NotesFile(at: "a/notes", storage: storage)
        test = start(nil)
    }

    private func start(_ text: String?) -> TestStore<NotesAction, Notes> {
        TestStore(
            initialState: Notes(text: text ?? ""),
            feature: savedNotes,
            dependencies: file,
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    mutating func step() throws {
        switch schedule.element(of: Self.steps, "step") {
        case .type:
            number += 1
            // Sometimes changes back to an earlier value.
            let text = schedule.chance(0.2, "an old text") ? "\(schedule.int(in: 0...number, "text"))" : "\(number)"
            test?.send(.typed(text))
            model.type(text)
        case .tap: test?.send(.tapped)
        case .wait:
            try check {
                $0.advance(by: .milliseconds($1))
            } model: {
                $0.advance(by: $1)
            }
        case .jump:
            try check(1_000...100_000) {
                $0.advance(by: .milliseconds($1))
            } model: {
                $0.advance(by: $1)
            }
        case .saveNow:
            try check { test, _ in
                test.send(.saveNow)
            } model: { model, _ in
                model.save()
            }
        case .fail:
            guard cut == nil else { return }
            storage.failCalls(
                after: schedule.int(in: 0...12, "calls before"),
                count: schedule.int(in: 1...3),
                takingEffect: schedule.bool("after the effect"),
                with: ENOSPC
            )
            mayFail = true
        case .cut:
            guard cut == nil, !mayFail else { return }
            let calls = schedule.int(in: 0...14, "calls before")
            storage.cutPower(after: calls)
            cut = storage.callNames.count + calls
        case .removeFolder:
            guard cut == nil, schedule.int(in: 0...3, "really") == 0 else { return }
            storage.removeFolder("a")
            model.removeFolder()
            watch.removals += 1
        case .kill: try restart { $0.kill() }
        case .drop: try restart(saving: true) { $0.finishAll() }
        }
    }

    /// Calls a function after which the store may have saved, and compares.
    private mutating func check(
        _ range: ClosedRange<Int> = 0...1_500,
        _ body: (TestStore<NotesAction, Notes>, Int) -> Void,
        model change: (inout SavingModel, Int) -> Bool
    ) throws {
        guard let test else { return }
        let time = schedule.int(in: range, "milliseconds")
        let problems = failures(in: test)
        body(test, time)
        let hasFailed = failures(in: test) > problems
        let before = model.onDisk
        let hasSaved = change(&model, time)
        try note(hasSaved: hasSaved, hasFailed: hasFailed, before: before)
    }

    /// The number of failed saves.
    ///
    /// Reports of damaged files are included.
    private func failures(in test: TestStore<NotesAction, Notes>) -> Int {
        test.state.problems.count { [.system(ENOSPC), .system(EIO)].contains($0.reason) }
    }

    private mutating func note(hasSaved: Bool, hasFailed: Bool, before: [String?]) throws {
        if hasSaved { watch.saves += 1 }
        if hasFailed {
            watch.failures += 1
            #expect(hasSaved && mayFail, "a save failed without an unsaved change or without a failing call")
            model.fail(before: before)
        } else if let cut, hasSaved, storage.callNames.count > cut {
            // This value was being saved when the power was cut, or later.
            model.onDisk = before.count > 1 || isCutInPast ? before : before + [model.text]
            isCutInPast = true
            watch.cuts += 1
        } else if cut == nil, !mayFail {
            let left = try left()
            #expect(model.onDisk.contains(left))
        }
    }

    private var isCutInPast = false

    private func left() throws -> String? {
        let copy = MemoryStorage()
        for path in try storage.paths(beginningWith: "a/notes") {
            if let bytes = try storage.read(path) { copy.write(bytes, to: path, keepingOldAs: nil) }
        }
        return try NotesFile(at: "a/notes", storage: copy).load()
    }

    /// Ends the app, by a loss of power or normally, and starts it again.
    private mutating func restart(saving: Bool = false, _ end: (TestStore<NotesAction, Notes>) -> Void) throws {
        // Errors at the end reach no action, so no call fails there.
        if saving { storage.failCalls(count: 0, with: 0) }
        let before = model.onDisk
        if let test { end(test) }
        test = nil
        if saving {
            mayFail = false
            try note(hasSaved: model.save(), hasFailed: false, before: before)
            // After a normal end the power stays on, unless it was cut before.
            if cut != nil { storage.kill() }
        }
        (mayFail, cut, isCutInPast) = (false, nil, false)
        file = NotesFile(at: "a/notes", storage: storage)
        let flips = schedule.int(in: 0...3, "a bit flips") == 0 && flip()
        let loaded = try load(mayBeDamaged: flips)
        let allowed = flips ? model.leftOfDamage : Set(model.onDisk)
        #expect(allowed.contains(loaded), "\(loaded ?? "nothing") is left of \(allowed)")
        watch.starts += 1
        model = SavingModel(text: loaded, onDisk: [loaded], previous: model.leftOfDamage)
        test = start(loaded)
    }

    /// Flips a bit of the file or of the previous one.
    ///
    /// Returns false if there is no such file.
    private func flip() -> Bool {
        let path = schedule.bool("of the file before") ? "a/notes.previous" : "a/notes"
        guard let count = try? storage.read(path)?.count, count > 0 else { return false }
        storage.flipBit(
            schedule.int(in: 0...7, "bit"),
            ofByte: schedule.int(in: 0...(count - 1), "byte"),
            in: path
        )
        watch.flips += 1
        return true
    }

    /// Loads the value from a disk that may fail for a while.
    private func load(mayBeDamaged: Bool) throws -> String? {
        if schedule.int(in: 0...3, "the disk fails at the start") == 0 {
            storage.failCalls(
                after: schedule.int(in: 0...10, "calls before"),
                count: schedule.int(in: 1...3, "calls that fail"),
                takingEffect: schedule.bool("after the effect"),
                with: EIO
            )
        }
        defer { storage.failCalls(count: 0, with: 0) }
        for _ in 0..<5 {
            do throws(StorageError) {
                return try file.load()
            } catch {
                #expect(error.reason == .system(EIO) || mayBeDamaged && error.reason == .isDamaged)
            }
        }
        return try file.load()
    }

    mutating func end() throws {
        try restart(saving: true) { $0.finishAll() }
        test?.finish()
    }
}

extension TestStore {
    /// Ends a store normally, without waiting for its timers.
    fileprivate func finishAll() {
        skipActions()
        skipRuns()
        finish()
    }
}
