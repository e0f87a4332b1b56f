// SPDX-License-Identifier: MIT

/// A composition of local types, lifted to global types.
///
/// For an action that doesn't match, only the input map runs: the local middlewares aren't called,
/// and the state isn't read. Each read of the local state reads the global state and maps it. Sent
/// actions are mapped to global ones and keep their sources.
@usableFromInline
struct LiftedMiddleware<InputActionType, OutputActionType, StateType, LocalInput, LocalOutput, LocalState>:
    MiddlewareProtocol
{
    @usableFromInline typealias Local = ComposedMiddleware<LocalInput, LocalOutput, LocalState>

    @usableFromInline let local: Local
    @usableFromInline let input: @Sendable (InputActionType) -> LocalInput?
    @usableFromInline let output: OutputLift<LocalOutput, OutputActionType>
    @usableFromInline let state: StateLift<LocalState, StateType>
    /// The global case that matches, or nil if it is unknown, as with a function.
    @usableFromInline let selector: CaseSelector<InputActionType>?

    @inlinable init(
        local: Local,
        input: @escaping @Sendable (InputActionType) -> LocalInput?,
        output: OutputLift<LocalOutput, OutputActionType>,
        state: StateLift<LocalState, StateType>,
        selector: CaseSelector<InputActionType>? = nil
    ) {
        self.local = local
        self.input = input
        self.output = output
        self.state = state
        self.selector = selector
    }

    /// Calls `handle` of the local middlewares, if the action matches.
    @inlinable func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard let localAction = input(action) else { return .pure() }
        return output.lift(local.handle(action: localAction, from: dispatcher, state: state.narrow(getState)))
    }

    /// Passes the context on, mapped to the local state and actions.
    @inlinable func receiveContext(
        getState: @escaping GetState<StateType>,
        output globalOutput: AnyActionHandler<OutputActionType>
    ) {
        local.receiveContext(getState: state.narrow(getState), output: output.narrow(globalOutput))
    }

    /// Returns whether the action matches and concerns a local middleware.
    @inlinable func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state getState: @escaping GetState<StateType>
    ) -> Bool {
        input(action).map { local.isConcerned(by: $0, from: dispatcher, state: state.narrow(getState)) } ?? false
    }

    /// The lift by functions, with the entries of the local middlewares.
    @usableFromInline var mapEntries: [FeatureMap] {
        [FeatureMap(kind: "lift", text: "Functions", children: local.mapEntries).embedding(.unknown)]
    }

    /// A composition of this middleware, or an empty one if the local composition is empty.
    @inlinable var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
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
        to getState: @escaping GetState<StateType>
    ) -> Composition.Member {
        let localState = state.narrow(getState)
        return member.replacing { [input, output, local = local.bound(to: localState)] action, source, _ in
            guard let localAction = input(action) else { return .pure() }
            return output.lift(local.handle(action: localAction, from: source, state: localState))
        }
    }
}

@available(*, unavailable)
extension LiftedMiddleware: Sendable {}

extension LiftedMiddleware where InputActionType == OutputActionType, LocalInput == LocalOutput {
    @inlinable init(
        local: Local,
        case path: CasePath<InputActionType, LocalInput>,
        state: @escaping @Sendable (StateType) -> LocalState
    ) {
        self.init(
            local: local,
            input: path.extract,
            output: OutputLift(path.embed),
            state: StateLift(state),
            selector: path.selector
        )
    }
}

/// Maps local output to global output.
@usableFromInline struct OutputLift<Local, Global>: Sendable {
    /// Maps an action.
    @usableFromInline let transform: @Sendable (Local) -> Global
    /// Maps an `IO`.
    @usableFromInline let lift: @Sendable (IO<Local>) -> IO<Global>
    /// Maps an output.
    @usableFromInline let narrow: @Sendable (AnyActionHandler<Global>) -> AnyActionHandler<Local>

    @inlinable init(_ transform: @escaping @Sendable (Local) -> Global) {
        self.transform = transform
        lift = { $0.map(transform) }
        narrow = { $0.contramap(transform) }
    }

    /// Leaves the output unchanged, without a wrapper.
    @inlinable init() where Local == Global {
        transform = { $0 }
        lift = { $0 }
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
