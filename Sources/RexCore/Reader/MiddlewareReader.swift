// SPDX-License-Identifier: MIT

/// A middleware that still waits for its dependencies.
///
/// Nothing is made before ``inject`` is called, and each call makes a new middleware. Until then
/// readers are lifted and composed like the middlewares that they will give:
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

extension MiddlewareReaderProtocol {
    /// Makes a reader of what `transform` makes of the middleware, once for each ``inject``.
    @inlinable public func mapMiddleware<NewMiddleware: MiddlewareProtocol>(
        _ transform: @escaping @Sendable (MiddlewareType) -> NewMiddleware
    ) -> MiddlewareReader<Dependencies, NewMiddleware> {
        MiddlewareReader { [inject] dependencies in transform(inject(dependencies)) }
    }

    /// Makes a reader of the same middleware that takes its dependencies out of larger ones.
    ///
    /// The function runs once for each ``inject``.
    @inlinable public func contramapDependencies<World>(
        _ extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, MiddlewareType> {
        MiddlewareReader { [inject] world in inject(extractOnlyDependenciesNeededForThisMiddleware(world)) }
    }

    /// Does the same as ``contramapDependencies(_:)``, in the spelling that SwiftRex has.
    @inlinable public func contramapDependecies<World>(
        _ extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, MiddlewareType> {
        contramapDependencies(extractOnlyDependenciesNeededForThisMiddleware)
    }

    /// Makes a reader of another middleware that takes its dependencies out of larger ones.
    ///
    /// It does what ``mapMiddleware(_:)`` and ``contramapDependencies(_:)`` do together.
    @inlinable public func dimap<NewMiddleware: MiddlewareProtocol, World>(
        transformMiddleware: @escaping @Sendable (MiddlewareType) -> NewMiddleware,
        extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, NewMiddleware> {
        mapMiddleware(transformMiddleware).contramapDependencies(extractOnlyDependenciesNeededForThisMiddleware)
    }

    /// Makes a reader that gives what a second reader gives, which is chosen by the middleware of this one.
    ///
    /// Both get the same dependencies, this one first.
    @inlinable public func flatMap<NewMiddlewareReader: MiddlewareReaderProtocol>(
        _ transform: @escaping @Sendable (MiddlewareType) -> NewMiddlewareReader
    ) -> NewMiddlewareReader where NewMiddlewareReader.Dependencies == Dependencies {
        NewMiddlewareReader { [inject] dependencies in
            transform(inject(dependencies)).inject(dependencies)
        }
    }
}

extension MiddlewareReaderProtocol {
    /// Makes a reader of what `map` makes of the middlewares that several readers give.
    ///
    /// All of them get the same dependencies, from left to right; then `map` runs, once for each ``inject``.
    ///
    /// ```swift
    /// let both = MiddlewareReader.zip(network, clock) { network, clock in network <> clock }
    /// ```
    @inlinable public static func zip<World, each Member: MiddlewareProtocol, Output: MiddlewareProtocol>(
        _ readers: repeat any MiddlewareReaderProtocol<World, each Member>,
        with map: @escaping @Sendable (repeat each Member) -> Output
    ) -> MiddlewareReader<World, Output> {
        let injects = (repeat (each readers).inject)
        return MiddlewareReader { world in
            map(repeat (each injects)(world))
        }
    }
}

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
