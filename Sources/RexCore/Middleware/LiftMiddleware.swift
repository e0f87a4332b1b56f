// SPDX-License-Identifier: MIT

/// A middleware of a part that works in the whole: made by the `lift` methods of a middleware.
///
/// An action that is not for the part costs at most one call of the input map: the part is not
/// called, and the state is not read. The part reads its own state, which is taken out of the whole
/// each time it asks. What it sends becomes an action of the whole and keeps its source.
public struct LiftMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType, Part: MiddlewareProtocol>:
    MiddlewareProtocol
{
    /// The actions of the whole.
    public typealias InputActionType = GlobalInputActionType
    /// The actions that are sent into the whole.
    public typealias OutputActionType = GlobalOutputActionType
    /// The state of the whole.
    public typealias StateType = GlobalStateType

    @usableFromInline let part: Part
    @usableFromInline let input: @Sendable (GlobalInputActionType) -> Part.InputActionType?
    @usableFromInline let output: OutputLift<GlobalInputActionType, Part.OutputActionType, GlobalOutputActionType>
    @usableFromInline let state: StateLift<Part.StateType, GlobalStateType>
    /// The only case that the part is for, if it is for one only.
    @usableFromInline let place: CasePlace<GlobalInputActionType>?

    init(
        part: Part,
        input: @escaping @Sendable (GlobalInputActionType) -> Part.InputActionType?,
        output: OutputLift<GlobalInputActionType, Part.OutputActionType, GlobalOutputActionType>,
        state: StateLift<Part.StateType, GlobalStateType>,
        place: CasePlace<GlobalInputActionType>? = nil
    ) {
        self.part = part
        self.input = input
        self.output = output
        self.state = state
        self.place = place
    }

    /// Lets the part handle the action, if it is for it.
    @inlinable public func handle(
        action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> IO<GlobalOutputActionType> {
        guard let local = input(action) else { return .pure() }
        return output.lift(part.handle(action: local, from: dispatcher, state: state.narrow(getState)), action)
    }

    /// Gives the part its context, narrowed to the part's state and actions.
    @inlinable public func receiveContext(
        getState: @escaping GetState<GlobalStateType>,
        output globalOutput: AnyActionHandler<GlobalOutputActionType>
    ) {
        part.receiveContext(getState: state.narrow(getState), output: output.narrow(globalOutput))
    }

    /// This middleware alone, or nothing if the part does nothing.
    @inlinable public var composition:
        ComposedMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType>
    {
        part.composition.isEmpty ? .identity : ComposedMiddleware(member: self, for: place)
    }
}

extension LiftMiddleware: Sendable where Part: Sendable {}

extension LiftMiddleware
where GlobalInputActionType == GlobalOutputActionType, Part.InputActionType == Part.OutputActionType {
    init(
        part: Part,
        case path: CasePath<GlobalInputActionType, Part.InputActionType>,
        state: @escaping @Sendable (GlobalStateType) -> Part.StateType
    ) {
        self.init(
            part: part,
            input: path.extract,
            output: OutputLift(path.embed),
            state: StateLift(state),
            place: path.place
        )
    }
}

/// How the output of a part becomes one of the whole.
@usableFromInline struct OutputLift<GlobalInput, Local, Global>: Sendable {
    /// For what the part does about an action of the whole.
    @usableFromInline let lift: @Sendable (IO<Local>, GlobalInput) -> IO<Global>
    /// For what the part sends on its own account.
    @usableFromInline let narrow: @Sendable (AnyActionHandler<Global>) -> AnyActionHandler<Local>

    init(_ transform: @escaping @Sendable (Local) -> Global) {
        lift = { io, _ in io.map(transform) }
        narrow = { $0.contramap(transform) }
    }

    /// The output of the part as it is, with nothing wrapped around it.
    init() where Local == Global {
        lift = { io, _ in io }
        narrow = { $0 }
    }
}

/// How the state of the whole becomes the one of a part.
@usableFromInline struct StateLift<Local, Global>: Sendable {
    @usableFromInline let narrow: @Sendable (@escaping GetState<Global>) -> GetState<Local>

    init(_ transform: @escaping @Sendable (Global) -> Local) {
        narrow = { getState in { transform(getState()) } }
    }

    /// The state of the whole as it is.
    init() where Local == Global {
        narrow = { $0 }
    }
}
