// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that runs the publisher actions among the actions of a store, after the reducer.
///
/// For a store of `any Action` there is ``createPublisherMiddleware()``. Where the actions are an
/// enum, this says which of them run publishers:
///
/// ```swift
/// enum AppAction: Sendable {
///     case load(TypedRetainedPublisherAction<AppAction, AppState>)
///     case loaded(String)
///
///     var load: TypedRetainedPublisherAction<AppAction, AppState>? {
///         if case .load(let action) = self { action } else { nil }
///     }
/// }
///
/// let middleware = PublisherMiddleware(\AppAction.load)
/// ```
///
/// Dropping the store cancels, before it returns, everything that the middleware retains. One
/// middleware is for one store.
public final class PublisherMiddleware<ActionType, StateType>: MiddlewareProtocol, Sendable {
    typealias Run = (RunContext<ActionType, StateType>) -> Void

    private let run: @Sendable (ActionType) -> Run?
    private let retainer = Retainer()

    init(run: @escaping @Sendable (ActionType) -> Run?) {
        self.run = run
    }

    /// Makes a middleware that runs the publisher actions which the closure finds in the actions.
    public convenience init(_ extract: @escaping @Sendable (ActionType) -> TypedPublisherAction<ActionType, StateType>?)
    {
        self.init(run: { extract($0)?.run })
    }

    /// Makes a middleware that runs, and retains, the publisher actions which the closure finds in
    /// the actions.
    public convenience init(
        _ extract: @escaping @Sendable (ActionType) -> TypedRetainedPublisherAction<ActionType, StateType>?
    ) {
        self.init(run: { extract($0)?.run })
    }

    deinit {
        retainer.close()
    }

    /// The number of runs of retained actions that wait for their cleanups; readable from any
    /// thread.
    public var retainedCount: Int { retainer.count }

    /// Listens for the end of the store.
    public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<ActionType>) {
        output.onEnd { [retainer] in retainer.close() }
    }

    /// Returns whether it is a publisher action that this middleware finds.
    public func isConcerned(
        by action: ActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        run(action) != nil
    }

    /// Runs the action in the `IO`, if it is a publisher action that this middleware finds.
    public func handle(
        action: ActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<ActionType> {
        guard let run = run(action) else { return .pure() }
        return IO { [retainer] output in
            run(RunContext(source: dispatcher, output: output, state: state, retainer: retainer))
        }
    }
}

extension PublisherMiddleware where ActionType == any Action {
    /// Makes a middleware that runs each ``PublisherAction`` and ``RetainedPublisherAction`` of
    /// this type of state.
    public convenience init() {
        // A cast costs much more than a comparison of types, and most actions are neither.
        let (plain, retained): (any Action.Type, any Action.Type) = (
            PublisherAction<StateType>.self, RetainedPublisherAction<StateType>.self
        )
        self.init(run: { action in
            let type = type(of: action)
            if type == plain, let action = action as? PublisherAction<StateType> {
                action.markHandled()
                return action.run
            }
            if type == retained, let action = action as? RetainedPublisherAction<StateType> {
                action.markHandled()
                return action.run
            }
            return nil
        })
    }
}

/// Makes the middleware that runs publisher actions, for a store of `any Action`.
///
/// ```swift
/// let store = AppStore(
///     reducer: AppReducer(),
///     state: .initialValue,
///     middlewares: [createPublisherMiddleware()])
/// ```
///
/// In debug builds a publisher action that no middleware of its store runs is reported on standard
/// error.
public func createPublisherMiddleware<State>() -> AnyMiddleware<any Action, any Action, State> {
    PublisherMiddleware<any Action, State>().eraseToAnyMiddleware()
}
