// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that is switched off and on while the app runs, by actions or by the state.
///
/// While its gate is closed, the inner middleware does not handle actions, and what it sends is
/// dropped at the moment of sending, wherever it got its output: in an `IO`, for an answer that
/// comes late, or with its context. The reducer and the other middlewares notice nothing of the
/// gate.
///
/// A gate by action is for a middleware whose being on or off is nobody else's business. Control
/// actions reach the inner middleware wherever the gate stands: it starts its timers at the
/// one that turns it on, and stops them at the one that turns it off.
///
/// ```swift
/// let clock = Clock().gated(controlAction: \AppAction.clock?.isOn, default: .bypass)
/// store.dispatch(.clock(.isOn(true)))  // opens, and the clock starts
/// ```
///
/// Copies of a middleware that is gated by action have one gate, so each store needs one of its
/// own.
///
/// A gate by state is for an app that shows or keeps the switch, as with a setting. The state
/// before the reducer decides. So the action that closes still reaches the inner middleware, whose
/// `IO` finds the new state and stops the timers; the action that opens does not. A second one
/// starts them again:
///
/// ```swift
/// let clock = Clock().gated(state: \AppState.isClockOn)
/// store.dispatch(.setting(isClockOn: true))  // opens, but the clock does not get to see it
/// store.dispatch(.clock(.start))             // the clock starts
/// ```
///
/// A timer that is not stopped runs on. Its ticks are dropped while the gate is closed and pass
/// again once it is open; they never move it.
///
/// A recording names a gate by the line on which it was made, and by its feature: by the case that
/// lifts it, or the name that `named(_:)` gives it. It lists the actions that the closed gate has
/// kept from the inner middleware, as far as that would have done something about them.
///
/// Gating a composition switches all of its members at once. Members that are gated before they are
/// composed are switched one by one.
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

    @usableFromInline init(middleware: M, gate: Gate<InputActionType, StateType>, at site: GateSite) {
        self.middleware = middleware
        self.gate = gate
        self.site = site
    }

    /// Moves the gate if this is a control action; then lets the inner middleware handle the
    /// action, if it may.
    ///
    /// A gate by action looks at each action once, a gate by state reads the state once. Nothing is
    /// allocated while the gate is closed, or if the inner middleware has nothing to do.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard gate.admits(action, state) else {
            return dispatcher.observesNotices ? noteDrop(of: action, dispatcher, state) : .pure()
        }
        let io = middleware.handle(action: action, from: dispatcher, state: state)
        guard !io.isPure else { return io }
        let isAdmitted = gate.isAdmitted(state)
        return dispatcher.observesNotices ? filterNoting(io, isAdmitted) : io.filter(isAdmitted)
    }

    /// Returns whether the gate lets the action through, now, and the inner middleware is concerned.
    @inlinable public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        gate.wouldAdmit(action, state) && middleware.isConcerned(by: action, from: dispatcher, state: state)
    }

    /// Notes that the inner middleware does not get an action, if it would do something about it.
    @usableFromInline func noteDrop(
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

    /// Returns the `IO` with a notice for each action that is not admitted.
    @usableFromInline func filterNoting(
        _ io: IO<OutputActionType>,
        _ isAdmitted: @escaping @Sendable () -> Bool
    ) -> IO<OutputActionType> {
        IO { [site] output in io.run(output.filter(isAdmitted, as: site.derivation)) }
    }

    /// Passes the call on to the inner middleware.
    public func observeStore(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>) {
        middleware.observeStore(getState: getState, output: output)
    }

    /// Passes the context to the inner middleware, with an output that does nothing while the gate
    /// is closed.
    public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<OutputActionType>) {
        site.setName(output.featureName)
        let derivation = site.derivation
        if case .byAction(_, _, let moves, _) = gate {
            output.declare { CountedRule(derivation.step, count: moves.withLock { $0 }) }
        }
        middleware.receiveContext(getState: getState, output: output.filter(gate.isAdmitted(getState), as: derivation))
    }

    /// The position of a gate by action, for debugging; nil for a gate by state, which only the
    /// state decides.
    ///
    /// The position may be read from any thread.
    public var gateState: GateState? {
        switch gate {
        case .byAction(_, let isOpen, _, _): isOpen.withLock { $0 } ? .active : .bypass
        case .byState: nil
        }
    }

    /// True if a gate by action is open now, for debugging; false for a gate by state; see
    /// ``gateState``.
    public var isActive: Bool { gateState == .active }
}

extension GatedMiddleware: Sendable where M: Sendable {}
