// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import RexTesting

/// Concurrent calls of all parts of a world.
///
/// A missing lock crashes now and then, and always fails under ThreadSanitizer.
@Suite struct LockWhiteBoxTests {
    /// Calls all operations on two threads in different orders.
    ///
    /// Then calls each operation alone on both threads, since the locks of other operations might
    /// hide a missing one.
    private func meet(_ operations: [@Sendable () -> Void], times: Int = 50) {
        onThreads(2) { index in
            for _ in 0..<times { for operation in index == 0 ? operations : operations.reversed() { operation() } }
        }
        for operation in operations { onThreads(2) { _ in for _ in 0..<times { operation() } } }
    }

    @Test func exploration() {
        let exploration = Exploration(.seed(1), lateness: .zero, keepsEvents: true)
        let run = ActiveRun(number: 1, store: 1, nil, source: nil)
        let place = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        @Sendable func step() -> ReadyQueue.Step { .init(subject: .run(run), moment: .zero, survives: false) {} }
        meet([
            { _ = exploration.world },
            { exploration.note(.test("step")) },
            { exploration.noteCall("call()", of: 1) },
            { exploration.noteProgress() },
            { _ = exploration.testValue(2) { $0.step(among: [1, 2]) } },
            { _ = exploration.chooseStep([step()], or: .testFirst) },
            { _ = exploration.postponesSteps(ahead: .run(run)) },
            { _ = exploration.processesAtOnce() },
            { _ = exploration.queuesFollowUps() },
            { _ = exploration.nextNumber() },
            { exploration.fail(.init(text: "it failed", location: nil, isWeak: true)) },
            { _ = exploration.failure },
            { _ = (exploration.lines, exploration.program, exploration.choices) },
            { _ = (exploration.work, exploration.calls, exploration.isOver) },
            { _ = (exploration.isUsed, exploration.repetition, exploration.isDeflected, exploration.goals) },
            { exploration.notePostponedStepsTaken() },
            { exploration.add(.init(text: "met", location: place, isMet: true)) },
        ])
        #expect(exploration.calls == 200)
        #expect(exploration.nextNumber() == 201)
        onThreads(2) { _ in exploration.end() }
        #expect(exploration.isOver)
    }

    @Test func openRun() {
        let run = ActiveRun(number: 1, store: 1, nil, source: nil)
        let task = Task {}
        let first = RexTestSupport.Recorder<Bool>()
        meet([
            { run.began(task) },
            { run.skip() },
            { _ = (run.isCancelled, run.isSkipped) },
            { if run.noteStep() { first.record(true) } },
        ])
        #expect(first.events == [true])
    }

    @Test func world() {
        let world = WorldCore()
        let store = world.newStore()
        let run = world.begin(nil, of: store)
        meet([
            { world.add(.run(run)) {} },
            { _ = world.drain() },
            { _ = (world.choosesToPostpone(), world.mayBeLate(until: .zero)) },
            { world.endDriving(world.beginDriving()) },
            { world.whenReady {}() },
            { world.wake() },
            { world.endSending(world.beginSending()) },
            { world.note(.handling(cause: nil, task: nil)) },
            { world.note(.done) },
            { _ = (world.newStore(), world.newNumber(), world.isOver) },
            { world.kill(world.newStore(), nil) },
            { _ = world.add(.work {}, at: .seconds(1), number: world.newNumber()) },
            { _ = world.removeEvent(world.newNumber()) },
            { _ = (world.now, world.nextDeadline, world.nextControlledDeadline, world.events) },
            { world.skipEvents(of: store) },
            { world.move(to: .zero) },
            { world.end(world.begin(nil, of: store + 1)) },
            { _ = world.drain(lateUntil: .zero) },
            { RunMark.$current.withValue(RunMark(run, in: world)) {} },
            { world.waitForEscapedTasks(of: store) },
            { _ = (world.readyRuns, world.runs(of: store)) },
        ])
        #expect(world.runs(of: store).map(\.number) == [1])
        onThreads(2) { _ in world.end() }
        #expect(world.isOver)
    }
}
