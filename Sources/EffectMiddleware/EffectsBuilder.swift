// SPDX-License-Identifier: MIT

/// Combines the rules of a feature's effects, from top to bottom.
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
/// The rules belong to one middleware, like the rules of a chain, but the compiler checks each
/// separately: it reports a mistake quickly, for any number of rules. The closure can contain `if`,
/// `else`, `switch` and `for`.
@resultBuilder public enum EffectsBuilder<Input: Sendable, Output: Sendable, State: Sendable>: Sendable {
    /// The rules of a feature, as one middleware.
    public typealias Effects = EffectMiddleware<Input, Output, State>

    /// Accepts a rule, or a chain of rules.
    public static func buildExpression(_ rules: Effects) -> Effects { rules }

    /// Combines the rules of a block.
    ///
    /// - Precondition: If there are several, none was lifted.
    public static func buildBlock(_ rules: Effects...) -> Effects { joined(rules) }

    /// Combines the rules of a `for` loop.
    public static func buildArray(_ rules: [Effects]) -> Effects { joined(rules) }

    /// Returns no rules if the condition of an `if` without `else` is false.
    public static func buildOptional(_ rules: Effects?) -> Effects { rules ?? Effects() }

    /// Returns the rules of the first branch.
    public static func buildEither(first rules: Effects) -> Effects { rules }

    /// Returns the rules of the second branch.
    public static func buildEither(second rules: Effects) -> Effects { rules }

    private static func joined(_ rules: [Effects]) -> Effects {
        rules.dropFirst().reduce(rules.first ?? Effects()) { $0.adding(rulesOf: $1) }
    }
}
