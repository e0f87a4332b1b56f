// SPDX-License-Identifier: MIT

/// A middleware of a part that works in the whole: made by the `lift` methods of a middleware.
///
/// An action that is not for the part costs one call of the input map; the part is not called, and the state is not
/// read. The part reads its own state, which is looked up each time it asks. What it sends is wrapped for the whole and
/// keeps its source.
public struct LiftMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType, Part: MiddlewareProtocol>:
    MiddlewareProtocol
{
    /// The actions of the whole.
    public typealias InputActionType = GlobalInputActionType
    /// The actions that are sent into the whole.
    public typealias OutputActionType = GlobalOutputActionType
    /// The state of the whole.
    public typealias StateType = GlobalStateType

    let part: Part
    let input: @Sendable (GlobalInputActionType) -> Part.InputActionType?
    let output: OutputLift<GlobalInputActionType, Part.OutputActionType, GlobalOutputActionType>
    let state: StateLift<Part.StateType, GlobalStateType>

    /// Lets the part handle the action, if it is for it.
    public func handle(
        action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> IO<GlobalOutputActionType> {
        guard let local = input(action) else { return .pure() }
        return output.lift(part.handle(action: local, from: dispatcher, state: state.narrow(getState)), action)
    }

    /// Gives the part a context of its own types.
    public func receiveContext(
        getState: @escaping GetState<GlobalStateType>,
        output globalOutput: AnyActionHandler<GlobalOutputActionType>
    ) {
        part.receiveContext(getState: state.narrow(getState), output: output.narrow(globalOutput))
    }

    /// This middleware alone, or nothing if the part does nothing.
    public var composition: ComposedMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType> {
        part.composition.middlewares.isEmpty ? .identity : ComposedMiddleware(flat: [AnyMiddleware(part: self)])
    }
}

extension LiftMiddleware: Sendable where Part: Sendable {}

/// How the output of a part becomes one of the whole.
struct OutputLift<GlobalInput, Local, Global>: Sendable {
    /// For what the part does about an action of the whole.
    let lift: @Sendable (IO<Local>, GlobalInput) -> IO<Global>
    /// For what the part sends on its own account.
    let narrow: @Sendable (AnyActionHandler<Global>) -> AnyActionHandler<Local>

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
struct StateLift<Local, Global>: Sendable {
    let narrow: @Sendable (@escaping GetState<Global>) -> GetState<Local>

    init(_ transform: @escaping @Sendable (Global) -> Local) {
        narrow = { getState in { transform(getState()) } }
    }

    /// The state of the whole as it is.
    init() where Local == Global {
        narrow = { $0 }
    }
}
