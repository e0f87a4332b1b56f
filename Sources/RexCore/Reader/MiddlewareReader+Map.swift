// SPDX-License-Identifier: MIT

extension MiddlewareReaderProtocol {
    /// A reader of another middleware, made from the one that this reader gives.
    public func mapMiddleware<NewMiddleware: MiddlewareProtocol>(
        _ transform: @escaping @Sendable (MiddlewareType) -> NewMiddleware
    ) -> MiddlewareReader<Dependencies, NewMiddleware> {
        MiddlewareReader { [inject] dependencies in transform(inject(dependencies)) }
    }

    /// A reader of the same middleware that takes its dependencies out of larger ones.
    public func contramapDependencies<World>(
        _ extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, MiddlewareType> {
        MiddlewareReader { [inject] world in inject(extractOnlyDependenciesNeededForThisMiddleware(world)) }
    }

    /// The same as ``contramapDependencies(_:)``, in the spelling that SwiftRex had.
    public func contramapDependecies<World>(
        _ extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, MiddlewareType> {
        contramapDependencies(extractOnlyDependenciesNeededForThisMiddleware)
    }

    /// A reader of another middleware that takes the dependencies out of larger ones.
    public func dimap<NewMiddleware: MiddlewareProtocol, World>(
        transformMiddleware: @escaping @Sendable (MiddlewareType) -> NewMiddleware,
        extractOnlyDependenciesNeededForThisMiddleware: @escaping @Sendable (World) -> Dependencies
    ) -> MiddlewareReader<World, NewMiddleware> {
        mapMiddleware(transformMiddleware).contramapDependencies(extractOnlyDependenciesNeededForThisMiddleware)
    }

    /// A reader that gets the same dependencies as this one, and is chosen by the middleware that this one gives.
    public func flatMap<NewMiddlewareReader: MiddlewareReaderProtocol>(
        _ transform: @escaping @Sendable (MiddlewareType) -> NewMiddlewareReader
    ) -> NewMiddlewareReader where NewMiddlewareReader.Dependencies == Dependencies {
        NewMiddlewareReader { [inject] dependencies in
            transform(inject(dependencies)).inject(dependencies)
        }
    }
}
