// SPDX-License-Identifier: MIT

/// A flat list of middlewares that act as one.
///
/// For each action the members' `handle` is called in their order, and the `IO` that each gave runs in the same order.
///
/// ```swift
/// let app = network <> clock <> ComposedMiddleware(logger)
/// ```
///
/// Members that are compositions themselves are spliced in, erased or not; an ``IdentityMiddleware`` is left out.
public struct ComposedMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Monoid {
    /// A composition is its own composition.
    public typealias Composition = ComposedMiddleware

    @usableFromInline var middlewares: [AnyMiddleware<InputActionType, OutputActionType, StateType>]

    /// Makes an empty composition, which does nothing.
    @inlinable public init() {
        middlewares = []
    }

    /// Makes a composition of one middleware.
    @inlinable public init(_ middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>) {
        self = middleware.composition
    }

    @inlinable init(flat middlewares: [AnyMiddleware<InputActionType, OutputActionType, StateType>]) {
        self.middlewares = middlewares
    }

    /// Adds a middleware behind those that are there.
    @inlinable public mutating func append(
        middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>
    ) {
        middlewares += middleware.composition.middlewares
    }

    /// Lets each member handle the action, in their order.
    ///
    /// - Returns: what the members gave, to run in the same order.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        // Through the buffer, since a loop over the array retains each middleware, which costs as much as asking it.
        middlewares.withUnsafeBufferPointer { middlewares in
            var io = IO<OutputActionType>.pure()
            for index in middlewares.indices {
                let next = middlewares[index].handleBody(action, dispatcher, state)
                if !next.isPure { io = .append(io, next) }
            }
            return io
        }
    }

    /// Gives each member the same context, in their order.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        for middleware in middlewares {
            middleware.receiveContext(getState: getState, output: output)
        }
    }

    /// The composition itself.
    @inlinable public var composition: ComposedMiddleware { self }

    /// The empty composition.
    @inlinable public static var identity: ComposedMiddleware { ComposedMiddleware() }

    /// The members of `lhs`, then those of `rhs`.
    @inlinable public static func append(_ lhs: ComposedMiddleware, _ rhs: ComposedMiddleware) -> ComposedMiddleware {
        ComposedMiddleware(flat: lhs.middlewares + rhs.middlewares)
    }
}

@available(*, unavailable)
extension ComposedMiddleware: Sendable {}
