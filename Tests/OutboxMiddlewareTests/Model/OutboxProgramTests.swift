// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#endif

/// Random programs of an app with an outbox: no entry is lost, duplicated or reordered.
///
/// Roles:
/// - `DeskUser`, below: the user. It writes letters, cancels, goes offline, kills the app, and lets the
///   disk fail. The schedule chooses each step.
/// - `Desk`: the app under test, a feature with an outbox of letters. A `Letter` is a job. Letters are
///   numbered in the order in which they were written.
/// - `PostOffice`: the server. It accepts, rejects, fails or hangs, and remembers each call.
/// - `DeskModel`: the expected entries, computed from the documentation alone.
/// - `DeskWatch`: the observer. After each action it compares the outbox with the model and the server.
///   After each launch it compares the file with the entries that no crash may lose.
///
/// A failed program is shrunk and printed: first the choices of the schedule with the actions that
/// they led to, then the calls of the user, and in the last line the violated rule. `step: write` is a
/// choice, `processed:` an action of the store, and `[run 3]` a run of the outbox's effect.
///
/// To repeat it, run the test again: the program is saved in `.rex-failures` and tried first. Elsewhere,
/// replace the arguments of `exploreSchedules` by those in the first line, such as
/// `exploreSchedules(1, seed: 7)`. `REX_PROGRAMS=1000` sets the number of programs.
@Suite struct OutboxProgramTests {
    @Test(arguments: [1, 2]) func programsKeepTheContractOfTheOutbox(limit: Int) {
        let counts = Lock<[String: Int]>([:])
        let count = programCount / 2
        exploreSchedules(count) { schedule in
            let user = DeskUser(limit, schedule)
            for _ in 0..<schedule.int(in: 0...25, "steps") { try user.step() }
            try user.finish()
            let found = user.watch.counts
            counts.withLock { $0.merge(found, uniquingKeysWith: +) }
        }
        let found = counts.withLock { $0 }
        #expect(found["sent"] ?? 0 > count / 2)
        #expect(found["rejected"] ?? 0 > count / 20)
        #expect(found["cancelled"] ?? 0 > count / 20)
        let rest = ["cleared", "removed", "unreadable", "timed out", "flipped", "failed at the start"]
        for event in rest { #expect(found[event] ?? 0 > 0, "\(event)") }
    }
}

/// A user of the app.
///
/// The schedule chooses the steps.
private final class DeskUser {
    private enum Step: CaseIterable {
        case write, cancel, cancelAll, logOut, logIn, retry, connect, wait, answer, crash, crashDuringCalls, end, fail
        case remove

        static let all: [Step] =
            allCases + [
                .write, .write, .write, .write, .write, .write, .cancel, .cancel, .retry, .retry, .connect,
                .wait, .wait, .wait, .wait, .wait, .answer, .answer, .logIn,
            ]
    }

    private let schedule: Schedule
    private let limit: Int
    private let world: TestWorld
    private let storage: TestStorage
    private let office: PostOffice
    let watch: DeskWatch
    private var file: OutboxFile<Letter>
    private var test: TestStore<DeskAction, Desk>?
    private var number = 0
    /// The difference of the numbers of two letters: a multiple of it with one flipped bit is none.
    private static let distance = 11
    private let coder = VersionedCoder()
    private var hasFlipped = false
    /// The outbox of all stores that do not load the file.
    private let initial = Letters()
    private static let features = [1, 2].map { limit in
        [nil, .milliseconds(60)].map { Feature.desk(limit: limit, timeout: $0) }
    }

    init(_ limit: Int, _ schedule: Schedule) {
        (self.limit, self.schedule) = (limit, schedule)
        world = TestWorld(schedule: schedule)
        storage = TestStorage(in: world)
        let hasTimeouts = schedule.bool("attempts have a timeout")
        office = PostOffice(schedule, world.clock, limit: limit, hasTimeouts: hasTimeouts)
        watch = DeskWatch(office)
        file = OutboxFile(at: "folder/outbox", storage: storage, coder: coder)
        begin(with: initial, isOnline: schedule.bool("is online"))
    }

    deinit { office.acceptAll() }

    private func begin(with letters: Letters, isOnline: Bool) {
        let office = office
        test = TestStore(
            initialState: Desk(letters: letters, isOnline: isOnline, watch: watch),
            feature: Self.features[limit - 1][office.hasTimeouts ? 1 : 0],
            dependencies: DeskWorld(file: file) { try await office.post($0, $1) },
            checks: .onlyWhatIsSaid,
            in: world
        )
    }

    func step() throws {
        switch schedule.element(of: Step.all, "step") {
        case .write:
            number += Self.distance
            test?.send(.write(Letter(number: number, lane: schedule.element(of: ["a", "b", "c"], "lane"))))
        case .cancel: someID().map { test?.send(.cancel($0)) }
        case .cancelAll: if schedule.int(in: 0...3, "really") == 0 { test?.send(.cancelAll) }
        case .logOut: if schedule.int(in: 0...1, "really") == 0 { test?.send(.logOut(true)) }
        case .logIn: test?.send(.logOut(false))
        case .remove:
            guard schedule.int(in: 0...1, "really") == 0 else { break }
            watch.removeFile()
            if schedule.bool("the folder as well") {
                storage.removeFolder("folder")
            } else {
                storage.failCalls(count: 0, with: 0)
                try storage.remove("folder/outbox")
            }
        case .retry: someID().map { test?.send(.retry($0)) }
        case .connect: test?.send(.connect(schedule.bool("is online")))
        case .wait: test?.advance(by: .milliseconds(schedule.int(in: 1...150, "wait")))
        case .answer: office.answerHanging()
        case .crash: try crash()
        case .crashDuringCalls: try crashDuringCalls()
        case .end: try end()
        case .fail:
            let calls = (schedule.int(in: 0...8, "calls before"), schedule.int(in: 1...3, "calls that fail"))
            storage.failCalls(
                after: calls.0,
                count: calls.1,
                takingEffect: schedule.bool("after the effect"),
                with: schedule.element(of: [ENOSPC, EIO], "error")
            )
        }
        try check()
    }

