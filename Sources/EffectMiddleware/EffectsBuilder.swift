// SPDX-License-Identifier: MIT

/// Joins the rules that stand below each other in the effects of a feature, from top to bottom.
///
/// ```swift
/// let search = Feature<SearchAction, SearchState, SearchAPI> { action, state in
///     if case .found(let titles) = action { state.titles = titles }
/// } effects: { effects, api in
///     effects.cancel(on: \.cleared)
///     effects.on(\.typed, .latest) { text, effect in
///         effect.send(.found(try await api.find(text)))
///     }
/// }
/// ```
///
/// They are rules of one middleware, as those of a chain are, but each is checked by the compiler
/// for itself: a mistake in one is found at once, however many there are. The closure may use `if`,
/// `else`, `switch` and `for`.
@resultBuilder public enum EffectsBuilder<Input: Sendable, Output: Sendable, State: Sendable>: Sendable {
    /// The rules of a feature, as one middleware.
    public typealias Effects = EffectMiddleware<Input, Output, State>

    /// Takes a rule, or several of a chain.
    public static func buildExpression(_ rules: Effects) -> Effects { rules }

    /// Joins the rules of a block.
    ///
    /// - Precondition: None of several was lifted.
    public static func buildBlock(_ rules: Effects...) -> Effects { joined(rules) }

    /// Joins the rules of a `for` loop.
    public static func buildArray(_ rules: [Effects]) -> Effects { joined(rules) }

    /// Returns no rule where an `if` without `else` is false.
    public static func buildOptional(_ rules: Effects?) -> Effects { rules ?? Effects() }

    /// Takes the rules of the first branch.
    public static func buildEither(first rules: Effects) -> Effects { rules }

    /// Takes the rules of the second branch.
    public static func buildEither(second rules: Effects) -> Effects { rules }

    private static func joined(_ rules: [Effects]) -> Effects {
        rules.dropFirst().reduce(rules.first ?? Effects()) { $0.adding(rulesOf: $1) }
    }
}
