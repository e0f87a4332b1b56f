// SPDX-License-Identifier: MIT

/// A state that a lock protects, and a reducer of another module that changes it.
///
/// Unchecked Sendable, since only `reduce` uses the state, under the lock.
final class CounterFloor<Action, State>: @unchecked Sendable {
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