    /// Throws the first violation that the watch or the server has found.
    private func check() throws {
        if let wrong = watch.wrong ?? office.wrong { throw Wrong(wrong) }
    }

    private func someID() -> OutboxID? {
        let known = watch.known.map(\.id) + (test?.state.letters.unreadable.map(\.id) ?? [])
        return known.isEmpty ? nil : known[schedule.int(in: 0...known.count - 1, "entry")]
    }

    private func crash() throws {
        let isOnline = test?.state.isOnline ?? true
        test?.kill()
        try restart(isCleanExit: false, isOnline: isOnline)
    }

    /// Crashes after one of the next storage calls, without the app noticing.
    private func crashDuringCalls() throws {
        _ = test?.state
        storage.cutPower(after: schedule.int(in: 0...6, "calls before the crash"))
        watch.losePower()
        office.disconnect()
        number += Self.distance
        test?.send(.write(Letter(number: number, lane: "a")))
        someID().map { test?.send(.cancel($0)) }
        test?.advance(by: .milliseconds(60))
        try crash()
    }

    /// Ends the app normally.
    private func end() throws {
        let isOnline = test?.state.isOnline ?? true
        storage.failCalls(count: 0, with: 0)
        test = nil
        office.restart()
        watch.restart(try file.load(), isCleanExit: true)
        try checkDisk()
        begin(with: try file.load(), isOnline: isOnline)
    }

    /// Checks that no cleared text is on disk.
    private func checkDisk() throws {
        for path in try storage.paths(beginningWith: "folder/outbox") {
            let text = String(decoding: try storage.read(path) ?? [], as: UTF8.self)
            for number in 0...watch.cleared where number > 0 && number.isMultiple(of: Self.distance) {
                let isThere = [",", "}"].contains { end in
                    text.contains("\"number\":\(number)\(end)") || text.contains("\"no\":\(number)\(end)")
                }
                try require(!isThere, "letter \(number) is still in \(path)")
            }
        }
    }

    private func restart(isCleanExit: Bool, isOnline: Bool) throws {
        file = OutboxFile(at: "folder/outbox", storage: storage, coder: coder)
        coder.readsNewForm.withLock { $0 = schedule.bool("the app reads all letters") }
        let flips = flipBit()
        let letters = try load()
        try checkDisk()
        office.restart()
        let isLoaded = schedule.bool("the app loads the file")
        watch.restart(letters, isCleanExit: isCleanExit, isLoaded: isLoaded, flips: flips)
        begin(with: isLoaded ? letters : initial, isOnline: isOnline)
    }

    /// Flips a bit of the log, once in a program, since a second one might be in the other copy of a head.
    private func flipBit() -> Bool {
        let path = "folder/outbox"
        guard !hasFlipped, schedule.int(in: 0...3, "a bit flips") == 0 else { return false }
        guard let count = try? storage.read(path)?.count, count > 0 else { return false }
        storage.flipBit(schedule.int(in: 0...7, "bit"), ofByte: schedule.int(in: 0...(count - 1), "byte"), in: path)
        watch.count("flipped")
        hasFlipped = true
        return true
    }

    /// Loads the file from a disk that may fail at first.
    private func load() throws -> Letters {
        storage.failCalls(count: 0, with: 0)
        guard schedule.int(in: 0...3, "the disk fails at the start") == 0 else { return try file.load() }
        storage.failCalls(
            after: schedule.int(in: 0...10, "calls before"),
            count: schedule.int(in: 1...3, "calls that fail"),
            takingEffect: schedule.bool("after the effect"),
            with: EIO
        )
        defer { storage.failCalls(count: 0, with: 0) }
        for _ in 0..<5 {
            do throws(StorageError) {
                return try file.load()
            } catch {
                watch.count("failed at the start")
                try require(error.reason == .system(EIO), "\(error)")
            }
        }
        return try file.load()
    }

    /// Sends all entries.
    func finish() throws {
        storage.failCalls(count: 0, with: 0)
        office.acceptAll()
        coder.readsNewForm.withLock { $0 = true }
        test?.send(.logOut(false))
        test?.run()
        for entry in test?.state.letters.unreadable ?? [] {
            test?.send(entry.isTorn ? .cancel(entry.id) : .retry(entry.id))
        }
        test?.send(.connect(true))
        test?.run()
        try check()
        try checkDisk()
        let unreadable = test?.state.letters.unreadable ?? []
        try require(unreadable.isEmpty, "entries are unreadable at the end: \(unreadable)")
        let left = test?.state.letters.entries ?? []
        try require(left.allSatisfy { $0.phase.rejection != nil }, "entries are not sent at the end: \(left)")
        for entry in left { test?.send(.retry(entry.id)) }
        test?.run()
        try check()
        let last = test?.state.letters ?? Letters()
        try require(last.isEmpty, "entries are left at the end: \(last.entries)")
        let sent = watch.sentAfterOutcome(besides: office.accepted)
        try require(sent.isEmpty, "sent after their outcome: \(sent)")
        test?.finish()
        try require(file.load().isEmpty, "the file is not empty")
    }
}
