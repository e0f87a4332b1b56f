// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A task, and an output that is revoked, know their actions until each was reduced or dropped.
@Suite struct SenderTests {
    private let notes = Recorder<String>()

    private final class Finishing: StoreTaskOwner {
        let notes: Recorder<String>

        init(_ notes: Recorder<String>) {
            self.notes = notes
        }

        func didReturn(isFinished: Bool) { notes.record(isFinished ? "finished at its return" : "returned") }
        func didFinish() { notes.record("finished") }
        func afterFinish() { notes.record("done") }
    }

    /// A store that processes when the test runs its job.
    private final class WaitingStore: Sendable {
        let jobs = Recorder<@Sendable () -> Void>()
        private let outputs = Recorder<AnyActionHandler<Int>>()
        private let kept: Lock<Store<Int, [Int]>?>

        init(_ notes: Recorder<String>) {
            let (jobs, outputs) = (jobs, outputs)
            kept = Lock(
                Store(
                    initialState: [],
                    reducer: listing,
                    middleware: AnyMiddleware<Int, Int, [Int]> { _, output in
                        outputs.record(output)
                    } handle: { action, _, _ in
                        IO { _ in notes.record("IO of \(action)") }
                    },
                    executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
                )
            )
        }

        var output: AnyActionHandler<Int> { outputs.events[0] }
        var state: [Int] { kept.withLock { $0 }?.state ?? [] }

        func process() { for job in jobs.events { job() } }
        func end() {
            let store = kept.withLock { $0.take() }
            withExtendedLifetime(store) {}
        }
    }

    /// Runs a task for an owner until its operation has returned.
    private func run(
        on output: AnyActionHandler<Int>,
        task: StoreTask = StoreTask(),
        _ operation: @escaping @Sendable (StoreTask) -> Void
    ) async {
        output.start(task, for: Finishing(notes)) { _ in operation(task) }
        while !notes.events.contains(where: { $0.contains("return") }) { await Task.yield() }
    }

    @Test(arguments: [false, true])
    func taskOnARevocableOutputFinishesWhetherOrNotItIsRevoked(revokes: Bool) async {
        let store = WaitingStore(notes)
        let (output, revoke) = store.output.revocable()
        await run(on: output) { task in output.dispatch(1, as: task) }
        if revokes { revoke() }
        store.process()
        #expect(store.state == (revokes ? [] : [1]))
        #expect(notes.events == ["returned", "finished"] + (revokes ? [] : ["IO of 1"]) + ["done"])
    }

    /// The outer task sends the actions of the inner one.
    @Test(arguments: [false, true])
    func eachOfTwoTasksKnowsAnActionThatBothSend(cancelsOuter: Bool) async {
        let store = WaitingStore(notes)
        let (outer, inner) = (StoreTask(), StoreTask())
        store.output.start(outer, for: Finishing(notes)) { [output = store.output] _ in
            inner.output(to: outer.output(to: output)).dispatch(1)
        }
        while notes.events.isEmpty { await Task.yield() }
        store.output.start(inner, for: Finishing(notes)) { _ in }
        while notes.events.count < 2 { await Task.yield() }
        #expect(notes.events == ["returned", "returned"])
        (cancelsOuter ? outer : inner).cancel()
        store.process()
        #expect(store.state == [])
        #expect(notes.events == ["returned", "returned", "finished", "finished", "done", "done"])
    }

    @Test func taskFinishesWithItsActionInAnotherStore() async {
        let (own, other) = (WaitingStore(notes), WaitingStore(notes))
        let foreign = AnyActionHandler<Int> { [output = other.output] action in
            output.dispatch(action.action + 10, from: action.dispatcher.derived(by: "moved"))
        }
        let task = StoreTask()
        await run(on: own.output, task: task) { task in
            own.output.dispatch(1, as: task)
            foreign.dispatch(1, as: task)
        }
        own.process()
        #expect(notes.events == ["returned", "IO of 1"])
        other.process()
        #expect((own.state, other.state) == ([1], [11]))
        #expect(notes.events == ["returned", "IO of 1", "finished", "IO of 11", "done"])
    }

    @Test func taskFinishesWhenTheStoreEndsWithItsActions() async {
        let store = WaitingStore(notes)
        await run(on: store.output) { task in
            for number in 1...3 { store.output.dispatch(number, as: task) }
        }
        store.end()
        #expect(notes.events == ["returned", "finished", "done"])
    }

    @Test(arguments: [false, true])
    func keptActionIsProcessedAfterTheReturnIfTheTaskMaySendThen(maySend: Bool) async {
        let store = WaitingStore(notes)
        let kept = Recorder<DispatchedAction<Int>>()
        let keeping = AnyActionHandler<Int> { kept.record($0) }
        await run(on: store.output, task: StoreTask(maySendAfterReturn: maySend)) { task in
            keeping.dispatch(1, as: task)
        }
        #expect(notes.events == ["finished at its return"])
        store.output.dispatch(kept.events[0])
        store.process()
        #expect(store.state == (maySend ? [1] : []))
        #expect(notes.events == ["finished at its return"] + (maySend ? ["IO of 1"] : []))
    }

