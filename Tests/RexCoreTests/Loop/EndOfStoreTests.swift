// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A middleware that keeps its context.
private final class Keeper: MiddlewareProtocol {
    let witness: Witness
    var getState: GetState<[Int]>?
    var output: AnyActionHandler<Int>?

    init(witness: Witness) {
        self.witness = witness
    }

    func receiveContext(getState: @escaping GetState<[Int]>, output: AnyActionHandler<Int>) {
        self.getState = getState
        self.output = output
    }

    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<[Int]>) -> IO<Int> {
        IO { output in self.output = output }
    }
}

/// An object to observe with a weak reference.
private final class Witness: Sendable {}

/// An action that calls a function when it is released.
private final class Parcel: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
        self.onRelease = onRelease
    }

    deinit {
        onRelease()
    }
}

/// Sentence 8 of the store's contract.
@Suite struct EndOfStoreTests {
    @Test func droppingTheStoreReleasesEverything() {
        weak var keeper: Witness?
        weak var observer: Witness?
        weak var weakStore: Store<Int, [Int]>?
        do {
            let (kept, observed) = (Witness(), Witness())
            (keeper, observer) = (kept, observed)
            let store = Store(initialState: [], reducer: listing, middleware: Keeper(witness: kept))
            weakStore = store
            let observation = store.observe { _ in _ = observed }
            store.dispatch(1)
            #expect(store.state == [1])
            _ = observation
        }
        #expect(weakStore == nil)
        #expect(keeper == nil)
        #expect(observer == nil)
    }

    @Test func observersAreReleasedEvenIfTheirSubscriptionLives() {
        weak var witness: Witness?
        var store: Store<Int, [Int]>? = Store(initialState: [], reducer: listing)
        let observation: StoreSubscription?
        do {
            let observed = Witness()
            witness = observed
            observation = store?.observe { _ in _ = observed }
        }
        #expect(witness != nil)
        store = nil
        #expect(witness == nil)
        observation?.cancel()
    }

    @Test func outputThatOutlivesTheStoreDoesNothing() {
        let outputs = Recorder<AnyActionHandler<Int>>()
        let handled = Recorder<Int>()
        var store: Store<Int, [Int]>? = Store(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware<Int, Int, [Int]> { _, output in
                outputs.record(output)
            } handle: { action, _, _ in
                handled.record(action)
                return .pure()
            }
        )
        store?.dispatch(1)
        store = nil
        outputs.events[0].dispatch(2)
        outputs.events[0].contramap { (text: String) in text.count }.dispatch("abc")
        #expect(handled.events == [1])
    }

    @Test func getStateThatOutlivesTheStoreReturnsItsLastState() {
        let getStates = Recorder<GetState<[Int]>>()
        var store: Store<Int, [Int]>? = Store(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware<Int, Int, [Int]> { getState, _ in
                getStates.record(getState)
            } handle: { _, _, _ in
                .pure()
            }
        )
        store?.dispatch(1)
        store = nil
        #expect(getStates.events[0]() == [1])
    }

    @Test func storeDroppedByItsOwnActionLivesUntilDispatchReturns() {
        let owner = Lock<Store<Int, [Int]>?>(nil)
        let handled = Recorder<Int>()
        let middleware = AnyMiddleware<Int, Int, [Int]> { action, source, _ in
            handled.record(action)
            return IO { output in
                guard action == 1 else { return }
                owner.withLock { $0 = nil }
                output.dispatch(2, from: source)
            }
        }
        do {
            let store = Store(initialState: [], reducer: listing, middleware: middleware)
            owner.withLock { $0 = store }
        }
        owner.withLock { $0 }?.dispatch(1)
        #expect(handled.events == [1, 2])
    }

    @Test func droppingTheStoreEndsAChainThatAnOutputStarted() {
        let outputs = Recorder<AnyActionHandler<Int>>()
        let rounds = Recorder<Int>()
        let hundredRounds = Gate()
        let endless = AnyMiddleware<Int, Int, Int> { _, output in
            outputs.record(output)
        } handle: { action, source, _ in
            if action == 100 { hundredRounds.open() }
            rounds.record(action)
            return IO { output in output.dispatch(action + 1, from: source) }
        }
        var store: Store<Int, Int>? = Store(initialState: 0, reducer: counting, middleware: endless)
        let chain = JoinableThread { outputs.events[0].dispatch(1) }
        hundredRounds.wait()
        withExtendedLifetime(store) {}
        store = nil
        chain.join()
        #expect(rounds.events == Array(1...rounds.events.count))
    }

    @Test func middlewaresAreReleasedWhenTheActionThatDroppedTheStoreIsDone() {
        let owner = Lock<Store<Int, Int>?>(nil)
        let outputs = Recorder<AnyActionHandler<Int>>()
        let released = Recorder<Bool>()
        weak var witness: Witness?
        do {
            let kept = Witness()
            witness = kept
            weak let weakKept = kept
            let store = Store(
                initialState: 0,
                reducer: counting,
                middleware: AnyMiddleware<Int, Int, Int> { _, output in
                    outputs.record(output)
                } handle: { _, _, _ in
                    _ = kept
                    return IO { _ in
                        _ = owner.withLock { $0.take() }
                        released.record(weakKept == nil)
                    }
                }
            )
            owner.withLock { $0 = store }
        }
        outputs.events[0].dispatch(1)
        #expect(released.events == [false])
        #expect(witness == nil)
    }

