// SPDX-License-Identifier: MIT

/// Joins the values that stand below each other in a closure, from top to bottom.
///
/// `Reducer.combine { ... }`, `ComposedMiddleware.combine { ... }` and
/// `MiddlewareReader.combine { ... }` are built by it. The closure may use `if`, `else`, `switch`,
/// `for` and `#available`.
@resultBuilder public enum CompositionBuilder<Composition: Monoid>: Sendable {
    /// Takes a value as a composition of one.
    ///
    /// One of other types has to be lifted to those of the composition, as a feature is by
    /// `lift(case:state:dependencies:)`.
    @inlinable public static func buildExpression<Lifted: Composable<Composition>>(
        _ expression: Lifted
    ) -> Composition {
        expression.composition
    }

    /// Joins the values of a block.
    @inlinable public static func buildBlock(_ components: Composition...) -> Composition { mconcat(components) }

    /// Joins the values of a `for` loop.
    @inlinable public static func buildArray(_ components: [Composition]) -> Composition { mconcat(components) }

    /// Returns the identity where an `if` without `else` is false.
    @inlinable public static func buildOptional(_ component: Composition?) -> Composition { component ?? .identity }

    /// Takes the value of the first branch.
    @inlinable public static func buildEither(first component: Composition) -> Composition { component }

    /// Takes the value of the second branch.
    @inlinable public static func buildEither(second component: Composition) -> Composition { component }

    /// Takes the value of an `#available` branch.
    @inlinable public static func buildLimitedAvailability(_ component: Composition) -> Composition { component }
}