    @Test func answerToAnUnprocessedActionIsRevokedWithIt() {
        let store = WaitingStore(notes)
        let answering = AnyActionHandler<Int> { [output = store.output] action in
            IO.send(7, from: action.dispatcher, derivedBy: ActionSource.Step.here(kind: "answer", text: "answer"))
                .run(output)
        }
        let (output, revoke) = answering.revocable()
        output.dispatch(1)
        revoke()
        store.process()
        #expect(store.state == [])
    }

    /// A middleware may keep the source of an action for long, and sends other actions with it.
    @Test func sourceThatAMiddlewareGetsKeepsNoTask() async {
        let released = Weak()
        let sources = Recorder<ActionSource>()
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware { action, source, _ in
                sources.record(source)
                guard action == 0 else { return .pure() }
                return IO { output in
                    let task = StoreTask(from: source)
                    released.set(task)
                    output.start(task) { output.dispatch(1, as: $0) }
                }
            }
        )
        store.dispatch(0)
        await store.settled()
        #expect(sources.events.count == 2)
        for _ in 0..<1_000 where released.isThere { await Task.yield() }
        #expect(!released.isThere)
    }

    /// A store without middlewares reduces most actions at once.
    @Test func revokedActionIsDroppedByAStoreWithoutMiddlewares() {
        let store = Store(initialState: [], reducer: listing)
        let kept = Recorder<DispatchedAction<Int>>()
        let (output, revoke) = AnyActionHandler<Int> { kept.record($0) }.revocable()
        output.dispatch(1)
        store.dispatch(kept.events[0])
        revoke()
        store.dispatch(kept.events[0])
        #expect(store.state == [1])
    }

    private final class Revoking: StoreTaskOwner {
        var isRevoked: Bool { true }
    }

    @Test func taskStaysRevokedAfterItsEnd() async {
        let store = WaitingStore(notes)
        let task = StoreTask()
        task.onEnd { [notes] in notes.record("ended") }
        store.output.start(task, for: Revoking()) { _ in }
        while notes.events.isEmpty { await Task.yield() }
        store.output.dispatch(1, as: task)
        store.process()
        #expect(task.isRevoked && !task.isCancelled)
        #expect(store.state == [])
    }

    /// The operation returns while the `IO` of its last action runs.
    @Test func taskIsDoneAfterTheIOOfItsLastActionAlthoughItReturnsDuringThat() async {
        let (isInIO, mayEnd) = (Gate(), Gate())
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware { [notes] action, source, _ in
                guard action == 0 else {
                    return IO { _ in
                        isInIO.open()
                        mayEnd.wait()
                        notes.record("IO")
                    }
                }
                return IO { output in
                    let task = StoreTask()
                    output.start(task, for: Finishing(notes)) { _ in
                        _ = JoinableThread { output.dispatch(1, as: task) }
                        isInIO.wait()
                    }
                }
            }
        )
        store.dispatch(0)
        while notes.events.count < 2 { await Task.yield() }
        #expect(notes.events == ["returned", "finished"])
        mayEnd.open()
        while notes.events.count < 4 { await Task.yield() }
        #expect(notes.events == ["returned", "finished", "IO", "done"])
    }

    @Test func reportOfARevokedActionNamesItsTaskAndKeepsNone() {
        let reports = Recorder<(reason: SkippedAction.Reason, source: ActionSource)>()
        let (outputs, jobs) = (Recorder<AnyActionHandler<Int>>(), Recorder<@Sendable () -> Void>())
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware { _, output in
                outputs.record(output)
                output.observe(.skipped) { event in
                    if case .skipped(let skipped) = event { reports.record((skipped.reason, skipped.source)) }
                }
            } handle: { _, _, _ in
                .pure()
            },
            executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
        )
        let task = StoreTask()
        let (output, revoke) = outputs.events[0].revocable()
        output.dispatch(1, as: task)
        revoke()
        for job in jobs.events { job() }
        let closed = outputs.events[0].filter({ false }, as: ActionSource.Step.here(kind: "gate", text: "gate"))
        closed.dispatch(1, as: task)
        #expect(reports.events.map(\.reason) == [.cancelled(by: nil, task: task.number), .gateIsClosed])
        // An action that a tool sends with the source isn't one of the task.
        task.cancel()
        outputs.events[0].dispatch(2, from: reports.events[1].source)
        for job in jobs.events { job() }
        #expect(store.state == 1)
    }

    /// A weak reference to a task.
    private final class Weak: Sendable {
        private struct Reference {
            weak var task: StoreTask?
        }

        private let reference = Lock(Reference())

        func set(_ task: StoreTask) { reference.withLock { $0.task = task } }
        var isThere: Bool { reference.withLock { $0.task != nil } }
    }
}
