// SPDX-License-Identifier: MIT

/// A function from dependencies to a middleware, as a value that can be lifted and composed before
/// it is called.
///
/// ``MiddlewareReader`` is the one that apps use; the protocol is there for readers with a
/// behaviour of their own.
public protocol MiddlewareReaderProtocol<Dependencies, MiddlewareType>: Composable, Sendable
where
    Composition == MiddlewareReader<
        Dependencies,
        ComposedMiddleware<MiddlewareType.InputActionType, MiddlewareType.OutputActionType, MiddlewareType.StateType>
    >
{
    /// The part of the outside world that the middleware is made from.
    associatedtype Dependencies
    /// The middleware that is made.
    associatedtype MiddlewareType: MiddlewareProtocol

    /// Makes the middleware, anew at each call.
    var inject: @Sendable (Dependencies) -> MiddlewareType { get }

    /// Makes a reader that calls `inject` when it gets its dependencies, and not before.
    init(inject: @escaping @Sendable (Dependencies) -> MiddlewareType)
}

extension MiddlewareReaderProtocol {
    /// A reader of the composition of one, the middleware that this reader makes.
    @inlinable public var composition: Composition {
        MiddlewareReader { [inject] dependencies in inject(dependencies).composition }
    }

    /// Makes a reader that ignores its dependencies and makes a middleware that needs none.
    ///
    /// `value` is evaluated at each ``inject``, so that two stores never share what it makes,
    /// unless it names something that was made before.
    public static func pure(_ value: @escaping @Sendable @autoclosure () -> MiddlewareType) -> Self {
        Self { _ in value() }
    }

    /// Makes a reader of what `transform` makes of the middleware, once for each ``inject``.
    public func mapMiddleware<NewMiddleware: MiddlewareProtocol>(
        _ transform: @escaping @Sendable (MiddlewareType) -> NewMiddleware
    ) -> MiddlewareReader<Dependencies, NewMiddleware> {
        MiddlewareReader { [inject] dependencies in transform(inject(dependencies)) }
    }

    /// Makes a reader of the same middleware that takes its dependencies out of larger ones.
    ///
    /// The function runs once for each ``inject``.
    public func contramapDependencies<World>(
        _ extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, MiddlewareType> {
        MiddlewareReader { [inject] world in inject(extractOnlyDependenciesNeededForThisMiddleware(world)) }
    }

    /// Calls ``contramapDependencies(_:)``; the spelling that SwiftRex has.
    public func contramapDependecies<World>(
        _ extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, MiddlewareType> {
        contramapDependencies(extractOnlyDependenciesNeededForThisMiddleware)
    }

    /// Makes a reader of another middleware that takes its dependencies out of larger ones.
    ///
    /// It does what ``mapMiddleware(_:)`` and ``contramapDependencies(_:)`` do together.
    public func dimap<NewMiddleware: MiddlewareProtocol, World>(
        transformMiddleware: @escaping @Sendable (MiddlewareType) -> NewMiddleware,
        extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, NewMiddleware> {
        mapMiddleware(transformMiddleware).contramapDependencies(extractOnlyDependenciesNeededForThisMiddleware)
    }

    /// Makes a reader that makes what a second reader makes, which is chosen by the middleware of
    /// this one.
    ///
    /// Both get the same dependencies, this one first.
    public func flatMap<NewMiddlewareReader: MiddlewareReaderProtocol>(
        _ transform: @escaping @Sendable (MiddlewareType) -> NewMiddlewareReader
    ) -> NewMiddlewareReader where NewMiddlewareReader.Dependencies == Dependencies {
        NewMiddlewareReader { [inject] dependencies in
            transform(inject(dependencies)).inject(dependencies)
        }
    }

    /// Makes a reader of what `map` makes of the middlewares that several readers make.
    ///
    /// All of them get the same dependencies, from left to right; then `map` runs, once for each
    /// ``inject``.
    ///
    /// ```swift
    /// let both = MiddlewareReader.zip(network, clock) { network, clock in network <> clock }
    /// ```
    public static func zip<World, each Member: MiddlewareProtocol, Output: MiddlewareProtocol>(
        _ readers: repeat any MiddlewareReaderProtocol<World, each Member>,
        with map: @escaping @Sendable (repeat each Member) -> Output
    ) -> MiddlewareReader<World, Output> {
        let injects = (repeat (each readers).inject)
        return MiddlewareReader { world in
            map(repeat (each injects)(world))
        }
    }

    /// A reader that ignores its dependencies and makes a middleware that does nothing.
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
    /// A reader that ignores its dependencies and makes the identity of its middleware's type.
    public static var identity: Self {
        Self { _ in MiddlewareType.identity }
    }
}
