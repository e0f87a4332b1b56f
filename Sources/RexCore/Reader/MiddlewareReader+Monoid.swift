// SPDX-License-Identifier: MIT

extension MiddlewareReader: Semigroup where MiddlewareType: Semigroup {
    /// Joins two readers: both get the same dependencies, `lhs` first, and what they give is joined.
    @inlinable public static func append(_ lhs: MiddlewareReader, _ rhs: MiddlewareReader) -> MiddlewareReader {
        MiddlewareReader { dependencies in
            MiddlewareType.append(lhs.inject(dependencies), rhs.inject(dependencies))
        }
    }
}

extension MiddlewareReader: Monoid where MiddlewareType: Monoid {}

extension MiddlewareReaderProtocol {
    /// A reader that ignores its dependencies and gives a middleware that does nothing.
    public static var identity:
        MiddlewareReader<
            Dependencies,
            IdentityMiddleware<
                MiddlewareType.InputActionType, MiddlewareType.OutputActionType, MiddlewareType.StateType
            >
        >
    {
        MiddlewareReader { _ in IdentityMiddleware() }
    }
}

extension MiddlewareReaderProtocol where MiddlewareType: Monoid {
    /// A reader that ignores its dependencies and gives the identity of its middleware's type.
    public static var identity: Self {
        Self { _ in MiddlewareType.identity }
    }
}

/// Joins two readers of one middleware type that has a composition of its own; the result has that type.
@inlinable public func <> <Dependencies, MiddlewareType: MiddlewareProtocol & Semigroup>(
    lhs: MiddlewareReader<Dependencies, MiddlewareType>,
    rhs: MiddlewareReader<Dependencies, MiddlewareType>
) -> MiddlewareReader<Dependencies, MiddlewareType> {
    .append(lhs, rhs)
}
