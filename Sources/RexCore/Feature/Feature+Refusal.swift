// SPDX-License-Identifier: MIT

extension Feature {
    /// Returns whether a store of this feature refuses an action in a state, since the part of the
    /// state that the action is for is gone.
    ///
    /// - Complexity: O(*n*) in the number of joined features and of elements.
    @_alwaysEmitIntoClient public func refuses(_ action: ActionType, in state: StateType) -> Bool {
        guard let check = presence.forOneStore() else { return false }
        let answer = StateReference.to(state) { check(action, $0) }
        return if case .gone = answer { true } else { false }
    }
}
