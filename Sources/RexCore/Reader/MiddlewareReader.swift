// SPDX-License-Identifier: MIT

/// A function that creates a middleware from its dependencies.
///
/// Each call of ``inject`` creates a new middleware. Before that, readers are lifted and composed
/// like the middlewares that they will create:
///
/// ```swift
/// let app = network.lift(inputAction: \AppAction.network, outputAction: AppAction.network, dependencies: \World.session)
///     <> clock.lift(inputAction: \AppAction.clock, outputAction: AppAction.clock, dependencies: \World.now)
/// let store = Store(initialState: AppState(), reducer: reducer, middleware: app.inject(World()))
/// ```
public struct MiddlewareReader<Dependencies, MiddlewareType: MiddlewareProtocol>: MiddlewareReaderProtocol {
    /// Creates the middleware.
    ///
    /// Each call creates a new one.
    public let inject: @Sendable (Dependencies) -> MiddlewareType

    /// Creates a reader that calls `inject` when it gets its dependencies.
    @_alwaysEmitIntoClient public init(inject: @escaping @Sendable (Dependencies) -> MiddlewareType) {
        self.inject = inject
    }
}

extension MiddlewareReader: Semigroup where MiddlewareType: Semigroup {
    /// Joins two readers.
    ///
    /// Both get the same dependencies, `lhs` first, and their middlewares are joined.
    public static func append(_ lhs: MiddlewareReader, _ rhs: MiddlewareReader) -> MiddlewareReader {
        MiddlewareReader { dependencies in
            MiddlewareType.append(lhs.inject(dependencies), rhs.inject(dependencies))
        }
    }
}

extension MiddlewareReader: Monoid where MiddlewareType: Monoid {}

extension MiddlewareReader {
    /// Joins readers of any middlewares with the same types as this one's, from top to bottom.
    ///
    /// In an extension of readers of one middleware type, `MiddlewareReader` means that type, which
    /// has no composition. There, this form does what `combine` does elsewhere.
    @_disfavoredOverload @inlinable public static func combine(
        @CompositionBuilder<ComposedReader> _ parts: () -> ComposedReader
    ) -> ComposedReader {
        parts()
    }

    /// A reader of a composition of middlewares with the same types as this one's.
    public typealias ComposedReader = MiddlewareReader<
        Dependencies,
        ComposedMiddleware<
            MiddlewareType.InputActionType, MiddlewareType.OutputActionType, MiddlewareType.StateType
        >
    >
}

/// Joins two readers of a middleware type that is its own composition.
///
/// The result has the same type.
public func <> <Dependencies, MiddlewareType: MiddlewareProtocol & Semigroup>(
    lhs: MiddlewareReader<Dependencies, MiddlewareType>,
    rhs: MiddlewareReader<Dependencies, MiddlewareType>
) -> MiddlewareReader<Dependencies, MiddlewareType> {
    .append(lhs, rhs)
}
