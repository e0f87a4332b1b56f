// SPDX-License-Identifier: MIT

/// Features of which the number of an action's case tells which one is meant.
final class JumpFloor<State> {
    typealias Feature = (answer: (Int) -> Int?, reduce: (Int, inout State) -> Void)

    private let state: Guarded<State>
    private let features: [Feature]

    init(_ state: State, features: [Feature]) {
        self.state = Guarded(state)
        self.features = features
    }

    @inline(never) func dispatch(_ action: PartAction) {
        state.withLock { state in
            var next: Int? = action.amount
            while let amount = next {
                next = features[action.caseIndex].answer(amount)
                features[action.caseIndex].reduce(amount, &state)
            }
        }
    }
}
