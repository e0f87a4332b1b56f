// SPDX-License-Identifier: MIT

public import RexCore

/// A rule of actions, or several such rules that were lifted together.
@usableFromInline final class EffectActionRule<Input, Output, State>: Sendable {
    @usableFromInline typealias Match = EffectMatch<Input, Output, State>
    @usableFromInline typealias Find = @Sendable (Input) -> [Match]
    @usableFromInline typealias Handle =
        @Sendable (Input, ActionSource, @escaping GetState<State>, EffectRegistry<Input, Output, State>) ->
        EffectResponse<Output>?

    /// Finds the matches for an action, for a lift, and if there are rules of the state.
    @usableFromInline let find: Find
    /// Returns the response to an action, or nil for an action that doesn't match.
    @usableFromInline let handle: Handle

    @inlinable init(_ find: @escaping Find, handle: @escaping Handle) {
        self.find = find
        self.handle = handle
    }

    @usableFromInline convenience init(_ find: @escaping Find) {
        self.init(find) { action, source, getState, registry in
            let matches = find(action)
            guard !matches.isEmpty else { return nil }
            return EffectResponse { output in
                let context = registry.context(output, getState)
                for match in matches { match.perform(from: source, in: context) }
            }
        }
    }
}
