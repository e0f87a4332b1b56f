// SPDX-License-Identifier: MIT

public import RexCore

/// The actions of a feature that lives in a module of its own, as features of apps do.
public enum CounterAction: Sendable {
    case increment
    case add(Int)

    /// Whether it is an increment, as an optional.
    public var increment: Void? { if case .increment = self { () } else { nil } }

    /// What is to be added, if anything is.
    public var add: Int? { if case .add(let summand) = self { summand } else { nil } }
}

extension Reducer<CounterAction, Int> {
    /// Counts.
    public static let counter = Reducer.reduce { action, count in
        switch action {
        case .increment: count += 1
        case .add(let summand): count += summand
        }
    }
}

/// A middleware that has nothing to do with any action.
public struct IgnoringMiddleware<Action, State>: MiddlewareProtocol, Sendable {
    /// Makes one.
    public init() {}

    /// Nothing.
    public func handle(
        action: Action,
        from dispatcher: ActionSource,
        state: @escaping GetState<State>
    ) -> IO<Action> {
        .pure()
    }
}
