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
    @usableFromInline var bridges: [Bridge<InputActionType, OutputActionType, StateType>] = []

    /// Makes a middleware without bridges.
    @inlinable public init() {}

    /// Calls each bridge with the action.
    ///
    /// Bridges that match send their actions after the reducer.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        // With one bridge, joining its `IO` to an empty one would be a seventh of row W3.
        if bridges.count == 1 { return bridges.withUnretained(at: 0) { $0.io(action, dispatcher, state) } }
        var io = IO<OutputActionType>.pure()
        bridges.forEachUnretained { io.append($0.io(action, dispatcher, state)) }
        return io
    }

    /// Registers the bridges as rules, so that recordings can list those that never applied.
    public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        for bridge in bridges { output.post(.rule, .rule(bridge.site.rule, uses: 0)) }
    }

    /// An entry for each bridge.
    public var mapEntries: [FeatureMap] {
        bridges.map { bridge in
            FeatureMap(
                bridge.site.rule,
                remark: "a function of the action\(bridge.dependsOnState ? " and the state" : "")"
            )
        }
    }

    @inlinable consuming func adding(
        _ rule: Bridge<InputActionType, OutputActionType, StateType>.Rule,
        at site: BridgeSite
    ) -> BridgeMiddleware {
        bridges.append(Bridge(rule: rule, site: site))
        return self
    }
}