    @Test(arguments: [true, false])
    func lateActionIsReleasedOutsideOfTheLock(executorIsHere: Bool) {
        let outputs = Recorder<AnyActionHandler<Parcel?>>()
        let released = Recorder<Int>()
        _ = Store(
            initialState: 0,
            reducer: .identity,
            middleware: AnyMiddleware<Parcel?, Parcel?, Int> { _, output in
                outputs.record(output)
            } handle: { _, _, _ in
                .pure()
            },
            executor: StoreExecutor(isCurrent: { executorIsHere }, enqueue: { $0() })
        )
        for number in 0..<10 {
            let parcel = Parcel {
                outputs.events[0].dispatch(nil)
                released.record(number)
            }
            outputs.events[0].dispatch(DispatchedAction(consume parcel))
        }
        #expect(released.events == Array(0..<10))
    }

    @Test func storeMayBeDroppedWhileAnotherThreadDispatches() {
        for _ in 0..<fullInRelease(20_000) {
            let outputs = Recorder<AnyActionHandler<Int>>()
            let middleware = AnyMiddleware<Int, Int, Int> { _, output in
                outputs.record(output)
            } handle: { action, source, _ in
                guard action > 0 else { return .pure() }
                return IO { output in output.dispatch(action - 1, from: source) }
            }
            var store: Store<Int, Int>? = Store(initialState: 0, reducer: counting, middleware: middleware)
            weak let weakStore = store
            let observation = store?.observe { _ in }
            let thread = JoinableThread { outputs.events[0].dispatch(50) }
            store = nil
            thread.join()
            #expect(weakStore == nil)
            observation?.cancel()
        }
    }

    @Test func answerToTheActionThatDroppedTheStoreIsDropped() {
        struct Answer: ActionDerivation { var step: ActionSource.Step { .here(kind: "answer", text: "") } }
        let owner = Lock<Store<Int, [Int]>?>(nil)
        let outputs = Recorder<AnyActionHandler<Int>>()
        let handled = Recorder<Int>()
        weak var witness: Witness?
        do {
            let kept = Witness()
            witness = kept
            let answering = AnyMiddleware<Int, Int, [Int]> { _, output in
                outputs.record(output)
            } handle: { action, source, _ in
                withExtendedLifetime(kept) { handled.record(action) }
                _ = owner.withLock { $0.take() }
                return action == 1 ? .send(2, from: source, derivedBy: Answer()) : .pure()
            }
            let store = Store(initialState: [], reducer: listing, middleware: answering)
            owner.withLock { $0 = store }
        }
        outputs.events[0].dispatch(1)
        #expect(handled.events == [1])
        #expect(witness == nil)
    }

    @Test func executorJobAfterTheEndChangesNothing() {
        let jobs = Recorder<@Sendable () -> Void>()
        let outputs = Recorder<AnyActionHandler<Int>>()
        let notes = Recorder<String>()
        var store: Store<Int, [Int]>? = Store(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware<Int, Int, [Int]> { _, output in
                outputs.record(output)
            } handle: { action, _, _ in
                notes.record("\(action)")
                return .pure()
            },
            executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
        )
        store?.dispatch(1)
        store = nil
        for job in jobs.events { job() }
        outputs.events[0].dispatch(2)
        outputs.events[0].onIdle { notes.record("idle") }
        outputs.events[0].onEnd { notes.record("end") }
        #expect(notes.events == ["idle", "end"])
        #expect(jobs.events.count == 1)
    }

    @Test func streamsFinishWhenTheStoreIsDropped() async {
        var store: Store<Int, [Int]>? = Store(initialState: [], reducer: listing)
        let states = store?.states
        store?.dispatch(1)
        store = nil
        var seen: [[Int]] = []
        if let states { for await state in states { seen.append(state) } }
        #expect(seen == [[1]])
    }

    /// Releases its value by a call of a closure.
    private final class Token: Sendable {
        private let released: @Sendable () -> Void

        init(_ released: @escaping @Sendable () -> Void) {
            self.released = released
        }

        deinit { released() }
    }

    private struct TokenDerivation: ActionDerivation {
        let token: Token
        var step: ActionSource.Step { .here(kind: "token", text: "token") }
    }

    /// What a store keeps until its first action, or releases at its end, may dispatch when it is released.
    @Test func objectsOfTheStoreAreReleasedOutsideOfItsLock() async {
        let released = Recorder<String>()
        let outputs = Recorder<AnyActionHandler<Int>>()
        var store: Store<Int, [Int]>? = Store(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware<Int, Int, [Int]> { _, output in
                outputs.record(output)
                let token = Token {
                    released.record("task")
                    output.dispatch(7)
                }
                let ended = Gate()
                output.startTask(from: .here().derived(by: TokenDerivation(token: token))) { _ in }.onEnd {
                    ended.open()
                }
                ended.wait()
            } handle: { action, _, _ in
                guard action == 1 else { return .pure() }
                return IO { output in
                    let token = Token {
                        released.record("observer")
                        output.dispatch(8)
                    }
                    output.onReduction { _ in extendLifetime(token) }
                }
            }
        )
        for _ in 0..<1_000 where released.events.isEmpty { await Task.yield() }
        #expect(released.events == ["task"])
        store?.dispatch(1)
        store = nil
        for _ in 0..<1_000 where released.events.count < 2 { await Task.yield() }
        #expect(released.events == ["task", "observer"])
    }
}
