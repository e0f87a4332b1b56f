// SPDX-License-Identifier: MIT

/// A middleware whose type is erased.
///
/// It can be made of closures where a type of its own would be too much:
///
/// ```swift
/// let beeper = AnyMiddleware<Alarm, Alarm, Int> { action, source, state in
///     IO { output in if state() > 3 { output.dispatch(.tooMany, from: source) } }
/// }
/// ```
///
/// Erasing keeps what is known of a middleware: an erased ``IdentityMiddleware`` still adds nothing
/// to a composition, and an erased ``ComposedMiddleware`` is still a flat list.
public struct AnyMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol {
    /// The shape of ``MiddlewareProtocol/receiveContext(getState:output:)`` as a closure.
    public typealias ReceiveContext = (@escaping GetState<StateType>, AnyActionHandler<OutputActionType>) -> Void
    /// The shape of ``MiddlewareProtocol/handle(action:from:state:)`` as a closure.
    public typealias Handle = (InputActionType, ActionSource, @escaping GetState<StateType>) -> IO<OutputActionType>

    @usableFromInline let erased: Erased

    /// What is left of a middleware whose type is not known.
    @usableFromInline final class Erased {
        @usableFromInline let receiveContext: ReceiveContext
        @usableFromInline let handle: Handle
        /// The members, if it is a composition.
        @usableFromInline let members: ComposedMiddleware<InputActionType, OutputActionType, StateType>?
        /// The only case that it is for, if it is for one only.
        @usableFromInline let place: CasePlace<InputActionType>?

        @inlinable init(
            receiveContext: @escaping ReceiveContext,
            handle: @escaping Handle,
            members: ComposedMiddleware<InputActionType, OutputActionType, StateType>?,
            place: CasePlace<InputActionType>?
        ) {
            self.receiveContext = receiveContext
            self.handle = handle
            self.members = members
            self.place = place
        }
    }

    /// Makes a middleware of closures.
    @inlinable public init(
        receiveContext: @escaping ReceiveContext = { $1.noteThatNothingListens() },
        handle: @escaping Handle
    ) {
        self.init(erased: Erased(receiveContext: receiveContext, handle: handle, members: nil, place: nil))
    }

    /// Erases the type of a middleware; one that is erased already stays as it is.
    @inlinable public init(
        _ middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>
    ) {
        let composition = middleware.composition
        let members = composition.members.all
        self.init(
            erased: members.count == 1
                ? members[0]
                : Erased(
                    receiveContext: composition.receiveContext,
                    handle: composition.handle,
                    members: composition,
                    place: nil
                )
        )
    }

    @inlinable init(
        part middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>,
        for place: CasePlace<InputActionType>? = nil
    ) {
        self.init(
            erased: Erased(
                receiveContext: { middleware.receiveContext(getState: $0, output: $1) },
                handle: { middleware.handle(action: $0, from: $1, state: $2) },
                members: nil,
                place: place
            )
        )
    }

    @inlinable init(erased: Erased) {
        self.erased = erased
    }

    /// Lets the erased middleware handle the action.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        erased.handle(action, dispatcher, state)
    }

    /// Gives the erased middleware its context.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        erased.receiveContext(getState, output)
    }

    /// The members, if a composition was erased; otherwise this middleware alone.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        erased.members ?? ComposedMiddleware(flat: [erased])
    }

    /// Gives this middleware itself, which is erased already.
    @inlinable public func eraseToAnyMiddleware() -> AnyMiddleware<InputActionType, OutputActionType, StateType> {
        self
    }
}

@available(*, unavailable)
extension AnyMiddleware: Sendable {}

@available(*, unavailable)
extension AnyMiddleware.Erased: Sendable {}

// The forms of `MiddlewareProtocol.lift`, which here give an erased middleware.

extension AnyMiddleware {
    /// Lifts input, output and state as for any middleware, and gives an erased middleware.
    ///
    /// See ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(outputAction), state: StateLift(state))
            .eraseToAnyMiddleware()
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<InputActionType, GlobalOutput, GlobalState> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift(state))
            .eraseToAnyMiddleware()
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<GlobalInput, OutputActionType, GlobalState> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(), state: StateLift(state))
            .eraseToAnyMiddleware()
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> AnyMiddleware<GlobalInput, GlobalOutput, StateType> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(outputAction), state: StateLift())
            .eraseToAnyMiddleware()
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> AnyMiddleware<GlobalInput, OutputActionType, StateType> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(), state: StateLift()).eraseToAnyMiddleware()
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> AnyMiddleware<InputActionType, GlobalOutput, StateType> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift())
            .eraseToAnyMiddleware()
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> AnyMiddleware<InputActionType, OutputActionType, GlobalState> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(), state: StateLift(state)).eraseToAnyMiddleware()
    }
}
