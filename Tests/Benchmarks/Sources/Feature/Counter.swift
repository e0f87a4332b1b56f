// SPDX-License-Identifier: MIT

public import RexCore

/// The actions of a feature in a separate module, as in an app.
public enum CounterAction: Sendable {
    case increment
    case add(Int)

    /// A value if the action is `.increment`, otherwise nil.
    public var increment: Void? { if case .increment = self { () } else { nil } }

    /// The summand of `.add`, otherwise nil.
    public var add: Int? { if case .add(let summand) = self { summand } else { nil } }
}

extension Reducer<CounterAction, Int> {
    /// Adds to the count.
    public static let counter = Reducer.reduce { action, count in
        switch action {
        case .increment: count += 1
        case .add(let summand): count += summand
        }
    }
}

/// A middleware that ignores every action.
public struct IgnoringMiddleware<Action, State>: MiddlewareProtocol, Sendable {
    /// Creates the middleware.
    public init() {}

    /// Returns an empty `IO`.
    public func handle(
        action: Action,
        from dispatcher: ActionSource,
        state: @escaping GetState<State>
    ) -> IO<Action> {
        .pure()
    }
}
