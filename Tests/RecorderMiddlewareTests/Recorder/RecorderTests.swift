// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

@Suite struct RecorderTests {
    private final class Token: Sendable {}

    @Test func actionsAreReleasedWhenNewerOnesComeAndWithTheRecorder() {
        weak var first: Token?
        weak var last: Token?
        do {
            let recorder = Recorder<Token, Int>(capacity: 2, keeping: .none)
            let store = Store(
                initialState: 0,
                reducer: Reducer<Token, Int>.identity,
                middleware: recorder.middleware
            )
            let tokens = (1...3).map { _ in Token() }
            for token in tokens { store.dispatch(token) }
            (first, last) = (tokens.first, tokens.last)
            #expect(recorder.recording().entries.count == 2)
        }
        #expect(first == nil && last == nil)
        let recorder = Recorder<Token, Int>(capacity: 2, keeping: .none)
        let store = Store(initialState: 0, reducer: Reducer<Token, Int>.identity, middleware: recorder.middleware)
        do {
            let token = Token()
            first = token
            store.dispatch(token)
        }
        #expect(first != nil)
        for _ in 1...2 { store.dispatch(Token()) }
        #expect(first == nil)
    }

    @Test func actionsAreKeptInTheOrderOfProcessingWithTheirCauses() {
        let shop = RecordedShop()
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.remove("tea"))
        #expect(
            shop.actions == [.add("tea", amount: 2), .remove("tea"), .checkOut, .payment(.paid(1.5))]
        )
        #expect(shop.recording.causes == [nil, nil, 1, 2])
    }

    @Test func entryHasSourceStatesAndChanges() throws {
        let shop = RecordedShop()
        shop.store.dispatch(
            .add("tea", amount: 2),
            from: ActionSource(file: "Shop/A.swift", function: "f()", line: 7, info: "x")
        )
        let entry = try #require(shop.entries.first)
        #expect(entry.source.file == "Shop/A.swift")
        #expect(entry.source.info == "x")
        #expect(entry.stateBefore == ShopState())
        #expect(entry.stateAfter?.amounts == ["tea": 2])
        #expect(entry.change == #"amounts["tea"]: inserted 2"#)
        #expect(entry.actionText == #"add("tea", amount: 2)"#)
        #expect(entry.isDone)
        #expect(entry.action != nil)
    }

    @Test func changesAreKeptWithoutTheStates() {
        let shop = RecordedShop(Recorder(keeping: .changes))
        shop.store.dispatch(.add("tea", amount: 2))
        #expect(shop.entries.map(\.change) == [#"amounts["tea"]: inserted 2"#])
        #expect(shop.entries[0].stateBefore == nil)
        #expect(shop.entries[0].stateAfter == nil)
    }

    @Test func statesAreNotKeptOnRequest() {
        let shop = RecordedShop(Recorder(keeping: .none))
        shop.store.dispatch(.add("tea", amount: 2))
        #expect(shop.entries.map(\.change) == [""])
        #expect(shop.entries[0].stateAfter == nil)
    }

    @Test(arguments: [1, 2, 3, 7]) func newestActionsAreKept(capacity: Int) {
        let shop = RecordedShop(Recorder(capacity: capacity))
        for amount in 0..<10 { shop.store.dispatch(.add("tea", amount: amount)) }
        #expect(shop.actions == ((10 - capacity)..<10).map { .add("tea", amount: $0) })
    }

    @Test func zeroCapacityTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Recorder<ShopAction, ShopState>(capacity: 0)
        }
        expectMessage(of: result, contains: "The capacity 0 of a recorder is not positive. Pass 1 or more.")
    }

    @Test func redactedValuesAreNotKept() {
        let recorder = Recorder<ShopAction, ShopState>(keeping: .none) { action in
            if case .add(_, let amount) = action { .add("?", amount: amount) } else { action }
        }
        let shop = RecordedShop(recorder)
        shop.store.dispatch(.add("secret", amount: 2))
        #expect(shop.actions == [.add("?", amount: 2)])
        #expect(shop.store.state.amounts == ["secret": 2])
        #expect(!shop.recording.text(as: .html).contains("secret"))
    }

    @Test func phasesOfAnActionAreMeasured() throws {
        // Each phase waits for the clock to advance, so that it has a duration.
        @Sendable func wait() {
            let start = ContinuousClock.now
            while ContinuousClock.now - start < .microseconds(50) {}
        }
        let slow = ShopMiddleware { _, _, _ in
            wait()
            return IO { _ in wait() }
        }
        let recorder = Recorder<ShopAction, ShopState>()
        let store = Store(
            initialState: ShopState(),
            reducer: .reduce { _, _ in wait() },
            middleware: recorder.middleware <> slow
        )
        let observation = store.observe { _ in wait() }
        store.dispatch(.checkOut)
        observation.cancel()
        store.dispatch(.checkOut)
        let durations = recorder.recording().entries.map(\.durations)
        #expect(durations[0].handle >= .microseconds(50))
        #expect(durations[0].reduce >= .microseconds(50))
        #expect(durations[0].observers >= .microseconds(50))
        #expect(durations[0].io >= .microseconds(50))
        #expect(durations[1].observers == .zero)
        #expect(durations[1].total == durations[1].handle + durations[1].reduce + durations[1].io)
        let times = recorder.recording().entries.map(\.time)
        #expect(times[0] + durations[0].total <= times[1])
    }

    @Test func actionIsRecordedWhenItIsDone() {
        let counts = Lock([Int]())
        let recorder = Recorder<ShopAction, ShopState>()
        let asking = ShopMiddleware { _, _, _ in
            IO { _ in counts.withLock { $0.append(recorder.recording().entries.count) } }
        }
        let shop = RecordedShop(recorder, asking)
        shop.store.dispatch(.checkOut)
        shop.store.dispatch(.checkOut)
        #expect(counts.withLock { $0 } == [0, 1])
        #expect(shop.entries.count == 2)
    }

    @Test func threadsAreNumberedInOrder() {
        let shop = RecordedShop(Recorder(), ShopMiddleware())
        shop.store.dispatch(.checkOut)
        let thread = JoinableThread { shop.store.dispatch(.checkOut) }
        thread.join()
        shop.store.dispatch(.checkOut)
        #expect(shop.entries.map(\.thread) == [1, 2, 1])
    }

    @Test func twoStoresShareARecorder() {
        let recorder = Recorder<ShopAction, ShopState>()
        let (first, second) = (RecordedShop(recorder), RecordedShop(recorder))
        first.store.dispatch(.remove("a"))
        second.store.dispatch(.remove("b"))
        let recording = recorder.recording()
        #expect(recording.entries.count == 6)
        #expect(recording.causes == [nil, 0, 1, nil, 3, 4])
        #expect(Set(recording.entries.map(\.number)).count == 6)
        #expect(recording.text(as: .text).contains(".1 remove(\"a\")"))
    }

    @Test func eightThreadsLoseNoAction() {
        let count = hasFewRounds ? 100 : 2_000
        let shop = RecordedShop(Recorder(capacity: 100_000))
        onThreads(8) { thread in
            for index in 0..<count { shop.store.dispatch(.remove("\(thread) \(index)")) }
        }
        let recording = shop.recording
        #expect(recording.entries.count == 8 * count * 3)
        for entry in recording.entries {
            let cause = entry.cause.flatMap { recording.entry($0)?.action }
            switch entry.action {
            case .remove: #expect(cause == nil)
            case .checkOut:
                if case .remove = cause {} else { Issue.record("\(String(describing: cause))") }
            default: #expect(cause == .checkOut)
            }
        }
    }

    /// ThreadSanitizer checks here that actions are read under the lock of their writers.
    @Test func concurrentSnapshotsAreOrdered() {
        let shop = RecordedShop(Recorder(capacity: 10, keeping: .none), ShopMiddleware())
        let areInOrder = RexTestSupport.Recorder<Bool>()
        onThreads(2) { thread in
            for index in 0..<200 {
                if thread == 0 {
                    shop.store.dispatch(.add("tea", amount: index))
                } else {
                    let numbers = shop.entries.map(\.number)
                    areInOrder.record(numbers == numbers.sorted())
                }
            }
        }
        #expect(areInOrder.events == [Bool](repeating: true, count: 200))
        #expect(shop.actions == (190..<200).map { .add("tea", amount: $0) })
    }

    @Test func releaseOfAnOldActionMayDispatch() {
        // Only the ring retains the action. Its release dispatches to a store with the same recorder.
        let recorder = Recorder<EndingAction, Int>(capacity: 1, keeping: .none)
        let store = Store(
            initialState: 0,
            reducer: Reducer<EndingAction, Int>.identity,
            middleware: recorder.middleware
        )
        let second = Store(
            initialState: 0,
            reducer: Reducer<EndingAction, Int>.identity,
            middleware: recorder.middleware
        )
        store.dispatch(EndingAction { second.dispatch(EndingAction {}) })
        store.dispatch(EndingAction {})
        #expect(recorder.recording().entries.count == 1)
    }

    @Test func recorderReleasesItsStore() {
        let recorder = Recorder<ShopAction, ShopState>()
        weak var store: Store<ShopAction, ShopState>?
        do {
            let shop = RecordedShop(recorder)
            store = shop.store
            shop.store.dispatch(.checkOut)
        }
        #expect(store == nil)
        #expect(recorder.recording().entries.count == 2)
    }

    /// On Linux, the main queue moves between threads after `dispatchMain()`.
    @Test func mainQueueHasOneNumber() throws {
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["main-queue"])
        #expect(child.nextLine() == "1")
        #expect(child.waitForExit() == .exited(0))
    }

    @Test func memoryIsConstant() throws {
        // Ten million in a release build.
        let count = hasFewRounds ? 100_000 : 10_000_000
        let child = try ChildProcess(product: "RecorderProbe", arguments: ["memory", "\(count)"], deadline: 300)
        let grown = try #require(child.nextLine().flatMap { Int($0) })
        #expect(grown < 2_000)
        #expect(child.waitForExit() == .exited(0))
    }
}

/// An action that calls a function when it is released.
final class EndingAction: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
}
