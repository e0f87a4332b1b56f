// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Objects that exist before, beside and after a store.
@Suite struct WorldTests {
    private actor Server {
        private(set) var received: [String] = []
        private let clock: TestClock?

        init(_ clock: TestClock? = nil) { self.clock = clock }

        func receive(_ text: String) async throws {
            try await clock?.sleep(for: .seconds(1))
            received.append(text)
        }
    }

    private func store(_ server: Server, in world: TestWorld, checks: TestChecks = .everything) -> TestStore<
        Note, Notes
    > {
        TestStore(
            initialState: Notes(),
            reducer: .notes,
            middleware: Works(works: [
                "a": { work in
                    try await server.receive("a")
                    work.say("sent a")
                }
            ]),
            checks: checks,
            in: world
        )
    }

    @Test func serverUsesTheTimeOfTheWorldBeforeAStoreExists() throws {
        let world = TestWorld()
        let server = Server(world.clock)
        let test = store(server, in: world)
        test.send(.go("a")) { $0.list = ["a"] }
        #expect(try test.perform { await server.received } == [])
        test.advance(by: .seconds(1))
        test.receive(.said("sent a")) { $0.list = ["a", "sent a"] }
        #expect(try test.perform { await server.received } == ["a"])
        test.finish()
    }

    @Test func performAdvancesTheTimeAsNeeded() async throws {
        let world = TestWorld()
        let server = Server(world.clock)
        let test = store(server, in: world, checks: .onlyWhatIsSaid)
        try await test.perform { try await server.receive("test") }
        #expect(world.clock.now.offset == .seconds(1))
        await #expect(throws: Broken.self) { try await test.perform { throw Broken() } }
        test.finish()
    }

    @Test func performThatWaitsOutsideThrows() async throws {
        let test = notesStore()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        #expect(throws: (any Error).self) { try test.perform { for await _ in stream {} } }
        Task.detached { continuation.finish() }
        try await test.perform { for await _ in stream {} }
        test.finish()
    }

    @Test func storesOfAWorldShareTheTimeAndHaveTheirOwnRuns() {
        let world = TestWorld()
        let (one, two) = (store(Server(world.clock), in: world), store(Server(world.clock), in: world))
        one.send(.go("a")) { $0.list = ["a"] }
        two.finish()
        #expect(one.runs.count == 1 && two.runs.isEmpty)
        two.advance(by: .seconds(1))
        one.receive(.said("sent a")) { $0.list = ["a", "sent a"] }
        for test in [one, two] { test.finish() }
    }

    @Test func killedStoreStops() async throws {
        let world = TestWorld()
        let written = Recorder<String>()
        func start() -> TestStore<Note, Notes> {
            TestStore(
                initialState: Notes(),
                reducer: .notes,
                middleware: Works(works: [
                    "a": { work in
                        defer { written.record("end") }
                        written.record("begin")
                        try? await work.sleep(.seconds(1))
                        written.record("woken")
                    }
                ]),
                in: world
            )
        }
        do {
            let first = start()
            first.send(.go("a")) { $0.list = ["a"] }
            first.kill()
            #expect(first.state.list == ["a"])
            #expect(first.runs.isEmpty)
            first.finish()
        }
        let second = start()
        second.advance(by: .seconds(5))
        #expect(second.state.list == [])
        #expect(written.events == ["begin"])
        second.send(.go("a")) { $0.list = ["a"] }
        second.run()
        #expect(written.events == ["begin", "begin", "woken", "end"])
        second.finish()
    }

    /// Actions that the rest of a step sends to the store are never processed.
    @Test func killedStoreProcessesNothingMore() {
        let world = TestWorld()
        let processed = Recorder<Note>()
        let kill = Lock<(@Sendable () -> Void)?>(nil)
        let killed = TestStore(
            initialState: Notes(),
            reducer: .reduce { note, _ in processed.record(note) },
            middleware: Works(works: [
                "a": { work in
                    work.say("before")
                    kill.withLock { $0 }?()
                    work.say("behind")
                }
            ]),
            checks: .onlyWhatIsSaid,
            in: world
        )
        // Called in a step, on the thread of the test.
        nonisolated(unsafe) let store = killed
        kill.withLock { $0 = { unsafe store.kill() } }
        killed.send(.go("a"))
        TestStore(initialState: Notes(), reducer: .notes, middleware: Works(works: [:]), in: world).finish()
        #expect(processed.events == [.go("a"), .said("before")])
    }

    @Test func callOfAKilledStoreFails() {
        let texts = failures {
            let test = notesStore()
            test.kill()
            test.send(.go("a"))
            test.expect { $0.list.isEmpty }
            test.finish()
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("send(.go(\"a\")): The store was killed.") == true)
    }

    /// The inner one of two nested parts waits outside of the test's control.
    @Test func nestedPerformMayWaitOutside() async throws {
        let count = Recorder<Int>()
        try await exploreSchedules(5) { schedule in
            let test = notesStore(schedule: schedule)
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            Task.detached {
                try? await Task.sleep(for: .milliseconds(2))
                continuation.finish()
            }
            try await test.perform { for await _ in stream {} }
            count.record(1)
            test.finish()
        }
        #expect(count.events.count >= 1)
    }

    @Test func bodyOfAnExplorationMayWait() async throws {
        let orders = Recorder<[String]>()
        let explored = try await exploreSchedules(300) { schedule in
            let world = TestWorld(schedule: schedule)
            let server = Server()
            let test = self.store(server, in: world, checks: .onlyWhatIsSaid)
            test.send(.go("a"))
            try await server.receive("test")
            test.run()
            try await world.clock.sleep(for: .seconds(3))
            orders.record(await server.received)
            test.finish()
        }
        #expect(Set(orders.events) == [["a", "test"], ["test", "a"]])
        #expect(orders.events.count == explored.count)
    }

    @Test func failureOfAnAsynchronousBodyIsReportedOnce() async {
        let texts = await failures {
            _ = try? await exploreSchedules(300) { schedule in
                let test = notesStore(checks: .onlyWhatIsSaid, schedule: schedule)
                await Task.yield()
                if schedule.int(in: 0...9, "number") > 4 { throw Broken() }
                test.finish()
            }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("\n    number: 5\n") == true)
        #expect(texts.first?.contains("\nThe body threw an error: Broken()\n") == true)
    }

    @Test func endOfAWorldWakesItsSleepers() async {
        let living = Recorder<Int>()
        for _ in 0..<50 {
            let test = notesStore(
                [
                    "a": { work in
                        let trace = Trace(living)
                        Task {
                            while true { do { try await work.sleep(.seconds(1)) } catch { break } }
                            _ = trace
                        }
                    }
                ],
                checks: .onlyWhatIsSaid
            )
            test.send(.go("a"))
            test.skipRuns()
            test.finish()
        }
        for _ in 0..<1_000 where living.events.reduce(0, +) > 0 { try? await Task.sleep(for: .milliseconds(5)) }
        #expect(living.events.count == 100)
        #expect(living.events.reduce(0, +) == 0)
    }

    private struct Broken: Error {}

    private final class Trace: Sendable {
        private let living: Recorder<Int>

        init(_ living: Recorder<Int>) {
            self.living = living
            living.record(1)
        }

        deinit { living.record(-1) }
    }
}
