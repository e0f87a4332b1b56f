// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct StoreTaskTests {
    private let notes = Recorder<String>()

    /// Returns a store with a task for each positive action.
    ///
    /// The task of the action 9 waits for its cancellation.
    private func store(tasks: Recorder<StoreTask> = Recorder()) -> Store<Int, [Int]> {
        let middleware = AnyMiddleware<Int, Int, [Int]> { [notes] action, source, _ in
            guard action > 0 else { return .pure() }
            return IO { output in
                tasks.record(
                    output.startTask { output in
                        if action == 9 { await untilCancelled() }
                        notes.record(Task.isCancelled ? "cancelled" : "finished")
                        output.dispatch(-action, from: source)
                    }
                )
            }
        }
        return Store(initialState: [], reducer: listing, middleware: middleware)
    }

    @Test func settledWaitsForTasksAndTheirActions() async {
        let store = store()
        for action in 1...3 { store.dispatch(action) }
        await store.settled()
        #expect(Set(store.state) == [1, 2, 3, -1, -2, -3])
        #expect(notes.events == ["finished", "finished", "finished"])
    }

    @Test func taskInAnIOBelongsToItsStore() async {
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware { action, source, _ in
                action == 1 ? .task { output in output.dispatch(2, from: source) } : .pure()
            }
        )
        store.dispatch(1)
        await store.settled()
        #expect(store.state == [1, 2])
    }

    @Test func cancelledTaskEndsAndSendsNoMore() async {
        let tasks = Recorder<StoreTask>()
        let store = store(tasks: tasks)
        store.dispatch(9)
        tasks.events[0].cancel()
        tasks.events[0].cancel()
        await store.settled()
        #expect(notes.events == ["cancelled"])
        #expect(store.state == [9])
    }

    @Test func endOfTheStoreCancelsItsTasks() async {
        let ended = AsyncStream<Void>.makeStream()
        var store: Store<Int, Int>? = Store(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware<Int, Int, Int> { _, source, _ in
                .task { output in
                    await untilCancelled()
                    output.dispatch(1, from: source)
                    ended.continuation.finish()
                }
            }
        )
        weak let gone = store
        store?.dispatch(1)
        store = nil
        #expect(gone == nil)
        for await _ in ended.stream {}
    }

    @Test func taskStartedAfterTheEndIsCancelledAtOnce() async {
        let outputs = Recorder<AnyActionHandler<Int>>()
        do {
            _ = Store(
                initialState: 0,
                reducer: counting,
                middleware: AnyMiddleware<Int, Int, Int> { _, output in
                    outputs.record(output)
                } handle: { _, _, _ in
                    .pure()
                }
            )
        }
        let ended = AsyncStream<Bool>.makeStream()
        outputs.events[0].startTask { _ in
            await untilCancelled()
            ended.continuation.yield(Task.isCancelled)
            ended.continuation.finish()
        }
        for await isCancelled in ended.stream { #expect(isCancelled) }
    }

    @Test func environmentStartsTheTasksAndHasTheClock() async {
        let started = Recorder<@Sendable () async -> Void>()
        let environment = StoreEnvironment(clock: SuspendingClock()) { _, operation in
            started.record(operation)
            return Task {}
        }
        let clocks = Recorder<String>()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware { action, source, _ in
                guard action == 1 else { return .pure() }
                return IO { output in
                    clocks.record("\(type(of: output.environment.clock))")
                    output.startTask { $0.dispatch(2, from: source) }
                }
            },
            environment: environment
        )
        store.dispatch(1)
        #expect(store.state == [1])
        await started.events[0]()
        #expect(store.state == [1, 2])
        #expect(clocks.events == ["SuspendingClock"])
        await store.settled()
    }

    @Test func taskHasASourceAndItsActionsHaveItsNumber() async throws {
        let tasks = Recorder<StoreTask>()
        let outputs = Recorder<AnyActionHandler<Int>>()
        let started = Recorder<String?>()
        let environment = StoreEnvironment(clock: ContinuousClock()) { source, operation in
            started.record(source?.info)
            return Task(operation: operation)
        }
        let senders = Recorder<Int?>()
        let middleware = AnyMiddleware<Int, Int, [Int]> { _, output in
            outputs.record(output)
            output.eachTask { tasks.record($0) }
        } handle: { [notes] action, source, _ in
            senders.record(outputs.events[0].task(of: source))
            guard action > 0 else { return .pure() }
            return IO { output in
                let task = output.startTask(from: source.derived(by: "Search", line: 7)) { output in
                    output.dispatch(-action, from: source)
                }
                task.onEnd { notes.record("\(action)") }
            }
        }
        let store = Store(initialState: [], reducer: listing, middleware: middleware, environment: environment)
        store.dispatch(1)
        await store.settled()
        store.dispatch(2)
        await store.settled()
        #expect(store.state == [1, -1, 2, -2])
        let (first, second) = try (#require(tasks.events.first), #require(tasks.events.last))
        #expect(first.number < second.number)
        #expect(senders.events == [nil, first.number, nil, second.number])
        #expect(notes.events == ["1", "2"])
        #expect(first.source?.info == "Search at StoreTaskTests.swift:7")
        #expect(started.events == [first.source?.info, second.source?.info])
        second.onEnd { [notes] in notes.record("late") }
        #expect(notes.events.last == "late")
        #expect(outputs.events[0].task(of: .here()) == nil)
        #expect(AnyActionHandler<Int> { _ in }.task(of: .here()) == nil)
        #expect(!first.isCancelled)
        first.cancel()
        #expect(first.isCancelled)
    }

    @Test func createdTaskCanBeCancelledBeforeItStarts() async {
        let task = StoreTask(from: .here(info: "made"))
        #expect(task.source?.info == "made")
        #expect(StoreTask().source == nil)
        task.cancel()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware { [notes] action, source, _ in
                guard action == 1 else { return .pure() }
                return IO { output in
                    output.start(task) { task in
                        notes.record(task.isCancelled ? "cancelled" : "free")
                        output.dispatch(2, from: source, as: task)
                        output.dispatch(2, as: task)
                        task.output(to: output).dispatch(3, from: source)
                    }
                }
            }
        )
        store.dispatch(1)
        await store.settled()
        #expect(notes.events == ["cancelled"])
        #expect(store.state == [1])
    }

    /// The owner of a task with data, which creates its source lazily.
    private final class Reading: StoreTaskOwner {
        let task = StoreTask()
        let page: Int
        let trigger: ActionSource

        init(_ page: Int, from source: ActionSource) {
            self.page = page
            trigger = source
        }

        var source: ActionSource? {
            let step = "Reading page \(page)"
            return trigger.derived(by: step, file: "Pages/Reading.swift", line: 3)
        }
    }

    @Test func operationGetsTheTaskAndSendsFromItsSource() async {
        let sources = Recorder<String?>()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware { [notes] action, source, _ in
                sources.record(source.info)
                guard action < 0 else { return .pure() }
                let closed = source.derived(by: "Closed", file: "Pages/Reading.swift", line: 5)
                return IO { output in
                    let reading = Reading(-action, from: source)
                    output.start(reading.task, for: reading) { reading in
                        for number in 1...2 { output.dispatch(number * reading.page, as: reading.task) }
                        output.dispatch(0, from: source, as: reading.task)
                        output.dispatch(1, from: closed, as: reading.task)
                    }
                    output.start(StoreTask()) { task in
                        notes.record(task.source?.info ?? "nothing said")
                    }
                }
            }
        )
        store.dispatch(-7, from: .here(info: "by hand"))
        await store.settled()
        #expect(store.state == [-7, 7, 14, 0, 1])
        let reading = "by hand\nReading page 7 at Reading.swift:3"
        #expect(sources.events == ["by hand", reading, reading, "by hand", "by hand\nClosed at Reading.swift:5"])
        #expect(notes.events == ["nothing said"])
    }

    @Test func actionOfATaskWithoutASourceHasAnEmptyLocation() async {
        let sources = Recorder<ActionSource>()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware { action, source, _ in
                sources.record(source)
                return action == 1 ? IO { output in output.start(StoreTask()) { output.dispatch(2, as: $0) } } : .pure()
            }
        )
        store.dispatch(1)
        await store.settled()
        #expect(sources.events.map(\.file.isEmpty) == [false, true])
        #expect(sources.events.last?.info == nil)
    }

    /// The owner of a task, which records its end.
    private final class Finishing: StoreTaskOwner {
        let notes: Recorder<String>

        init(_ notes: Recorder<String>) {
            self.notes = notes
        }

        func didReturn(isFinished: Bool) { notes.record(isFinished ? "finished" : "returned") }
        func didFinish() { notes.record("finished") }
    }

    /// The test decides when the store processes and when its tasks run.
    @Test(arguments: [false, true])
    func taskFinishesAfterItsReturnAndItsLastQueuedAction(cancels: Bool) async {
        let scheduled = Recorder<@Sendable () -> Void>()
        let operations = Recorder<@Sendable () async -> Void>()
        let outputs = Recorder<AnyActionHandler<Int>>()
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: .reduce { [notes] action, state in
                notes.record("reduces \(action)")
                state.append(action)
            },
            middleware: AnyMiddleware<Int, Int, [Int]> { _, output in
                outputs.record(output)
            } handle: { [notes] action, _, _ in
                IO { _ in notes.record("after \(action)") }
            },
            executor: StoreExecutor {
                false
            } enqueue: {
                scheduled.record($0)
            },
            environment: StoreEnvironment(clock: ContinuousClock()) { _, operation in
                operations.record(operation)
                return Task {}
            }
        )
        let source = ActionSource.here().derived(by: "Search")
        let task = StoreTask(from: source)
        let output = outputs.events[0]
        output.start(task, for: Finishing(notes)) { _ in
            output.dispatch(1, from: source, as: task)
            let own = task.output(to: output)
            own.dispatch(2, from: source)
            own.dispatch(3, from: .here(info: "another one"))
            output.dispatch(4, as: task)
            output.dispatch(5, as: task, isLastWord: true)
        }
        await operations.events[0]()
        #expect(notes.events == ["returned"])
        if cancels { task.cancel() }
        scheduled.events[0]()
        #expect(store.state == (cancels ? [5] : [1, 2, 3, 4, 5]))
        #expect(notes.events.suffix(3) == ["reduces 5", "finished", "after 5"])
        #expect(notes.events.filter { $0 == "finished" }.count == 1)
        // Actions that are sent with the finished task have no effect on it.
        output.dispatch(6, as: task)
        scheduled.events.last?()
        #expect(store.state.last == (cancels ? 5 : 6))
        #expect(notes.events.filter { $0 == "finished" }.count == 1)
    }

    @Test(arguments: [false, true]) func taskWithoutProcessedActionsFinishes(sends: Bool) async {
        let output = AnyActionHandler<Int> { _ in }.filter { false }
        let task = StoreTask(from: .here())
        output.start(task, for: Finishing(notes)) { _ in if sends { output.dispatch(1, as: task) } }
        while notes.events.isEmpty { await Task.yield() }
        #expect(notes.events == ["finished"])
    }

    /// An action may be processed while another thread cancels its task.
    @Test func tasksMayBeCancelledByAThreadWhileTheirActionsAreProcessed() async {
        let outputs = Lock<[Int: AnyActionHandler<Int>]>([:])
        let outputOfStore = Recorder<AnyActionHandler<Int>>()
        let middleware = AnyMiddleware<Int, Int, Int> {
            outputOfStore.record($1)
        } handle: { _, _, _ in
            .pure()
        }
        let store = Store(initialState: 0, reducer: counting, middleware: middleware)
        let rounds = 300
        let tasks = (0..<rounds).map { round in
            outputOfStore.events[0].startTask { output in outputs.withLock { $0[round] = output } }
        }
        await store.settled()
        for (round, task) in tasks.enumerated() {
            guard let output = outputs.withLock({ $0[round] }) else { continue }
            let gate = Gate()
            onThreads(2) { index in
                if index == 0 {
                    for number in 0..<20 {
                        output.dispatch(1)
                        if number == 10 { gate.open() }
                    }
                } else {
                    gate.wait()
                    task.cancel()
                }
            }
        }
        #expect((11 * rounds...20 * rounds).contains(store.state))
        let before = store.state
        for output in outputs.withLock({ $0.values }) { output.dispatch(1) }
        #expect(store.state == before)
    }

    @Test func startingATaskTwiceTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (task, output) = (StoreTask(), AnyActionHandler<Int> { _ in })
            for _ in 0..<2 { output.start(task) { _ in } }
        }
        expectMessage(of: result, contains: "was started twice. Create a new task for each start.")
    }

    @Test func manyTasksLeaveNothingBehind() async {
        final class Token: Sendable {
            let end: AsyncStream<Void>.Continuation
            init(_ end: AsyncStream<Void>.Continuation) { self.end = end }
            deinit { end.finish() }
        }
        let (token, end) = AsyncStream.makeStream(of: Void.self)
        let store = Store<Int, Int>(
            initialState: 0,
            reducer: counting,
            middleware: AnyMiddleware { action, source, _ in
                action > 0 ? .task { $0.dispatch(-1, from: source) } : .pure()
            }
        )
        do {
            let token = Token(end)
            store.eraseToAnyActionHandler().startTask { _ in withExtendedLifetime(token) {} }
        }
        for _ in 0..<1_000 { store.dispatch(1) }
        await store.settled()
        #expect(store.state == 2_000)
        // Ends when the token is released.
        for await _ in token {}
    }
}

/// Returns when the calling task is cancelled.
private func untilCancelled() async {
    for await _ in AsyncStream<Void>(unfolding: {
        try? await Task.sleep(for: .seconds(3_600)); return nil
    }) {}
}
