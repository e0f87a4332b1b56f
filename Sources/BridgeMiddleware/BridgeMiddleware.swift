// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that derives actions from other actions, to connect features that don't know each
/// other.
///
/// ```swift
/// let lifecycleToReachability = BridgeMiddleware<AppAction, AppAction, AppState>()
///     .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring))
///     .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring))
/// ```
///
/// Each `bridge` method returns a middleware with one more bridge and leaves the original
/// unchanged. For each action, the bridges are called in the order in which they were added. Each
/// one that matches sends its action in an `IO`, in the same order. The store processes that action
/// after those already in its queue.
///
/// A derived action keeps the source of the action that it answers. Its `info` gets a line that
/// names the bridge: `Bridged from <action> at <file name>, <function>:<line>`. The line is
/// formatted only when `info` is read.
///
/// - Complexity: O(*n*) in the number of bridges for each action. A bridge that doesn't match
///   allocates nothing.
public struct BridgeMiddleware<InputActionType: Sendable, OutputActionType: Sendable, StateType>:
    MiddlewareProtocol, Sendable
{
    @usableFromInline var bridges: Members<Bridge<InputActionType, OutputActionType, StateType>>
    /// The only bridge if there is exactly one, otherwise not used; without bridges, one that never
    /// matches.
    ///
    /// Calling it directly avoids a closure and a join.
    @usableFromInline let singleBridge: Bridge<InputActionType, OutputActionType, StateType>

    /// Makes a middleware without bridges.
    @inlinable public init() {
        self.init(bridges: [])
    }

    @inlinable init(bridges: [Bridge<InputActionType, OutputActionType, StateType>]) {
        self.bridges = Members(bridges)
        singleBridge =
            bridges.first ?? Bridge(rule: .byAction(derive: { _ in nil }, when: nil), site: BridgeSite(.here()))
    }

    /// Calls each bridge with the action.
    ///
    /// Bridges that match send their actions after the reducer.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard bridges.count > 1 else { return singleBridge.io(action, dispatcher, state) }
        return bridges.io { $0.io(action, dispatcher, state) }
    }

    /// Registers the bridges as rules, so that recordings can list those that never applied.
    public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        // The default implementation of the protocol checks the context. Bridges that are lifted
        // into a collection have none.
        IdentityMiddleware<InputActionType, OutputActionType, StateType>()
            .receiveContext(getState: getState, output: output)
        // Captures the call sites only: a recorder may keep them longer than the store lives.
        for site in bridges.all.map(\.site) { output.declare { CountedRule(site.rule, count: 0) } }
    }

    /// Takes over the bridges of this middleware, unless a copy of it exists.
    @inlinable consuming func adding(
        _ rule: Bridge<InputActionType, OutputActionType, StateType>.Rule,
        at site: BridgeSite
    ) -> BridgeMiddleware {
        let bridge = Bridge(rule: rule, site: site)
        guard bridges.count > 0, isKnownUniquelyReferenced(&bridges) else {
            return BridgeMiddleware(bridges: bridges.all + [bridge])
        }
        bridges.append([bridge])
        return self
    }
}
