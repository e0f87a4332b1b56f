// SPDX-License-Identifier: MIT

import RexCore

/// The functions that convert between actions of an element and global actions.
struct EffectElementLift<ID: Hashable & Sendable, GlobalInput, Input, Output, GlobalOutput>: Sendable {
    let input: @Sendable (GlobalInput) -> ElementIDAction<ID, Input>?
    let output: @Sendable (ElementIDAction<ID, Output>) -> GlobalOutput

    /// Returns the run of the element with this id, for global types.
    func start<State, GlobalState>(
        _ start: EffectStart<Input, Output, State>,
        _ id: ID,
        _ parts: StateParts<ID, GlobalState, State>
    ) -> EffectStart<GlobalInput, GlobalOutput, GlobalState> {
        start.lifted(
            { [input] global in
                guard let local = input(global), local.id == id else { return nil }
                return local.action
            },
            { [output] action in output(ElementIDAction(id: id, action: action)) },
            { whole in
                let identity = parts.identity(of: id, in: whole)
                return parts.reader(of: id, with: identity, in: whole).map { (EffectKey(id, identity), $0) }
            }
        )
    }
}
