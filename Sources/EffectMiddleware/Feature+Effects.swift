// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// Makes a feature from a function that changes the state in place, and from effects.
    ///
    /// ```swift
    /// let search = Feature<SearchAction, SearchState, SearchAPI> { action, state in
    ///     switch action {
    ///     case .typed(let text): state.text = text
    ///     case .found(let titles): state.titles = titles
    ///     }
    /// } effects: { effects, api in
    ///     effects.on(\.typed, .latest.debounced(for: .milliseconds(300))) { text, effect in
    ///         effect.send(.found(try await api.find(text)))
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - reduce: Changes the state, as in a reducer.
    ///   - effects: Adds rules to an empty middleware, with the dependencies of the feature: as a
    ///     chain or one per statement. It is called once for each store.
    @inlinable public init(
        _ reduce: @escaping MutableReduceFunction<ActionType, StateType>,
        @EffectsBuilder<ActionType, ActionType, StateType> effects:
            @escaping @Sendable (
                EffectMiddleware<ActionType, ActionType, StateType>, Dependencies
            ) -> EffectMiddleware<ActionType, ActionType, StateType>
    ) {
        self = Feature(Reducer.reduce(reduce)) <> Feature(middleware: { effects(EffectMiddleware(), $0) })
    }

    /// Unavailable: the action comes first.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the arguments are the other way round: write { action, state in … }")
    @_disfavoredOverload public init(
        _ reduce: @escaping @Sendable (inout StateType, ActionType) -> Void,
        @EffectsBuilder<ActionType, ActionType, StateType> effects:
            @escaping @Sendable (
                EffectMiddleware<ActionType, ActionType, StateType>, Dependencies
            ) -> EffectMiddleware<ActionType, ActionType, StateType>
    ) {
        preconditionFailure("Write { action, state in … }.")
    }
}
