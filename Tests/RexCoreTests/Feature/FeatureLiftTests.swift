// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct FeatureLiftTests {
    private typealias App = Feature<FeatureAction, FeatureState, FeatureWorld>

    private let handled = Recorder<Int>()

    private var app: App {
        let part = part(handled: handled)
        return .combine {
            part.lift(case: FeatureAction.total, state: \.total, dependencies: \.factor)
            part.lift(.case(FeatureAction.maybe, optional: \.maybe), dependencies: \.factor)
            part.lift(dependencies: \FeatureWorld.factor)
                .lift(.case(FeatureAction.screen, in: FeatureScreen.part))
                .lift(state: \.screen)
            part.lift(.case(FeatureAction.row, each: \.rows), dependencies: \.factor)
            part.lift(dependencies: \.factor).lift(.case(FeatureAction.named, values: \.named))
        }
    }

    private func state(
        after actions: FeatureAction...,
        from state: FeatureState = FeatureState(),
        in app: App
    ) -> FeatureState {
        let store = Store(initialState: state, feature: app, dependencies: FeatureWorld(factor: 10))
        for action in actions { store.dispatch(action) }
        return store.state
    }

    @Test func liftedFeatureReducesAndHandlesItsCase() {
        let after = state(after: .total(.add(2)), in: app)
        #expect(after == FeatureState(total: Part(count: 2, answers: [20])))
        #expect(handled.events == [2])
    }

    @Test func liftToAnOptionalWorksWhileThereIsAValue() {
        let after = state(after: .maybe(.add(2)), from: FeatureState(maybe: Part(count: 1)), in: app)
        #expect(after == FeatureState(maybe: Part(count: 3, answers: [30])))
    }

    @Test func liftToACaseWorksWhileTheStateIsInIt() {
        let after = state(after: .screen(.add(2)), from: FeatureState(screen: .part(Part(count: 1))), in: app)
        #expect(after == FeatureState(screen: .part(Part(count: 3, answers: [30]))))
    }

    @Test func liftToACollectionWorksForTheElementOfTheAction() {
        let after = state(
            after: .row(ElementIDAction(id: 5, action: .add(2))),
            from: FeatureState(rows: [Part(id: 4, count: 1), Part(id: 5, count: 1)]),
            in: app
        )
        #expect(after.rows == [Part(id: 4, count: 1), Part(id: 5, count: 3, answers: [30])])
    }

    @Test func liftToADictionaryWorksForTheValueOfTheAction() {
        let after = state(
            after: .named(ElementIDAction(id: "b", action: .add(2))),
            from: FeatureState(named: ["a": Part(count: 1), "b": Part(count: 1)]),
            in: app
        )
        #expect(after.named == ["a": Part(count: 1), "b": Part(count: 3, answers: [30])])
    }

    @Test(
        arguments: [
            .maybe(.add(2)), .screen(.add(2)), .row(ElementIDAction(id: 5, action: .add(2))),
            .named(ElementIDAction(id: "b", action: .add(2))),
        ] as [FeatureAction]
    )
    func actionForAnAbsentPartReachesNeitherReducerNorMiddleware(action: FeatureAction) {
        #expect(state(after: action, in: app) == FeatureState())
        #expect(handled.events == [])
    }

    @Test func sameDependenciesCanBeOmitted() {
        let part = part().lift(dependencies: \FeatureWorld.factor)
        let app = App.combine {
            part.lift(case: FeatureAction.total, state: \.total)
            part.lift(.case(FeatureAction.maybe, optional: \.maybe))
            part.lift(.case(FeatureAction.screen, in: FeatureScreen.part)).lift(state: \.screen)
            part.lift(.case(FeatureAction.row, each: \.rows))
            part.lift(.case(FeatureAction.named, values: \.named))
        }
        let part5 = Part(id: 5, count: 1)
        let after = state(
            after: .total(.add(1)),
            .maybe(.add(1)),
            .screen(.add(1)),
            .row(ElementIDAction(id: 5, action: .add(1))),
            .named(ElementIDAction(id: "b", action: .add(1))),
            from: FeatureState(
                total: part5,
                maybe: part5,
                screen: .part(part5),
                rows: [part5],
                named: ["b": part5]
            ),
            in: app
        )
        let wanted = Part(id: 5, count: 2, answers: [20])
        #expect(
            after
                == FeatureState(
                    total: wanted,
                    maybe: wanted,
                    screen: .part(wanted),
                    rows: [wanted],
                    named: ["b": wanted]
                )
        )
    }

    @Test func answerForARemovedPartChangesNothing() {
        let hide = App(
            Reducer.reduce { action, state in if action == .maybe(.add(7)) { state.maybe = nil } }
        )
        let after = state(after: .maybe(.add(7)), from: FeatureState(maybe: Part()), in: app <> hide)
        #expect(after == FeatureState())
        // The part existed when the action was handled.
        #expect(handled.events == [7])
    }

    @Test func partAddedByItsActionGetsItOnlyInLaterReducers() {
        let show = App(
            Reducer.reduce { action, state in if action == .maybe(.add(7)) { state.maybe = Part() } }
        )
        let part = part(handled: handled)
        let app: App = part.lift(
            .case(FeatureAction.maybe, optional: \.maybe, absent: .reachesParents),
            dependencies: \FeatureWorld.factor
        )
        #expect(state(after: .maybe(.add(7)), in: show <> app).maybe == Part(count: 7))
        #expect(handled.events == [])
    }
}
