// SPDX-License-Identifier: MIT

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
