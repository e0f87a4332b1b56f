// SPDX-License-Identifier: MIT

import Dispatch
import RexCore
import RexTestSupport
import Testing

private typealias App = Feature<FeatureAction, FeatureState, Void>

/// A part of the state, and a part that may be absent.
private struct Joined: Sendable {
    var maybe = Part()
    var total = Part()
}

private let joined = JoinedPath<FeatureState, Joined>(
    Joined(),
    .optionalPart(\.maybe, as: \.maybe),
    .part(\.total, as: \.total)
)

private let ignoring = Feature<PartAction, Part, Void> { _, _ in }

@Suite struct RefusalDetailTests {
    private let events = Recorder<String>()

    private func store(_ feature: App, _ state: FeatureState = FeatureState()) -> Store<FeatureAction, FeatureState> {
        Store(initialState: state, feature: feature, dependencies: ())
    }

    /// Lifted twice, as the guide says: to a struct of the optional and other parts, then to the state.
    private var liftedTwice: App {
        ignoring.lift(case: FeatureAction.maybe, state: \Joined.maybe).lift(.state(joined: joined))
    }

    private var opener: App {
        App { action, state in if action == .show(true) { state.maybe = Part() } }
    }

    @Test func liftToJoinedStateRefusesNoActionsOfOtherFeatures() {
        let store = store(liftedTwice <> opener)
        store.dispatch(.show(true))
        #expect(store.state.maybe != nil)
    }

    @Test func partsOfAJoinedStateDoNotAdmitActionsForOtherPartsThatAreGone() {
        let events = events
        let parent = App { action, _ in events.record("reduce \(action)") }
        let feature =
            parent <> liftedTwice <> ignoring.lift(.case(FeatureAction.row, each: \FeatureState.rows))
        store(feature, FeatureState(maybe: Part())).dispatch(.row(ElementIDAction(id: 5, action: .add(1))))
        #expect(events.events == [])
    }

    @Test func observerOfRefusalsThatKeepsItsOutputIsReleasedWithTheStore() {
        weak var token: Token?
        do {
            let observer = OutputKeeper(kind: .refusals)
            token = observer.token
            let store = store(App(middleware: observer) <> opener)
            store.dispatch(.show(true))
        }
        #expect(token == nil)
    }

    @Test func observerOfRefusalsWithoutItsOutputIsReleasedWithTheStore() {
        weak var token: Token?
        do {
            let observer = OutputKeeper(kind: .nothing)
            token = observer.token
            let store = store(App(middleware: observer) <> opener)
            store.dispatch(.show(true))
        }
        #expect(token == nil)
    }

    /// For ThreadSanitizer.
    @Test func stateCanBeReadWhileAnActionIsChecked() {
        let store = store(
            App(middleware: AnyMiddleware<FeatureAction, FeatureAction, FeatureState> { _, _, _ in .pure() })
                <> ignoring.lift(.case(FeatureAction.maybe, optional: \.maybe))
        )
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for _ in 0..<200 {
                if thread == 0 { store.dispatch(.show(true)) } else { #expect(store.state.maybe == nil) }
            }
        }
    }

    @Test func actionThatARefusedActionDispatchesAtItsReleaseIsProcessed() {
        let events = events
        typealias Late = Feature<LateAction, Part?, Void>
        let store = Store(
            initialState: Part?.none,
            feature: Late { action, _ in events.record(action.text) }
                <> Feature<LateAction, Part, Void> { _, _ in }
                .lift(.case(CasePath(extract: { $0.text == "late" ? $0 : nil }, embed: { $0 }), optional: \Part?.self)),
            dependencies: ()
        )
        weak let weakStore = store
        do {
            let action = LateAction(text: "late") { weakStore?.dispatch(LateAction(text: "released") {}) }
            store.dispatch(action)
        }
        #expect(events.events == ["released"])
    }

    /// Regression: in a release build, such a part seemed to be gone.
    @Test func actionForAPartWithoutBytesIsAdmitted() {
        let nothing = Feature<PartAction, Nothing, Void> { _, _ in }
        let feature = nothing.lift(.case(FeatureAction.maybe, optional: \Container.nothing))
        let count = Recorder<Int>()
        let store = Store(
            initialState: Container(),
            feature: Feature { _, _ in count.record(1) } <> feature,
            dependencies: ()
        )
        store.dispatch(.maybe(.add(1)))
        #expect(count.events == [1])
        #expect(!feature.refuses(.maybe(.add(1)), in: Container()))
        #expect(feature.refuses(.maybe(.add(1)), in: Container(nothing: nil)))
    }

