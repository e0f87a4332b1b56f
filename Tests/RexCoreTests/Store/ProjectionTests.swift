// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private enum ButtonAction: Sendable { case tap, ignored }

private struct AppState: Sendable {
    var count = 0
    var title = "Rex"
    var actions = 0
}

private let reducer = Reducer<Int, AppState>.reduce { action, state in
    state.count += action
    state.actions += 1
}

/// A state provider that doesn't notify observers of its end.
private struct Constant: StoreType {
    let state: Int
    let dispatched = Recorder<Int>()

    func observe(_ observer: @escaping @Sendable (Int) -> Void) -> StoreSubscription {
        observer(state)
        return Store<Int, Int>(initialState: state, reducer: .identity).observe { _ in }
    }

    func dispatch(_ dispatchedAction: DispatchedAction<Int>) { dispatched.record(dispatchedAction.action) }
}

/// A store that notifies its observer while the observer dispatches.
private final class Recursive: StoreType {
    private let content = Lock<(state: Int, observer: (@Sendable (Int) -> Void)?)>((0, nil))

    var state: Int { content.withLock { $0.state } }

    func observe(_ observer: @escaping @Sendable (Int) -> Void) -> StoreSubscription {
        content.withLock { $0.observer = observer }
        observer(state)
        return StoreSubscription { [weak self] in self?.content.withLock { $0.observer = nil } }
    }

    func dispatch(_ dispatchedAction: DispatchedAction<Int>) {
        let (state, observer) = content.withLock { content in
            content.state += dispatchedAction.action
            return (content.state, content.observer)
        }
        observer?(state)
    }
}

@Suite struct ProjectionTests {
    private let store = Store(initialState: AppState(), reducer: reducer)

    @Test func projectionMapsActionsAndState() {
        let view: StoreProjection<ButtonAction, String> = store.projection(
            action: { $0 == .tap ? 1 : nil },
            state: { "tapped \($0.count) times" }
        )
        #expect(view.state == "tapped 0 times")
        view.dispatch(.tap)
        view.dispatch(.ignored)
        #expect(view.state == "tapped 1 times")
        #expect(store.state.actions == 1)
    }

    @Test(arguments: [true, false])
    func observerThatDispatchesAndThenCancelsItselfIsNotCalledAgain(byProjection: Bool) {
        let store = Recursive()
        let states = Recorder<Int>()
        let subscription = Lock<StoreSubscription?>(nil)
        let observer: @Sendable (Int) -> Void = { state in
            states.record(state)
            guard state > 0 else { return }
            store.dispatch(1)
            subscription.withLock { $0.take() }?.cancel()
        }
        let observation =
            byProjection ? store.mapState { 10 * $0 }.observe(observer) : store.observe({ 10 * $0 }, observer)
        subscription.withLock { $0 = observation }
        store.dispatch(1)
        store.dispatch(1)
        #expect(states.events == [0, 10])
    }

    @Test func dispatchThroughAProjectionKeepsTheCallSite() {
        let sources = Recorder<ActionSource>()
        let middleware = AnyMiddleware<Int, Int, AppState> { _, source, _ in
            sources.record(source)
            return .pure()
        }
        let store = Store(initialState: AppState(), reducer: reducer, middleware: middleware)
        let view = store.projection(action: { (action: ButtonAction) in 1 }, state: { $0.count })
            .contramapAction { (_: String) in ButtonAction.tap }
        let line: UInt = #line + 1
        view.dispatch("tap", info: "why")
        #expect(
            sources.events == [
                ActionSource(
                    file: "RexCoreTests/ProjectionTests.swift",
                    function: "dispatchThroughAProjectionKeepsTheCallSite()",
                    line: line,
                    info: "why"
                )
            ]
        )
    }

    @Test func equatableProjectionNotifiesOfChangesOnly() {
        let seen = Recorder<Int>()
        let view = store.projection(action: { (action: Int) in action }, state: \.count)
        let observation = view.observe(seen.record)
        for action in [0, 1, 0, 0, 2] { view.dispatch(action) }
        #expect(seen.events == [0, 1, 3])
        observation.cancel()
    }

    @Test func distinctFalseNotifiesOfEachAction() {
        let seen = Recorder<String>()
        let observations = [
            store.projection(action: { (action: Int) in action }, state: \.count, distinct: false)
                .observe { seen.record("projection \($0)") },
            store.mapState(distinct: false, \.count).observe { seen.record("map \($0)") },
        ]
        store.dispatch(0)
        #expect(seen.events == ["projection 0", "map 0", "projection 0", "map 0"])
        for observation in observations { observation.cancel() }
    }

    @Test func projectionOfANonEquatableStateNotifiesEachTime() {
        struct Opaque: Sendable { let count: Int }
        let seen = Recorder<Int>()
        let observation = store.mapState { Opaque(count: $0.count) }.observe { seen.record($0.count) }
        store.dispatch(0)
        #expect(seen.events == [0, 0])
        observation.cancel()
    }

    @Test func eachObserverOfAProjectionHasItsOwnMemory() {
        let view = store.mapState(\.count)
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let early = view.observe(first.record)
        store.dispatch(1)
        let late = view.observe(second.record)
        store.dispatch(0)
        store.dispatch(1)
        #expect(first.events == [0, 1, 2])
        #expect(second.events == [1, 2])
        for observation in [early, late] { observation.cancel() }
    }

    @Test func keyPathObservesAPart() {
        let seen = Recorder<String>()
        let observations = [
            store.observe(\.title) { seen.record($0) },
            store.observe(\.count) { seen.record("\($0)") },
        ]
        for action in [0, 5] { store.dispatch(action) }
        #expect(seen.events == ["Rex", "0", "5"])
        for observation in observations { observation.cancel() }
    }

    @Test func projectionsOfProjectionsWork() {
        let view = store.mapState(\.count).contramapAction { (text: String) in text.count }
            .projection(action: { (flag: Bool) in flag ? "abc" : nil }, state: { "\($0)" })
        let seen = Recorder<String>()
        let observation = view.observe(seen.record)
        view.dispatch(true)
        view.dispatch(false)
        view.eraseToAnyStoreType().dispatch(true)
        #expect(seen.events == ["0", "3", "6"])
        observation.cancel()
    }

    @Test func projectionKeepsItsStoreAlive() {
        weak var weakStore: Store<Int, AppState>?
        var view: StoreProjection<Int, Int>?
        do {
            let store = Store(initialState: AppState(), reducer: reducer)
            weakStore = store
            view = store.mapState(\.count)
        }
        #expect(weakStore != nil)
        view?.dispatch(2)
        #expect(view?.state == 2)
        view = nil
        #expect(weakStore == nil)
    }

    @Test func anyStoreCanBeErased() {
        let constant = Constant(state: 7)
        let erased = constant.eraseToAnyStoreType()
        erased.dispatch(3)
        #expect(erased.state == 7)
        #expect(constant.dispatched.events == [3])
        let seen = Recorder<Int>()
        erased.observe(seen.record).cancel()
        #expect(seen.events == [7])
    }
}
