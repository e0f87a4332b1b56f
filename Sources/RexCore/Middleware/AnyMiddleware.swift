// SPDX-License-Identifier: MIT

/// A middleware whose type is not known.
///
/// It can be made of two closures where a type of its own would be too much:
///
/// ```swift
/// let beeper = AnyMiddleware<Alarm, Alarm, Int> { action, source, state in
///     IO { output in if state() > 3 { output.dispatch(.tooMany, from: source) } }
/// }
/// ```
///
/// Erasing keeps what is known of a middleware: an erased ``IdentityMiddleware`` still adds nothing to a composition,
/// and an erased ``ComposedMiddleware`` is still a flat list.
public struct AnyMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol {
    /// The shape of ``MiddlewareProtocol/receiveContext(getState:output:)`` as a closure.
    public typealias ReceiveContext = (@escaping GetState<StateType>, AnyActionHandler<OutputActionType>) -> Void
    /// The shape of ``MiddlewareProtocol/handle(action:from:state:)`` as a closure.
    public typealias Handle = (InputActionType, ActionSource, @escaping GetState<StateType>) -> IO<OutputActionType>

    @usableFromInline let receiveContextBody: ReceiveContext
    @usableFromInline let handleBody: Handle
    @usableFromInline let members: ComposedMiddleware<InputActionType, OutputActionType, StateType>?

    /// Makes a middleware of closures.
    @inlinable public init(receiveContext: @escaping ReceiveContext = { _, _ in }, handle: @escaping Handle) {
        self.init(receiveContext: receiveContext, handle: handle, members: nil)
    }

    /// Erases the type of a middleware; one that is erased already stays as it is.
    @inlinable public init(
        _ middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>
    ) {
        let members = middleware.composition
        if members.middlewares.count == 1 {
            self = members.middlewares[0]
        } else {
            self.init(receiveContext: members.receiveContext, handle: members.handle, members: members)
        }
    }

    @inlinable init(part middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>) {
        self.init(receiveContext: middleware.receiveContext, handle: middleware.handle, members: nil)
    }

    @inlinable init(
        receiveContext: @escaping ReceiveContext,
        handle: @escaping Handle,
        members: ComposedMiddleware<InputActionType, OutputActionType, StateType>?
    ) {
        receiveContextBody = receiveContext
        handleBody = handle
        self.members = members
    }

    /// Lets the erased middleware handle the action.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        handleBody(action, dispatcher, state)
    }

    /// Gives the erased middleware its context.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        receiveContextBody(getState, output)
    }

    /// The members, if a composition was erased; otherwise this middleware alone.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        members ?? ComposedMiddleware(flat: [self])
    }

    /// This middleware itself.
    @inlinable public func eraseToAnyMiddleware() -> AnyMiddleware<InputActionType, OutputActionType, StateType> {
        self
    }
}

@available(*, unavailable)
extension AnyMiddleware: Sendable {}