    @Test func refusedActionIsSearchedOnce() {
        let reads = Recorder<Int>()
        let counted = Feature<PartAction, Counted, Void> { _, _ in }
        let state = (0..<100).map { Counted(number: $0, reads: reads) }
        let action = ElementIDAction(id: 500, action: PartAction.add(1))
        let feature = counted.lift(
            .case(
                CasePath<ElementIDAction<Int, PartAction>, ElementIDAction<Int, PartAction>>(
                    extract: { $0 },
                    embed: { $0 }
                ),
                each: \[Counted].self
            )
        )
        func readsOfOneRefusal(_ observed: Bool) -> Int {
            let observer = Feature<ElementIDAction<Int, PartAction>, [Counted], Void>(
                middleware: SilentObserver(isObserving: observed)
            )
            let store = Store(initialState: state, feature: observer <> feature, dependencies: ())
            let before = reads.events.count
            store.dispatch(action)
            return reads.events.count - before
        }
        let (silent, observed) = (readsOfOneRefusal(false), readsOfOneRefusal(true))
        #expect(observed == silent)
    }

    @Test func lookUpOfARefusingLiftRunsOnce() {
        let lookUps = Recorder<Int>()
        let feature =
            App(
                middleware: AnyMiddleware<FeatureAction, FeatureAction, FeatureState>(
                    receiveContext: { _, output in output.eachRefused { _ in } },
                    handle: { _, _, _ in .pure() }
                )
            )
            <> ignoring.lift(
                Lift(
                    case: FeatureAction.row,
                    parts: StateParts(
                        ids: { $0.rows.map(\.id) },
                        part: { id, state in
                            lookUps.record(id)
                            return state.rows.first { $0.id == id }
                        }
                    )
                ) { _, _, _ in }
            )
        store(feature).dispatch(.row(ElementIDAction(id: 5, action: .add(1))))
        #expect(lookUps.events == [5])
    }
}

private final class Token: Sendable {}

private final class LateAction: Sendable {
    let text: String
    let onRelease: @Sendable () -> Void

    init(text: String, onRelease: @escaping @Sendable () -> Void) {
        (self.text, self.onRelease) = (text, onRelease)
    }

    deinit { onRelease() }
}

/// Observes refusals with a function that keeps the output, to dispatch to it.
private struct OutputKeeper: MiddlewareProtocol {
    enum Kind { case refusals, nothing }

    let kind: Kind
    let token = Token()

    func receiveContext(getState: @escaping GetState<FeatureState>, output: AnyActionHandler<FeatureAction>) {
        let observer: @Sendable (SkippedAction) -> Void = { [token] _ in
            withExtendedLifetime(token) { output.dispatch(.show(false), from: .here()) }
        }
        switch kind {
        case .refusals: output.eachRefused(observer)
        case .nothing: output.eachRefused { [token] _ in withExtendedLifetime(token) {} }
        }
    }

    func handle(
        action: FeatureAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<FeatureState>
    ) -> IO<FeatureAction> { .pure() }
}

private struct Nothing: Sendable {}

private struct Container: Sendable { var nothing: Nothing? = Nothing() }

/// An element that counts the reads of its id.
private struct Counted: Identifiable, Sendable {
    let number: Int
    let reads: Recorder<Int>

    var id: Int {
        reads.record(number)
        return number
    }
}

private struct SilentObserver: MiddlewareProtocol {
    let isObserving: Bool

    func receiveContext(
        getState: @escaping GetState<[Counted]>,
        output: AnyActionHandler<ElementIDAction<Int, PartAction>>
    ) {
        if isObserving { output.eachRefused { _ in } }
    }

    func handle(
        action: ElementIDAction<Int, PartAction>,
        from dispatcher: ActionSource,
        state: @escaping GetState<[Counted]>
    ) -> IO<ElementIDAction<Int, PartAction>> { .pure() }
}
