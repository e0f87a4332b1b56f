// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that answers actions with other actions, to connect parts that do not know each
/// other.
///
/// ```swift
/// let lifecycleToReachability = BridgeMiddleware<AppAction, AppAction, AppState>()
///     .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring))
///     .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring))
/// ```
///
/// Each call of a `bridge` method returns a middleware with one bridge more and leaves the one it
/// was called on as it is. For each action the bridges are called in the order in which they were
/// added. Each that matches sends its action, in an `IO` and in the same order; the store processes
/// it behind the actions that wait already.
///
/// A derived action keeps the source of the action that it answers, and its `info` gets a line that
/// names the bridge: `Bridged from <action> at <file name>, <function>:<line>`. The line is made
/// only if someone reads it.
///
/// - Complexity: O(*n*) in the bridges for each action; one that does not match allocates nothing.
public struct BridgeMiddleware<InputActionType: Sendable, OutputActionType: Sendable, StateType>:
    MiddlewareProtocol, Sendable
{
    @usableFromInline let bridges: Members<Bridge<InputActionType, OutputActionType, StateType>>
    /// The only one, or one that answers nothing if there is none; called without a closure, and
    /// without being joined.
    @usableFromInline let only: Bridge<InputActionType, OutputActionType, StateType>

    /// Makes a middleware without a bridge, to add some to.
    @inlinable public init() {
        self.init(bridges: [])
    }

    @inlinable init(bridges: [Bridge<InputActionType, OutputActionType, StateType>]) {
        self.bridges = Members(bridges)
        only = bridges.first ?? Bridge(rule: .byAction(derive: { _ in nil }, when: nil), site: BridgeSite(.here()))
    }

    /// Calls the bridges with the action; those that match send their actions after the reducer.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard bridges.count > 1 else { return only.io(action, dispatcher, state) }
        return bridges.io { $0.io(action, dispatcher, state) }
    }

    /// Declares the bridges to whoever records the store; nothing else.
    public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        // As if there were no method of its own: bridges may be lifted into a collection, which has
        // no context.
        IdentityMiddleware<InputActionType, OutputActionType, StateType>()
            .receiveContext(getState: getState, output: output)
        // Without what the bridges do, which would live on after the store with whoever records it.
        for site in bridges.all.map(\.site) { output.declare { CountedRule(site.rule, count: 0) } }
    }

    @inlinable func adding(
        _ rule: Bridge<InputActionType, OutputActionType, StateType>.Rule,
        at site: BridgeSite
    ) -> BridgeMiddleware {
        BridgeMiddleware(bridges: bridges.all + [Bridge(rule: rule, site: site)])
    }
}
