// SPDX-License-Identifier: MIT

import RexCore

/// A feature that changes three separate collections of its parent.
extension Workload {
    static let joinedParts = Workload(
        name: "W4 joined",
        work: "a feature lifted to three parts changes each of them",
        against: "lifted to a struct of the three"
    ) {
        let feature = Feature<Int, ThreeParts, Void> { amount, parts in
            parts.first[amount] += 1
            parts.second[amount] += 1
            parts.third[amount] += 1
        }
        .adding(ReadingMiddleware())
        let joined = feature.lift(
            .case(
                FeatureAction.path(1),
                joined: JoinedPath<SpreadParts, ThreeParts>(
                    ThreeParts(first: [], second: [], third: []),
                    .part(\.first, as: \.first),
                    .part(\.second, as: \.second),
                    .part(\.third, as: \.third)
                )
            )
        )
        let store = Store(initialState: SpreadParts(), feature: joined, dependencies: ())
        let whole = Store(
            initialState: NestedParts(),
            feature: feature.lift(case: FeatureAction.path(1), state: \NestedParts.parts),
            dependencies: ()
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(FeatureAction(caseIndex: 1, amount: 3)) }
        } reference: {
            for _ in 0..<$0 { whole.dispatch(FeatureAction(caseIndex: 1, amount: 3)) }
        }
    }
}

private let numbers = Array(repeating: 0, count: 1_000)

private struct ThreeParts: Sendable {
    var first = numbers
    var second = numbers
    var third = numbers
}

private struct SpreadParts: Sendable {
    var first = numbers
    var count = 0
    var second = numbers
    var text = ""
    var third = numbers
}

private struct NestedParts: Sendable {
    var count = 0
    var parts = ThreeParts()
}

/// A middleware that reads the state at each action.
private struct ReadingMiddleware: MiddlewareProtocol, Sendable {
    func handle(action: Int, from source: ActionSource, state: @escaping GetState<ThreeParts>) -> IO<Int> {
        precondition(state().first.count == 1_000)
        return .pure()
    }
}
