// SPDX-License-Identifier: MIT

import RexCore

// The forms that no page and no comment shows compile without type annotations.

private typealias App = Feature<FeatureAction, FeatureState, FeatureWorld>

private struct Silent<Action: Sendable, State: Sendable>: MiddlewareProtocol, Sendable {
    func handle(action: Action, from source: ActionSource, state: @escaping GetState<State>) -> IO<Action> {
        .pure()
    }
}

private struct RowAndTotal: Sendable {
    var rows: [Part] = []
    var total = Part()
}

extension JoinedPath<FeatureState, RowAndTotal> {
    fileprivate static var rowAndTotal: Self {
        JoinedPath(RowAndTotal(), .part(\.rows, as: \.rows), .part(\.total, as: \.total))
    }
}

private func features() -> App {
    let part = part()
    let rowAndTotal = Feature<PartAction, RowAndTotal, Int> { _, state in state.rows.append(state.total) }
    let reader = MiddlewareReader { (_: FeatureWorld) in Silent<FeatureAction, FeatureState>() }
    return .combine {
        Feature { action, state in if action == .show(true) { state.maybe = Part() } }
        Feature(Reducer.reduce { _, state in state.total.count += 1 })
        Feature(middleware: Silent())
        Feature(middleware: reader)
        Feature(middleware: { (world: FeatureWorld) in Silent() })
        Feature.identity
        App.identity.adding(Silent()).adding(reader).mapMiddleware { $0 }
        part.lift(.case(FeatureAction.maybe, optional: \.maybe), dependencies: { $0.factor })
        part.lift(dependencies: \.factor).lift(case: FeatureAction.total, state: \.total)
        part.lift(dependencies: \.factor).lift(.case(FeatureAction.screen, in: FeatureScreen.part))
            .lift(state: \.screen)
        part.lift(dependencies: \.factor).lift(.case(FeatureAction.named, values: \.named))
        rowAndTotal.lift(dependencies: \.factor).lift(.case(FeatureAction.total, joined: .rowAndTotal))
        rowAndTotal.lift(dependencies: { $0.factor }).lift(
            .case(
                FeatureAction.maybe,
                joined: JoinedPath(RowAndTotal(), .optionalPart(\.maybe, as: \.total), .part(\.rows, as: \.rows))
            )
        )
        Feature<FeatureAction, RowAndTotal, FeatureWorld>.identity.lift(.state(joined: .rowAndTotal))
        if true { App.identity }
        for _ in 1...2 { App.identity }
    }
}

private func middlewares() -> ComposedMiddleware<FeatureAction, FeatureAction, FeatureState> {
    let part = Silent<PartAction, Part>()
    return .combine {
        part.lift(.case(FeatureAction.maybe, optional: \.maybe))
        part.lift(.case(FeatureAction.screen, in: FeatureScreen.part)).lift(state: \FeatureState.screen)
        part.lift(.case(FeatureAction.row, each: \.rows))
        part.lift(.case(FeatureAction.named, values: \.named))
    }
}

private func reducers() -> Reducer<FeatureAction, FeatureState> {
    let part = Reducer<PartAction, Part>.identity
    return .combine {
        part.lift(.case(FeatureAction.maybe, optional: \.maybe))
        part.lift(.case(FeatureAction.screen, in: FeatureScreen.part)).lift(state: \.screen)
        part.lift(.case(FeatureAction.row, each: \.rows))
        part.lift(.case(FeatureAction.named, values: \.named))
    }
}
