// SPDX-License-Identifier: MIT

/// A middleware of local types, lifted to global types by a `lift` method.
///
/// For an action that doesn't match, only the input map runs: the local middleware isn't called,
/// and the state isn't read. Each read of the local state reads the global state and maps it. Sent
/// actions are mapped to global ones and keep their sources.
public struct LiftMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType, Local: MiddlewareProtocol>:
    MiddlewareProtocol
{
    /// The global input actions.
    public typealias InputActionType = GlobalInputActionType
    /// The global output actions.
    public typealias OutputActionType = GlobalOutputActionType
    /// The global state.
    public typealias StateType = GlobalStateType

    @usableFromInline let local: Local
    @usableFromInline let input: @Sendable (GlobalInputActionType) -> Local.InputActionType?
    @usableFromInline let output: OutputLift<GlobalInputActionType, Local.OutputActionType, GlobalOutputActionType>
    @usableFromInline let state: StateLift<Local.StateType, GlobalStateType>
    /// The single global case that matches, or nil if there are several.
    @usableFromInline let selector: CaseSelector<GlobalInputActionType>?
    /// The name of that case, if known.
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

    /// Calls `handle` of the local middleware, if the action matches.
    @inlinable public func handle(
        action: GlobalInputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<GlobalStateType>
    ) -> IO<GlobalOutputActionType> {
        guard let localAction = input(action) else { return .pure() }
        return output.lift(local.handle(action: localAction, from: dispatcher, state: state.narrow(getState)), action)
    }

    /// Passes the context on, mapped to the local state and actions.
    @inlinable public func receiveContext(
        getState: @escaping GetState<GlobalStateType>,
        output globalOutput: AnyActionHandler<GlobalOutputActionType>
    ) {
        globalOutput.inFeature(caseName) {
            local.receiveContext(getState: state.narrow(getState), output: output.narrow(globalOutput))
        }
    }

    /// Passes the call on, mapped to the local state and actions.
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

    /// A composition of this middleware, or an empty one if the local middleware does nothing.
    @inlinable public var composition:
        ComposedMiddleware<GlobalInputActionType, GlobalOutputActionType, GlobalStateType>
    {
        let local = local.composition
        guard !local.isEmpty else { return .identity }
        return ComposedMiddleware(
            member: self,
            for: selector,
            bind: bind,
            partwise: local.isPartwise ? self : nil
        )
    }

    /// Returns the member of a composition for one store.
    @inlinable func bind(
        _ member: Composition.Member,
        to getState: @escaping GetState<GlobalStateType>
    ) -> Composition.Member {
        let localState = state.narrow(getState)
        if let composition = local as? Local.Composition {
            return bind(member, calling: composition.bound(to: localState), localState)
        }
        return bind(member, calling: local, localState)
    }

    /// A generic function, so that `handle` of each type of middleware is specialised.
    @inlinable func bind<Bound: MiddlewareProtocol>(
        _ member: Composition.Member,
        calling local: Bound,
        _ localState: @escaping GetState<Local.StateType>
    ) -> Composition.Member where Bound.Composition == Local.Composition {
        member.replacing { [input, output] action, source, _ in
            guard let localAction = input(action) else { return .pure() }
            return output.lift(local.handle(action: localAction, from: source, state: localState), action)
        }
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

/// Maps local output to global output.
@usableFromInline struct OutputLift<GlobalInput, Local, Global>: Sendable {
    /// Maps an action.
    ///
    /// Nil if the mapping also depends on the answered action.
    @usableFromInline let transform: (@Sendable (Local) -> Global)?
    /// Maps an `IO` that answers a global action.
    @usableFromInline let lift: @Sendable (IO<Local>, GlobalInput) -> IO<Global>
    /// Maps an output for actions that answer no action.
    @usableFromInline let narrow: @Sendable (AnyActionHandler<Global>) -> AnyActionHandler<Local>

    @inlinable init(_ transform: @escaping @Sendable (Local) -> Global) {
        self.transform = transform
        lift = { io, _ in IO.mapping(io, by: transform) }
        narrow = { $0.contramap(transform) }
    }

    /// Leaves the output unchanged, without a wrapper.
    @inlinable init() where Local == Global {
        transform = { $0 }
        lift = { io, _ in io }
        narrow = { $0 }
    }
}

/// Maps global state to local state.
@usableFromInline struct StateLift<Local, Global>: Sendable {
    @usableFromInline let transform: @Sendable (Global) -> Local
    @usableFromInline let narrow: @Sendable (@escaping GetState<Global>) -> GetState<Local>

    @inlinable init(_ transform: @escaping @Sendable (Global) -> Local) {
        self.transform = transform
        narrow = { getState in { transform(getState()) } }
    }

    /// Leaves the state unchanged.
    @inlinable init() where Local == Global {
        transform = { $0 }
        narrow = { $0 }
    }
}
