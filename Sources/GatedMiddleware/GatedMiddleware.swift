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
/// A recording names a gate by the line of the call that made it. It lists the actions that the closed
/// gate kept from the inner middleware, unless the inner middleware would have ignored them.
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
        gate = .byAction(control: control, isOpen: Lock(`default` == .active))
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
        let passage = gate.passage(of: action, state)
        guard passage != .stopped else { return site.mayBeObserved ? report(action, dispatcher, state) : .pure() }
        let io = middleware.handle(action: action, from: dispatcher, state: state)
        guard !io.isPure || passage == .passesAndMoves else { return io }
        let isAdmitted = gate.isAdmitted(state)
        return site.mayBeObserved
            ? filterWithReports(io, isAdmitted, isMove: passage == .passesAndMoves) : io.filter(isAdmitted)
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

    /// Returns an `IO` that reports an action that the gate has stopped, if the inner middleware would
    /// have handled it.
    @usableFromInline func report(
        _ action: InputActionType,
        _ source: ActionSource,
        _ state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard middleware.isConcerned(by: action, from: source, state: state) else { return .pure() }
        return IO { [site] output in
            site.learn(from: output)
            output.post(
                .skippedByMiddleware,
                .skipped(SkippedAction(because: .gateIsClosed, from: source.derived(by: site.derivation)))
            )
        }
    }

    /// Returns an `IO` that drops actions that aren't admitted and reports each of them, after the move
    /// of the gate.
    @usableFromInline func filterWithReports(
        _ io: IO<OutputActionType>,
        _ isAdmitted: @escaping @Sendable () -> Bool,
        isMove: Bool
    ) -> IO<OutputActionType> {
        IO { [site] output in
            site.learn(from: output)
            if isMove { output.post(.rule, .rule(site.derivation.step, uses: 1)) }
            io.run(output.filter(isAdmitted, as: site.derivation))
        }
    }

    /// Forwards the context to the inner middleware, with an output that drops actions while the
    /// gate is closed.
    public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>) {
        let site = site
        output.onIdle { site.learn(from: output) }
        if case .byAction = gate { output.post(.rule, .rule(site.derivation.step, uses: 0)) }
        middleware.receiveContext(
            getState: getState,
            output: output.filter(gate.isAdmitted(getState), as: site.derivation)
        )
    }

    /// An entry for the gate, which contains those of the inner middleware.
    public var mapEntries: [FeatureMap] {
        let remark = if case .byAction = gate { "a function of the action" } else { "a function of the state" }
        return [FeatureMap(site.derivation.step, remark: remark, children: middleware.mapEntries)]
    }

    /// The position of a gate by action, or nil for a gate by state.
    ///
    /// For debugging.
    ///
    /// It can be read from any thread.
    public var gateState: GateState? {
        switch gate {
        case .byAction(_, let isOpen): isOpen.withLock { $0 } ? .active : .bypass
        case .byState: nil
        }
    }
}

extension GatedMiddleware: Sendable where M: Sendable {}
