// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that runs the publisher actions of a store, after the reducer.
///
/// For a store of `any Action`, use ``createPublisherMiddleware()``. If the actions are an enum,
/// pass the case that holds the publisher actions:
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
/// Releasing the store cancels everything that the middleware retains, before the release returns.
/// Use one middleware per store.
public final class PublisherMiddleware<ActionType, StateType>: MiddlewareProtocol, Sendable {
    typealias Run = (RunContext<ActionType, StateType>) -> Void

    private let run: @Sendable (ActionType) -> Run?
    private let retainer = Retainer()

    init(run: @escaping @Sendable (ActionType) -> Run?) {
        self.run = run
    }

    /// Makes a middleware that runs the publisher actions that `extract` returns.
    public convenience init(_ extract: @escaping @Sendable (ActionType) -> TypedPublisherAction<ActionType, StateType>?)
    {
        self.init(run: { extract($0)?.run })
    }

    /// Makes a middleware that runs and retains the publisher actions that `extract` returns.
    public convenience init(
        _ extract: @escaping @Sendable (ActionType) -> TypedRetainedPublisherAction<ActionType, StateType>?
    ) {
        self.init(run: { extract($0)?.run })
    }

    deinit {
        retainer.close()
    }

    /// The number of runs of retained actions that wait for calls of `cleanup`.
    ///
    /// Can be read from any thread.
    public var retainedCount: Int { retainer.count }

    /// Registers a handler that cancels everything at the end of the store.
    public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<ActionType>) {
        output.onEnd { [retainer] in retainer.close() }
    }

    /// Returns whether the action holds a publisher action that this middleware runs.
    public func isConcerned(
        by action: ActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        run(action) != nil
    }

    /// Runs the publisher action in the `IO`, if the action holds one.
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
    /// Makes a middleware that runs each ``PublisherAction`` and ``RetainedPublisherAction`` for
    /// this type of state.
    public convenience init() {
        // Comparing types first is much cheaper than a cast, and most actions are of neither type.
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
/// Debug builds warn on standard error about a publisher action that no middleware of its store
/// runs.
public func createPublisherMiddleware<State>() -> AnyMiddleware<any Action, any Action, State> {
    PublisherMiddleware<any Action, State>().eraseToAnyMiddleware()
}
