// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import RexTesting

/// The steps of a world, from any thread.
@Suite struct WorldCoreWhiteBoxTests {
    private let world = WorldCore()
    private let done = Recorder<String>()

    private func add(_ name: String, of run: ActiveRun, survives: Bool = false) {
        let isTaken = world.add(.run(run), survives: survives) { [done] in done.record(name) }
        #expect(isTaken)
    }

    @Test func stepsOfAKilledStoreRunAtTheEndOfTheWorld() {
        let runs = (0..<2).map { _ in world.begin(nil, of: world.newStore()) }
        for (run, name) in zip(runs, ["killed", "other"]) { add(name, of: run) }
        add("killed, of an actor", of: runs[0], survives: true)
        world.kill(runs[0].store, nil)
        add("killed, later", of: runs[0])
        add("killed, of an actor, later", of: runs[0], survives: true)
        #expect(world.runs(of: runs[0].store).isEmpty && world.runs(of: runs[1].store).count == 1)
        _ = world.begin(nil, of: runs[0].store)
        #expect(world.runs(of: runs[0].store).isEmpty)
        #expect(world.drain())
        #expect(done.events == ["other", "killed, of an actor", "killed, of an actor, later"])
        world.end()
        #expect(done.events.dropFirst(3) == ["killed", "killed, later"])
        #expect(world.runs(of: runs[1].store).isEmpty)
    }

    @Test func readyStepsRunOnceAtTheEndAndLaterOnesAreRejected() {
        world.add(.scheduler) { [done] in done.record("ready") }
        _ = world.add(.work { [done] in done.record("due") }, at: .seconds(1), number: world.newNumber())
        world.end()
        world.end()
        #expect(done.events == ["ready"])
        let isTaken = world.add(.scheduler) { [done] in done.record("late") }
        #expect(!isTaken)
        #expect(!world.add(.work {}, at: .zero, number: world.newNumber()))
        #expect(world.drain() && done.events == ["ready"])
    }

    @Test func killedStoreIsKeptUntilTheEnd() {
        final class Token {}
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            world.kill(world.newStore(), token)
        }
        #expect(kept != nil)
        world.end()
        #expect(kept == nil)
    }

    @Test func watchersAreCalledForStepsOfOtherThreads() {
        let stops = ["one", "two"].map { name in world.whenReady { [done] in done.record(name) } }
        world.drive {
            world.add(.scheduler) {}
            world.wake()
        }
        #expect(done.events == [])
        world.add(.scheduler) {}
        #expect(done.events.sorted() == ["one", "two"])
        stops[0]()
        world.wake()
        #expect(done.events.count == 3 && done.events.last == "two")
        stops[1]()
        world.add(.scheduler) {}
        #expect(done.events.count == 3)
    }

    @Test func timerBelongsToTheRunWhoseStepAddsIt() {
        let run = world.begin(nil, of: world.newStore())
        func wait() { _ = world.add(.work {}, at: .seconds(1), number: world.newNumber()) }
        for subject in [ReadyQueue.Subject.run(run), .scheduler, .run(run), .test] {
            world.add(subject) { wait() }
        }
        world.add(.run(run)) { [world] in
            // Like an observer that advances another test store.
            _ = world.drive { world.drain() }
            wait()
        }
        #expect(world.drain())
        wait()
        #expect(world.events.map { $0.run === run } == [true, false, true, false, true, false])
        #expect(world.events.map(\.isUncontrolled) == Array(repeating: false, count: 6))
    }

    @Test func skipExcludesEventsOfOtherStores() {
        let runs = (0..<2).map { _ in world.begin(nil, of: world.newStore()) }
        for run in runs {
            world.add(.run(run)) { [world] in _ = world.add(.work {}, at: .zero, number: world.newNumber()) }
        }
        #expect(world.drain())
        _ = world.add(.work {}, at: .zero, number: world.newNumber())
        world.skipEvents(of: runs[1].store)
        #expect(world.events.map(\.isSkipped) == [false, true, true])
    }

    @Test func sleepersOfAKilledStoreAreCancelledAtTheEnd() async {
        let clock = TestClock(world)
        let sleepers = (0..<2).map { _ in
            RunExecutor.startTask(in: world, of: world.newStore(), from: nil) { [done] in
                do { try await clock.sleep(for: .seconds(1)) } catch { done.record("\(type(of: error))") }
            }
        }
        #expect(world.drain())
        world.kill(1, nil)
        world.move(to: .seconds(1))
        #expect(world.drain())
        #expect(world.runs(of: 2).isEmpty && done.events == [])
        world.end()
        for sleeper in sleepers { await sleeper.value }
        #expect(done.events == ["CancellationError"])
    }

    @Test func uncontrolledSleeperIsNotTheNextControlledDeadline() async {
        let clock = TestClock(world)
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        while world.events.isEmpty { await Task.yield() }
        #expect(world.nextDeadline == .seconds(1) && world.nextControlledDeadline == nil)
        for moment in [3, 2] { _ = world.add(.work {}, at: .seconds(moment), number: world.newNumber()) }
        #expect(world.nextDeadline == .seconds(1) && world.nextControlledDeadline == .seconds(2))
        #expect(world.events.map(\.isUncontrolled) == [true, false, false])
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(world.events.count == 2)
    }

    @Test func runsAreNamedAfterTheirSources() {
        let place = ActionSource(file: "App/Loading.swift", function: "load()", line: 7, info: nil)
        let runs = [nil, place].map { world.begin($0, of: 1) }
        #expect(runs.map(\.rule) == ["a task without a source", "a task for load() at Loading.swift:7"])
        #expect(runs.map(\.name) == zip(runs, 1...).map { "\($0.rule) [run \($1)]" })
    }
}
