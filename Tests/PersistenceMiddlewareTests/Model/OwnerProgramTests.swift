// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexTestSupport
import RexTesting
import Testing

/// Random programs of users who log in and out, of keychains that are locked, of failures and losses of
/// power at each call, ends and launches.
///
/// A text begins with the name of the user who has typed it, so each file shows whose text it has. The
/// token, which says who is logged in, is not on the disk: a crash loses it or not.
@Suite struct OwnerProgramTests {
    @Test func noListIsLostOrShownToAnotherUser() throws {
        let watch = OwnerWatch()
        exploreSchedules(programCount) { schedule in
            var program = OwnerProgram(schedule, watch)
            for _ in 0..<schedule.int(in: 1...16, "steps") { try program.step() }
            try program.end()
        }
        // An event that never happened was not tested.
        for event in [
            "late", "switch", "removal", "cut", "failure", "unloaded", "split", "flip", "another's file", "between",
        ] {
            #expect(watch.counts[event, default: 0] > programCount / 100, "\(event) of \(watch.counts)")
        }
    }
}

/// Counts the events of the programs.
final class OwnerWatch {
    var counts: [String: Int] = [:]

    func note(_ event: String) { counts[event, default: 0] += 1 }
}

struct OwnerProgram {
    enum Step { case logIn, logInUnloaded, unlock, logOut, type, wait, saveNow, fail, cut, kill, drop }

    private static let steps: [Step] = [
        .logIn, .logIn, .logIn, .logInUnloaded, .unlock, .unlock, .logOut, .type, .type, .type, .type, .wait, .wait,
        .saveNow, .saveNow, .fail, .cut, .kill, .drop,
    ]

    private let schedule: Schedule
    private let watch: OwnerWatch
    private let storage: TestStorage
    private let world: TestWorld
    private var file: NotesFile
    private var test: TestStore<OwnedDeskAction, OwnedDesk>?
    private var model = OwnerModel(user: nil, text: "", after: nil, isLoaded: true)
    /// The user of the keychain.
    private var token: String?
    /// The users that the keychain has had in this process.
    private var tokens: [String?] = [nil]
    private var number = 0
    private var cut: Int?
    private var isCutInPast = false
    private var mayFail = false
    /// Whether a load has met calls that fail, which the next save reports.
    private var hasLoadFailed = false

    init(_ schedule: Schedule, _ watch: OwnerWatch) {
        (self.schedule, self.watch) = (schedule, watch)
        world = TestWorld(schedule: schedule)
        storage = TestStorage(in: world)
        file = NotesFile(at: "a/list", storage: storage)
        test = start(nil, "")
    }

