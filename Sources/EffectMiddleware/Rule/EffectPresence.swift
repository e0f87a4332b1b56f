// SPDX-License-Identifier: MIT

/// Whether the elements are there to which runs belong.
@usableFromInline struct EffectPresence<State>: Sendable {
    /// The rules that were lifted into the collection.
    let groups: Range<Int>
    /// Looks for the elements of a place, from this depth on.
    let check: @Sendable (EffectPlace, _ depth: Int, State) -> Bool

    @usableFromInline func hasElements(of place: EffectPlace, depth: Int = 0, in state: State) -> Bool {
        !groups.contains(place.group) || check(place, depth, state)
    }

    func lifted<GlobalState>(
        _ narrow: @escaping @Sendable (GlobalState) -> State
    ) -> EffectPresence<GlobalState> {
        EffectPresence<GlobalState>(groups: groups) { [check] place, depth, global in
            check(place, depth, narrow(global))
        }
    }
}
