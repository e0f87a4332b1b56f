// SPDX-License-Identifier: MIT

/// A middleware of local types that works for global ones: made by the `lift` methods of a
/// middleware.
///
/// An action that does not match costs at most one call of the input map: the local middleware is
/// not called, and the state is not read. It reads the local state, which is taken out of the
/// global one at each reading. What it sends becomes a global action and keeps its source.
public struct LiftMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType, Local: MiddlewareProtocol>:
    MiddlewareProtocol
{
    /// The global actions.
    public typealias InputActionType = GlobalInputActionType
    /// The global actions that are sent.
    public typealias OutputActionType = GlobalOutputActionType
    /// The global state.
    public typealias StateType = GlobalStateType

    @usableFromInline let local: Local
    @usableFromInline let input: @Sendable (GlobalInputActionType) -> Local.InputActionType?
    @usableFromInline let output: OutputLift<GlobalInputActionType, Local.OutputActionType, GlobalOutputActionType>
    @usableFromInline let state: StateLift<Local.StateType, GlobalStateType>
    /// The only case that matches, if there is one only.
    @usableFromInline let selector: CaseSelector<GlobalInputActionType>?
    /// The name of that case, if it is known.
    @usableFromInline let caseName: String?

    @inlinable init(
        local: Local,
        input: @escaping @Sendable (GlobalInputActionType) -> Local.InputActionType?,
        output: OutputLift<GlobalInputActionType, Local.OutputActionType, GlobalOutputActionType>,
        state: StateLift<Local.StateType, GlobalStateType>,
        selector: CaseSelector<GlobalInputActionType>? = nil,
        caseName: String? = nil
    ) {
        self.local = local
        self.input = input
        self.output = output
        self.state = state
        self.selector = selector
        self.caseName = caseName
    }

    /// Lets the local middleware handle the action, if it matches.
    @inlinable public func handle(
        action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> IO<GlobalOutputActionType> {
        guard let localAction = input(action) else { return .pure() }
        return output.lift(local.handle(action: localAction, from: dispatcher, state: state.narrow(getState)), action)
    }

    /// Passes the context on, narrowed to the local state and actions.
    @inlinable public func receiveContext(
        getState: @escaping GetState<GlobalStateType>,
        output globalOutput: AnyActionHandler<GlobalOutputActionType>
    ) {
        globalOutput.inFeature(caseName) {
            local.receiveContext(getState: state.narrow(getState), output: output.narrow(globalOutput))
        }
    }

    /// Passes the call on, narrowed to the local state and actions.
    @inlinable public func observeStore(
        getState: @escaping GetState<GlobalStateType>,
        output globalOutput: AnyActionHandler<GlobalOutputActionType>
    ) {
        local.observeStore(getState: state.narrow(getState), output: output.narrow(globalOutput))
    }

    /// Returns whether the action matches and concerns the local middleware.
    @inlinable public func isConcerned(
        by action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> Bool {
        input(action).map { local.isConcerned(by: $0, from: dispatcher, state: state.narrow(getState)) } ?? false
    }

    /// This middleware alone, or nothing if the local one does nothing.
    @inlinable public var composition:
        ComposedMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType>
    {
        let local = local.composition
        guard !local.isEmpty else { return .identity }
        return ComposedMiddleware(member: self, for: selector, partwise: local.isPartwise ? self : nil)
    }
}

extension LiftMiddleware: Sendable where Local: Sendable {}

extension LiftMiddleware
where GlobalInputActionType == GlobalOutputActionType, Local.InputActionType == Local.OutputActionType {
    @inlinable init(
        local: Local,
        case path: CasePath<GlobalInputActionType, Local.InputActionType>,
        state: @escaping @Sendable (GlobalStateType) -> Local.StateType
    ) {
        self.init(
            local: local,
            input: path.extract,
            output: OutputLift(path.embed),
            state: StateLift(state),
            selector: path.selector,
            caseName: path.name
        )
    }
}

/// The way from local output to global output.
@usableFromInline struct OutputLift<GlobalInput, Local, Global>: Sendable {
    /// For each action; nil where the action that is answered decides too.
    @usableFromInline let transform: (@Sendable (Local) -> Global)?
    /// For what is done about a global action.
    @usableFromInline let lift: @Sendable (IO<Local>, GlobalInput) -> IO<Global>
    /// For what is sent without an action to answer.
    @usableFromInline let narrow: @Sendable (AnyActionHandler<Global>) -> AnyActionHandler<Local>

    @inlinable init(_ transform: @escaping @Sendable (Local) -> Global) {
        self.transform = transform
        lift = { io, _ in IO.mapping(io, by: transform) }
        narrow = { $0.contramap(transform) }
    }

    /// The output as it is, with nothing wrapped around it.
    @inlinable init() where Local == Global {
        transform = { $0 }
        lift = { io, _ in io }
        narrow = { $0 }
    }
}

/// The way from global state to local state.
@usableFromInline struct StateLift<Local, Global>: Sendable {
    @usableFromInline let transform: @Sendable (Global) -> Local
    @usableFromInline let narrow: @Sendable (@escaping GetState<Global>) -> GetState<Local>

    @inlinable init(_ transform: @escaping @Sendable (Global) -> Local) {
        self.transform = transform
        narrow = { getState in { transform(getState()) } }
    }

    /// The state as it is.
    @inlinable init() where Local == Global {
        transform = { $0 }
        narrow = { $0 }
    }
}
