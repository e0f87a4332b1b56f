// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import RexTesting

/// What runs on other threads do with the parts of a world while the test does the same.
///
/// What is not locked crashes now and then, and always fails under ThreadSanitizer.
@Suite struct LockWhiteBoxTests {
    /// Calls each of the operations on two threads, in other orders, then each with itself alone: what locks often orders what does not.
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
            { _ = exploration.answer(2) { $0.step(among: [1, 2]) } },
            { _ = exploration.chooseStep([step()], or: .testFirst) },
            { _ = exploration.leavesSteps(ahead: .run(run)) },
            { _ = exploration.processesAtOnce() },
            { _ = exploration.leavesTheRest() },
            { _ = exploration.nextNumber() },
            { exploration.fail(.init(text: "it failed", place: nil, isWeak: true)) },
            { _ = exploration.failure },
            { _ = (exploration.lines, exploration.program, exploration.choices) },
            { _ = (exploration.work, exploration.calls, exploration.isOver) },
            { _ = (exploration.isUsed, exploration.repetition, exploration.isDeflected, exploration.goals) },
            { exploration.takesAllThatIsLeft() },
            { exploration.add(.init(text: "met", place: place, isMet: true)) },
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
            { if run.takesStep() { first.record(true) } },
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
            { _ = (world.mayLeaveSteps, world.mayBeLate(until: .zero)) },
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
            { _ = (world.now, world.nextMoment, world.nextOwnMoment, world.events) },
            { world.skipEvents(of: store) },
            { world.move(to: .zero) },
            { world.end(world.begin(nil, of: store + 1)) },
            { _ = world.drain(lateUntil: .zero) },
            { world.postponeEvent(1, to: .seconds(2)) },
            { RunMark.$current.withValue(RunMark(run, in: world)) {} },
            { world.waitForEscapedTasks(of: store) },
            { _ = (world.readyRuns, world.runs(of: store)) },
        ])
        #expect(world.runs(of: store).map(\.number) == [1])
        onThreads(2) { _ in world.end() }
        #expect(world.isOver)
    }
}
