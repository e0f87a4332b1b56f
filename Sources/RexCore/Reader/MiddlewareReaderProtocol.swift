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
    /// What the middleware is made from: the outside world as it needs it.
    associatedtype Dependencies
    /// The middleware that is made.
    associatedtype MiddlewareType: MiddlewareProtocol

    /// Makes the middleware, anew at each call.
    var inject: @Sendable (Dependencies) -> MiddlewareType { get }

    /// Makes a reader that calls `inject` when it gets its dependencies, and not before.
    init(inject: @escaping @Sendable (Dependencies) -> MiddlewareType)
}

extension MiddlewareReaderProtocol {
    /// A reader of the composition of one, the middleware that this reader gives.
    public var composition: Composition {
        MiddlewareReader { [inject] dependencies in inject(dependencies).composition }
    }
}

extension MiddlewareReaderProtocol {
    /// Makes a reader that ignores its dependencies and always gives the same middleware.
    ///
    /// `value` is evaluated once, by the first ``inject``. A middleware with state of its own is
    /// for one store, as always.
    @inlinable public static func pure(_ value: @escaping @Sendable @autoclosure () -> MiddlewareType) -> Self {
        let made = Lock<MiddlewareType?>(nil)
        return Self { _ in
            made.withLock { made in
                if let made { return made }
                let new = value()
                made = new
                return new
            }
        }
    }
}
