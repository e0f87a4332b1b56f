// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A middleware with data for each part, which implements its own lift.
private struct Counter: PartwiseMiddleware, Sendable {
    let handled: Recorder<String>

    func handle(action: PartAction, from source: ActionSource, state: @escaping GetState<Part>) -> IO<PartAction> {
        handled.record("whole")
        return .pure()
    }

    func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, Part>
    ) -> ComposedMiddleware<ElementIDAction<ID, PartAction>, ElementIDAction<ID, PartAction>, Whole> {
        ComposedMiddleware { [handled] action, _, state in
            var ids: [ID] = []
            parts.forEach(in: state()) { id, _ in ids.append(id) }
            handled.record(
                """
                \(action.id) of \(parts.count(in: state())), \(parts.part(action.id, in: state())?.count ?? -1), \
                \(parts.hasIDs(ids, in: state())) \(parts.hasIDs([], in: state())) \(ids == parts.ids(in: state()))
                """
            )
            return .pure()
        }
    }
}

@Suite struct LiftToPartsTests {
    private typealias Middleware = AnyMiddleware<FeatureAction, FeatureAction, FeatureState>

    private let handled = Recorder<Int>()

    /// Returns the actions that the middleware sends for an action, given the states before and after it.
    private func answers(
        _ middleware: some MiddlewareProtocol<FeatureAction, FeatureAction, FeatureState>,
        to action: FeatureAction,
        _ before: FeatureState,
        _ after: FeatureState
    ) -> [FeatureAction] {
        let state = Lock(before)
        let io = middleware.handle(action: action, from: .here(), state: { state.withLock { $0 } })
        state.withLock { $0 = after }
        return sent(by: io).map(\.action)
    }

    private var rows: FeatureState { FeatureState(rows: [Part(id: 4, count: 1), Part(id: 5, count: 2)]) }

    @Test func middlewareReadsTheStateOfItsPart() {
        let local = Answerer(factor: 10, handled: handled)
        let maybe = local.lift(.case(FeatureAction.maybe, optional: \FeatureState.maybe))
        let (before, after) = (FeatureState(maybe: Part(count: 1)), FeatureState(maybe: Part(count: 2)))
        #expect(answers(maybe, to: .maybe(.add(1)), before, after) == [.maybe(.added(20))])
        let screen = local.lift(.case(FeatureAction.screen, in: FeatureScreen.part))
            .lift(state: \FeatureState.screen)
        let shown = FeatureState(screen: .part(Part(count: 3)))
        #expect(answers(screen, to: .screen(.add(1)), shown, shown) == [.screen(.added(30))])
        let row = local.lift(.case(FeatureAction.row, each: \FeatureState.rows))
        let action = FeatureAction.row(ElementIDAction(id: 5, action: .add(1)))
        #expect(answers(row, to: action, rows, rows) == [.row(ElementIDAction(id: 5, action: .added(20)))])
        let named = local.lift(.case(FeatureAction.named, values: \FeatureState.named))
        let names = FeatureState(named: ["a": Part(count: 4)])
        let forName = FeatureAction.named(ElementIDAction(id: "a", action: .add(1)))
        #expect(answers(named, to: forName, names, names) == [.named(ElementIDAction(id: "a", action: .added(40)))])
    }

    @Test func removedPartIsReadAsItWas() {
        let maybe = Answerer(factor: 10).lift(.case(FeatureAction.maybe, optional: \FeatureState.maybe))
        #expect(
            answers(maybe, to: .maybe(.add(1)), FeatureState(maybe: Part(count: 1)), FeatureState())
                == [.maybe(.added(10))]
        )
    }

    @Test func absentPartGetsNoAction() {
        let local = Answerer(factor: 10, handled: handled)
        let maybe = local.lift(.case(FeatureAction.maybe, optional: \FeatureState.maybe))
        #expect(answers(maybe, to: .maybe(.add(1)), FeatureState(), FeatureState(maybe: Part())) == [])
        let row = local.lift(.case(FeatureAction.row, each: \FeatureState.rows))
        #expect(answers(row, to: .row(ElementIDAction(id: 9, action: .add(1))), rows, rows) == [])
        #expect(handled.events == [])
    }

    /// Lifts and compositions call the middleware's own lift, with parts of their state.
    @Test func compositionPassesTheLiftToItsMembers() {
        let notes = Recorder<String>()
        let local = (Answerer(factor: 10) <> Counter(handled: notes) <> Answerer(factor: 100))
            .lift(
                inputAction: { (action: PartAction) in action },
                outputAction: { $0 },
                state: { (part: Part) in part }
            )
        let row = local.lift(.case(FeatureAction.row, each: \FeatureState.rows))
        let action = FeatureAction.row(ElementIDAction(id: 5, action: .add(1)))
        #expect(
            answers(row, to: action, rows, rows)
                == [20, 200].map { .row(ElementIDAction(id: 5, action: .added($0))) }
        )
        #expect(notes.events == ["5 of 2, 2, true false true"])
    }

    @Test func middlewareOfAPartGetsNoContext() {
        let contexts = Recorder<Int>()
        let listener = AnyMiddleware<PartAction, PartAction, Part> { _, _ in
            contexts.record(1)
        } handle: { _, _, _ in
            .pure()
        }
        let store = Store(
            initialState: FeatureState(),
            reducer: Reducer<FeatureAction, FeatureState>.identity,
            middleware: listener.lift(.case(FeatureAction.maybe, optional: \FeatureState.maybe))
                <> listener.lift(.case(FeatureAction.row, each: \FeatureState.rows))
        )
        store.dispatch(.maybe(.add(1)))
        #expect(contexts.events == [])
    }
}
