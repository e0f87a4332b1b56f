// SPDX-License-Identifier: MIT

/// A state behind a lock, and a reducer from elsewhere that changes it.
final class CounterFloor<Action, State> {
    private let state: Guarded<State>
    private let reduce: (Action, inout State) -> Void

    init(_ state: State, reduce: @escaping (Action, inout State) -> Void) {
        self.state = Guarded(state)
        self.reduce = reduce
    }

    @inline(never) func dispatch(_ action: Action) {
        state.withLock { reduce(action, &$0) }
    }
}
