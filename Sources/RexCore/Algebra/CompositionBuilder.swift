// SPDX-License-Identifier: MIT

/// Joins the values in a closure, from top to bottom.
///
/// It builds `Reducer.combine { ... }`, `ComposedMiddleware.combine { ... }` and
/// `MiddlewareReader.combine { ... }`. The closure may use `if`, `else`, `switch`, `for` and
/// `#available`.
@resultBuilder public enum CompositionBuilder<Composition: Monoid>: Sendable {
    /// Turns a value into a composition of one.
    ///
    /// Lift a value of other types to the types of the composition first, for example a feature
    /// with `lift(case:state:dependencies:)`.
    @inlinable public static func buildExpression<Lifted: Composable<Composition>>(
        _ expression: Lifted
    ) -> Composition {
        expression.composition
    }

    /// Joins the values of a block.
    @inlinable public static func buildBlock(_ components: Composition...) -> Composition { mconcat(components) }

    /// Joins the values of a `for` loop.
    @inlinable public static func buildArray(_ components: [Composition]) -> Composition { mconcat(components) }

    /// Returns the identity if the condition of an `if` without `else` is false.
    @inlinable public static func buildOptional(_ component: Composition?) -> Composition { component ?? .identity }

    /// Returns the value of the first branch.
    @inlinable public static func buildEither(first component: Composition) -> Composition { component }

    /// Returns the value of the second branch.
    @inlinable public static func buildEither(second component: Composition) -> Composition { component }

    /// Returns the value of an `#available` branch.
    @inlinable public static func buildLimitedAvailability(_ component: Composition) -> Composition { component }
}