    private func start(_ user: String?, _ text: String) -> TestStore<OwnedDeskAction, OwnedDesk> {
        TestStore(
            initialState: OwnedDesk(user: user, text: text),
            feature: ownedDesk,
            dependencies: file,
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    mutating func step() throws {
        switch schedule.element(of: Self.steps, "step") {
        case .logIn: try logIn(schedule.element(of: ["A", "B"], "user"))
        case .logInUnloaded:
            let user = schedule.element(of: ["A", "B"], "user")
            watch.note("unloaded")
            setToken(user)
            set(user, "")
        case .unlock:
            guard model.user == nil, let token else { return }
            watch.note("late")
            try logIn(token)
        case .logOut:
            setToken(nil)
            set(nil, "")
        case .type:
            number += 1
            let text = "\(model.user ?? "")#\(number)"
            model.set(model.user, text)
            test?.send(.typed(text))
        case .wait:
            try check {
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
            failCalls(ENOSPC)
            mayFail = true
        case .cut:
            guard cut == nil, !mayFail else { return }
            let calls = schedule.int(in: 0...14, "calls before")
            storage.cutPower(after: calls)
            cut = storage.callNames.count + calls
        case .kill: try restart { $0.kill() }
        case .drop: try restart(saving: true) { $0.finishAll() }
        }
        // Reading would use up the calls that fail, or those before the loss of power.
        if cut == nil, !mayFail { try checkFiles() }
    }

    private mutating func setToken(_ user: String?) {
        token = user
        tokens.append(user)
    }

    private mutating func set(_ user: String?, _ text: String) {
        model.set(user, text)
        test?.send(.opened(user, text))
    }

    /// Loads the list of a user and shows it, in one action or in two.
    private mutating func logIn(_ user: String) throws {
        // After the loss of power, a load would see what is lost later.
        guard cut == nil else { return }
        setToken(user)
        if model.user != nil, model.user != user { watch.note("switch") }
        if model.onDisk.contains(where: { $0 != nil && $0?.owner != user }) { watch.note("another's file") }
        let isSplit = schedule.chance(0.3, "in two actions")
        if isSplit {
            watch.note("split")
            // An app that still shows the list of the last user must not save it.
            set(user, model.text)
        }
        let text = try load(user, mayBeDamaged: false)
        try expectNoOther(than: user)
        if schedule.chance(0.3, "time between") {
            watch.note("between")
            try check {
                $0.advance(by: .milliseconds($1))
            } model: {
                $0.advance(by: $1)
            }
        }
        set(user, text ?? "")
    }

    private func failCalls(_ error: Int32) {
        storage.failCalls(
            after: schedule.int(in: 0...12, "calls before"),
            count: schedule.int(in: 1...3, "calls that fail"),
            takingEffect: schedule.bool("after the effect"),
            with: error
        )
    }

    /// Loads from a disk that may fail for a while.
    private mutating func load(_ user: String, mayBeDamaged: Bool) throws -> String? {
        if !mayFail, schedule.int(in: 0...3, "the disk fails") == 0 {
            failCalls(EIO)
            hasLoadFailed = true
        }
        defer {
            storage.failCalls(count: 0, with: 0)
            mayFail = false
        }
        var text: String??
        while text == nil {
            do throws(StorageError) {
                text = .some(try file.load(owner: user))
            } catch {
                let isFailure = [.system(EIO), .system(ENOSPC)].contains(error.reason)
                #expect(isFailure || mayBeDamaged && error.reason == .isDamaged)
            }
        }
        let found = text ?? nil
        #expect(
            model.mayLoad(found, of: user, isDamaged: mayBeDamaged),
            "\(found ?? "nothing") is left for \(user) of \(model.onDisk)"
        )
        model.noteLoad(found, of: user)
        return found
    }

    // MARK: Comparing

    private mutating func check(
        _ body: (TestStore<OwnedDeskAction, OwnedDesk>, Int) -> Void,
        model change: (inout OwnerModel, Int) -> Bool
    ) throws {
        guard let test else { return }
        let time = schedule.int(in: 0...1_500, "milliseconds")
        let problems = failures(in: test)
        body(test, time)
        let hasFailed = failures(in: test) > problems && (mayFail || !hasLoadFailed)
        hasLoadFailed = false
        let before = model.onDisk
        let hasSaved = change(&model, time)
        try note(hasSaved: hasSaved, hasFailed: hasFailed, before: before)
    }

    private func failures(in test: TestStore<OwnedDeskAction, OwnedDesk>) -> Int {
        test.state.problems.count { [.system(ENOSPC), .system(EIO)].contains($0.reason) }
    }

    private mutating func note(hasSaved: Bool, hasFailed: Bool, before: Set<OwnedText?>) throws {
        if hasFailed {
            watch.note("failure")
            #expect(hasSaved && mayFail, "a save failed without an unsaved change or without a failing call")
            model.fail(before: before, isReported: true)
        } else if let cut, hasSaved, storage.callNames.count > cut {
            watch.note("cut")
            if isCutInPast { model.onDisk = before } else { model.fail(before: before, isReported: false) }
            isCutInPast = true
        } else if cut == nil, !mayFail {
            let left = try left()
            #expect(model.onDisk.contains(left), "\(left as Any) is on the disk, not \(model.onDisk)")
            guard hasSaved, model.user == nil else { return }
            watch.note("removal")
            let paths = try files(of: storage, at: "a/list").keys
            #expect(paths.isEmpty, "after the log-out there are \(paths)")
        }
    }

    /// The owner and the text that are on the disk.
    private func left() throws -> OwnedText? {
        for owner in ["A", "B"] {
            let copy = MemoryStorage()
            for path in try storage.paths(beginningWith: "a/list") {
                if let bytes = try storage.read(path) { copy.write(bytes, to: path, keepingOldAs: nil) }
            }
            if let text = try NotesFile(at: "a/list", storage: copy).load(owner: owner) {
                return OwnedText(owner: owner, text: text)
            }
        }
        return nil
    }

    /// No file that names one user has a text of another one.
    private func checkFiles() throws {
        for (path, bytes) in try files(of: storage, at: "a/list") where !bytes.isEmpty {
            let isOfA = bytes.contains("\n1 A\n")
            let isOfB = bytes.contains("\n1 B\n")
            #expect(!(isOfA && bytes.contains("B#")) && !(isOfB && bytes.contains("A#")), "\(path): \(bytes)")
            #expect(!bytes.contains("\"#"), "a text of nobody is saved in \(path): \(bytes)")
        }
    }

    private func expectNoOther(than user: String) throws {
        let other = user == "A" ? "B" : "A"
        for (path, bytes) in try files(of: storage, at: "a/list") {
            #expect(!bytes.contains("\(other)#"), "\(path) has a text of \(other) after a load for \(user)")
        }
    }

    // MARK: Processes

    private mutating func restart(
        saving: Bool = false,
        _ end: (TestStore<OwnedDeskAction, OwnedDesk>) -> Void
    ) throws {
        // Errors at the end reach no action, so no call fails there.
        if saving { storage.failCalls(count: 0, with: 0) }
        let before = model.onDisk
        if let test { end(test) }
        test = nil
        if saving {
            mayFail = false
            try note(hasSaved: model.save(), hasFailed: false, before: before)
            if cut != nil { storage.kill() }
        } else {
            token = schedule.element(of: tokens, "token after the crash")
        }
        storage.failCalls(count: 0, with: 0)
        (mayFail, cut, isCutInPast, tokens) = (false, nil, false, [token])
        file = NotesFile(at: "a/list", storage: storage)
        guard let user = schedule.chance(0.4, "the keychain is locked") ? nil : token else {
            model = OwnerModel(user: nil, text: "", after: model, isLoaded: true)
            test = start(nil, "")
            return
        }
        let isDamaged = schedule.int(in: 0...4, "a bit flips") == 0 && flip()
        let text = try load(user, mayBeDamaged: isDamaged)
        try expectNoOther(than: user)
        model = OwnerModel(user: user, text: text ?? "", after: model, isLoaded: true)
        test = start(user, text ?? "")
    }

    /// Flips a bit of the file or of the one before it.
    ///
    /// Returns false if there is no such file.
    private func flip() -> Bool {
        let path = schedule.bool("of the file before") ? "a/list.previous" : "a/list"
        guard let count = try? storage.read(path)?.count, count > 0 else { return false }
        storage.flipBit(schedule.int(in: 0...7, "bit"), ofByte: schedule.int(in: 0...(count - 1), "byte"), in: path)
        watch.note("flip")
        return true
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
