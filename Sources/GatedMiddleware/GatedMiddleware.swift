// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that actions or the state switch off and on while the app runs.
///
/// While the gate is closed, the inner middleware doesn't handle actions, and the actions that it
/// sends are dropped when it sends them. That applies to each of its outputs: the one of an `IO`,
/// of a late answer, and of its context. The gate doesn't affect the reducer and the other
/// middlewares.
///
/// Use a gate by action if only the middleware needs to know whether it is on. Control actions
/// reach the inner middleware even while the gate is closed. So it can start its timers at the
/// action that opens the gate, and stop them at the one that closes it.
///
/// ```swift
/// let clock = Clock().gated(controlAction: \AppAction.clock?.isOn, default: .bypass)
/// store.dispatch(.clock(.isOn(true)))  // opens, and the clock starts
/// ```
///
/// Copies of a middleware that is gated by action share one gate, so make one for each store.
///
/// Use a gate by state if the app shows or saves the switch, as with a setting. The state before
/// the reducer decides. So the action that closes the gate still reaches the inner middleware,
/// whose `IO` sees the new state and stops the timers. The action that opens the gate doesn't reach
/// it. Dispatch a second action to start the timers again:
///
/// ```swift
/// let clock = Clock().gated(state: \AppState.isClockOn)
/// store.dispatch(.setting(isClockOn: true))  // opens, but the clock does not get to see it
/// store.dispatch(.clock(.start))             // the clock starts
/// ```
///
/// A timer that isn't stopped continues. Its ticks are dropped while the gate is closed, pass again
/// once it is open, and never move the gate.
///
/// A recording names a gate by the line of the call that made it and by its feature: the case that
/// lifts the feature, or the name given with `named(_:)`. It lists the actions that the closed gate
/// kept from the inner middleware, unless the inner middleware would have ignored them.
///
/// Gating a composed middleware switches all of its members together. To switch members separately,
/// gate each of them before composing.
public struct GatedMiddleware<M: MiddlewareProtocol>: MiddlewareProtocol {
    /// The actions of the inner middleware.
    public typealias InputActionType = M.InputActionType
    /// The actions that the inner middleware sends.
    public typealias OutputActionType = M.OutputActionType
    /// The state of the inner middleware.
    public typealias StateType = M.StateType

    @usableFromInline let middleware: M
    @usableFromInline let gate: Gate<InputActionType, StateType>
    @usableFromInline let site: GateSite

    /// Makes a gate by action.
    @inlinable init(
        _ middleware: M,
        default: GateState,
        at site: GateSite,
        control: @escaping @Sendable (InputActionType) -> GateControl?
    ) {
        self.middleware = middleware
        gate = .byAction(control: control, position: Lock(GatePosition(isOpen: `default` == .active)))
        self.site = site
    }

    /// Makes a gate by state.
    @inlinable init(_ middleware: M, at site: GateSite, isOpen: @escaping @Sendable (StateType) -> Bool) {
        self.middleware = middleware
        gate = .byState(isOpen: isOpen)
        self.site = site
    }

    /// Moves the gate if this is a control action, then passes the action to the inner middleware
    /// if the gate lets it.
    ///
    /// A gate by action evaluates each action once; a gate by state reads the state once. Nothing
    /// is allocated while the gate is closed, or if the inner middleware returns an empty `IO`.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard gate.admits(action, state) else {
            return dispatcher.observesNotices ? noticeOfDrop(of: action, dispatcher, state) : .pure()
        }
        let io = middleware.handle(action: action, from: dispatcher, state: state)
        guard !io.isPure else { return io }
        let isAdmitted = gate.isAdmitted(state)
        return dispatcher.observesNotices ? filterWithNotices(io, isAdmitted) : io.filter(isAdmitted)
    }

    /// Returns whether the gate would let the action pass now and the inner middleware is
    /// concerned.
    @inlinable public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        gate.wouldAdmit(action, state) && middleware.isConcerned(by: action, from: dispatcher, state: state)
    }

    /// Posts a notice that the gate dropped an action, if the inner middleware would have handled
    /// it.
    @usableFromInline func noticeOfDrop(
        of action: InputActionType,
        _ source: ActionSource,
        _ state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard middleware.isConcerned(by: action, from: source, state: state) else { return .pure() }
        return .note(
            StoreNotice(.dropped, because: GateDerivation.kind, from: source.derived(by: site.derivation)),
            from: source
        )
    }

    /// Returns an `IO` that drops actions that aren't admitted and posts a notice for each.
    @usableFromInline func filterWithNotices(
        _ io: IO<OutputActionType>,
        _ isAdmitted: @escaping @Sendable () -> Bool
    ) -> IO<OutputActionType> {
        IO { [site] output in io.run(output.filter(isAdmitted, as: site.derivation)) }
    }

    /// Forwards the call to the inner middleware.
    public func observeStore(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>) {
        middleware.observeStore(getState: getState, output: output)
    }

    /// Forwards the context to the inner middleware, with an output that drops actions while the
    /// gate is closed.
    public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>) {
        site.setName(output.featureName)
        let derivation = site.derivation
        if case .byAction(_, let position) = gate {
            output.declare { CountedRule(derivation.step, count: position.withLock { $0.moveCount }) }
        }
        middleware.receiveContext(getState: getState, output: output.filter(gate.isAdmitted(getState), as: derivation))
    }

    /// The position of a gate by action, or nil for a gate by state.
    ///
    /// For debugging.
    ///
    /// It can be read from any thread.
    public var gateState: GateState? {
        switch gate {
        case .byAction(_, let position): position.withLock { $0.isOpen } ? .active : .bypass
        case .byState: nil
        }
    }
}

extension GatedMiddleware: Sendable where M: Sendable {}
