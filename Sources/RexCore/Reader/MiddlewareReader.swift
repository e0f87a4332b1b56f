// SPDX-License-Identifier: MIT

/// A middleware that still waits for its dependencies.
///
/// Nothing is made before ``inject`` is called, and each call makes a new middleware. Until then
/// readers are lifted and composed like the middlewares that they will make:
///
/// ```swift
/// let app = network.lift(inputAction: \AppAction.network, outputAction: AppAction.network, dependencies: \World.session)
///     <> clock.lift(inputAction: \AppAction.clock, outputAction: AppAction.clock, dependencies: \World.now)
/// let store = Store(initialState: AppState(), reducer: reducer, middleware: app.inject(World()))
/// ```
public struct MiddlewareReader<Dependencies, MiddlewareType: MiddlewareProtocol>: MiddlewareReaderProtocol {
    /// Makes the middleware, anew at each call.
    public let inject: @Sendable (Dependencies) -> MiddlewareType

    /// Makes a reader that calls `inject` when it gets its dependencies, and not before.
    @inlinable public init(inject: @escaping @Sendable (Dependencies) -> MiddlewareType) {
        self.inject = inject
    }
}

extension MiddlewareReader: Semigroup where MiddlewareType: Semigroup {
    /// Joins two readers: both get the same dependencies, `lhs` first, and what they make is
    /// joined.
    public static func append(_ lhs: MiddlewareReader, _ rhs: MiddlewareReader) -> MiddlewareReader {
        MiddlewareReader { dependencies in
            MiddlewareType.append(lhs.inject(dependencies), rhs.inject(dependencies))
        }
    }
}

extension MiddlewareReader: Monoid where MiddlewareType: Monoid {}

extension MiddlewareReader {
    /// Joins readers of any middlewares with the types of this one's, from top to bottom.
    ///
    /// In an extension of readers of one middleware `MiddlewareReader` is short for those, which have
    /// no composition of their own; it joins them there as `combine` does everywhere else.
    @_disfavoredOverload @inlinable public static func combine(
        @CompositionBuilder<ComposedReader> _ parts: () -> ComposedReader
    ) -> ComposedReader {
        parts()
    }

    /// A reader that makes a composition of middlewares with the types of this one's.
    public typealias ComposedReader = MiddlewareReader<
        Dependencies,
        ComposedMiddleware<
            MiddlewareType.InputActionType, MiddlewareType.OutputActionType, MiddlewareType.StateType
        >
    >
}

/// Joins two readers of one middleware type that has a composition of its own; the result has that
/// type.
public func <> <Dependencies, MiddlewareType: MiddlewareProtocol & Semigroup>(
    lhs: MiddlewareReader<Dependencies, MiddlewareType>,
    rhs: MiddlewareReader<Dependencies, MiddlewareType>
) -> MiddlewareReader<Dependencies, MiddlewareType> {
    .append(lhs, rhs)
}
