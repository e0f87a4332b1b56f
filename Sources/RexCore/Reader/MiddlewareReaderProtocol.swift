// SPDX-License-Identifier: MIT

/// A function from dependencies to a middleware, as a value that can be lifted and composed.
///
/// Apps use ``MiddlewareReader``. Conform to the protocol for a reader with its own behaviour.
public protocol MiddlewareReaderProtocol<Dependencies, MiddlewareType>: Composable, Sendable
where
    Composition == MiddlewareReader<
        Dependencies,
        ComposedMiddleware<MiddlewareType.InputActionType, MiddlewareType.OutputActionType, MiddlewareType.StateType>
    >
{
    /// The part of the outside world that the middleware needs.
    associatedtype Dependencies
    /// The type of the middleware.
    associatedtype MiddlewareType: MiddlewareProtocol

    /// Creates the middleware. Each call creates a new one.
    var inject: @Sendable (Dependencies) -> MiddlewareType { get }

    /// Creates a reader that calls `inject` when it gets its dependencies.
    init(inject: @escaping @Sendable (Dependencies) -> MiddlewareType)
}

extension MiddlewareReaderProtocol {
    /// A reader whose middleware is a composition of one.
    @inlinable public var composition: Composition {
        MiddlewareReader { [inject] dependencies in inject(dependencies).composition }
    }

    /// Creates a reader of a middleware without dependencies.
    ///
    /// `value` is evaluated for each ``inject``, so that stores don't share a middleware, unless
    /// the expression names an existing object.
    @_alwaysEmitIntoClient public static func pure(_ value: @escaping @Sendable @autoclosure () -> MiddlewareType)
        -> Self
    {
        Self { _ in value() }
    }

    /// Returns a reader of a transformed middleware.
    ///
    /// `transform` runs once for each ``inject``.
    @_alwaysEmitIntoClient public func mapMiddleware<NewMiddleware: MiddlewareProtocol>(
        _ transform: @escaping @Sendable (MiddlewareType) -> NewMiddleware
    ) -> MiddlewareReader<Dependencies, NewMiddleware> {
        MiddlewareReader { [inject] dependencies in transform(inject(dependencies)) }
    }

    /// Returns a reader of the same middleware for larger dependencies, which the function maps to
    /// its own.
    ///
    /// The function runs once for each ``inject``.
    @_alwaysEmitIntoClient public func contramapDependencies<World>(
        _ extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, MiddlewareType> {
        MiddlewareReader { [inject] world in inject(extractOnlyDependenciesNeededForThisMiddleware(world)) }
    }

    /// Calls ``contramapDependencies(_:)``.
    ///
    /// SwiftRex spells it like this.
    @_alwaysEmitIntoClient public func contramapDependecies<World>(
        _ extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, MiddlewareType> {
        contramapDependencies(extractOnlyDependenciesNeededForThisMiddleware)
    }

    /// Returns a reader of a transformed middleware for larger dependencies.
    ///
    /// It combines ``mapMiddleware(_:)`` and ``contramapDependencies(_:)``.
    @_alwaysEmitIntoClient public func dimap<NewMiddleware: MiddlewareProtocol, World>(
        transformMiddleware: @escaping @Sendable (MiddlewareType) -> NewMiddleware,
        extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, NewMiddleware> {
        mapMiddleware(transformMiddleware).contramapDependencies(extractOnlyDependenciesNeededForThisMiddleware)
    }

    /// Returns a reader that creates this middleware, passes it to `transform`, and uses the reader
    /// that `transform` returns.
    ///
    /// Both get the same dependencies, this one first.
    @_alwaysEmitIntoClient public func flatMap<NewMiddlewareReader: MiddlewareReaderProtocol>(
        _ transform: @escaping @Sendable (MiddlewareType) -> NewMiddlewareReader
    ) -> NewMiddlewareReader where NewMiddlewareReader.Dependencies == Dependencies {
        NewMiddlewareReader { [inject] dependencies in
            transform(inject(dependencies)).inject(dependencies)
        }
    }

    /// Returns a reader that combines the middlewares of several readers with `map`.
    ///
    /// For each ``inject``, all readers get the same dependencies, from left to right; then `map`
    /// runs.
    ///
    /// ```swift
    /// let both = MiddlewareReader<World, Network>.zip(network, clock) { network, clock in network <> clock }
    /// ```
    @_alwaysEmitIntoClient public static func zip<World, each Member: MiddlewareProtocol, Output: MiddlewareProtocol>(
        _ readers: repeat any MiddlewareReaderProtocol<World, each Member>,
        with map: @escaping @Sendable (repeat each Member) -> Output
    ) -> MiddlewareReader<World, Output> {
        let injects = (repeat (each readers).inject)
        return MiddlewareReader { world in
            map(repeat (each injects)(world))
        }
    }

    /// A reader of a middleware that does nothing.
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
    /// A reader of the identity of its middleware type.
    public static var identity: Self {
        Self { _ in MiddlewareType.identity }
    }
}
