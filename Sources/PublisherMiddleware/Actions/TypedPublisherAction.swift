// SPDX-License-Identifier: MIT

public import PublisherKit
public import RexCore

/// An action that runs publishers until the action is released.
///
/// A ``TypedPublisherAction`` for a store of `any Action`.
///
/// ```swift
/// let ticking = PublisherAction<AppState>(description: "ticking") { dispatch, getState, cancellables in
///     ticks
///         .tap { tick in dispatch(Ticked(tick)) }
///         .store(in: &cancellables)
/// }
/// store.dispatch(ticking)
/// ```
public typealias PublisherAction<State> = TypedPublisherAction<any Action, State>

/// An action that runs publishers until the action is released.
///
/// A ``PublisherMiddleware`` runs the body each time that the action is dispatched, after the
/// reducer, on the store's processing thread. Reducers get the action like any other. The action
/// keeps the cancellables that the body stores, so releasing the action cancels them. For pipelines
/// that run until they complete, use ``TypedRetainedPublisherAction``.
///
/// A pipeline that ends in ``PublisherKit/Publisher/tap(_:)`` is removed from the set when it has
/// completed.
public final class TypedPublisherAction<ActionType, StateType>: CustomStringConvertible, Sendable {
    /// Dispatches an action with the source of the publisher action, from any thread.
    ///
    /// The `info` of that source gets a line that names the publisher action. Does nothing once the
    /// store is gone.
    public typealias Dispatch = @Sendable (ActionType) -> Void
    /// Returns the state, or nil once the store is gone.
    ///
    /// Can be called from any thread.
    public typealias GetState = @Sendable () -> StateType?
    /// The subscriptions of pipelines.
    public typealias Cancellables = Set<AnyCancellable>
    /// Starts pipelines and stores their cancellables in the set, which still has the cancellables
    /// of earlier runs.
    public typealias Body =
        @Sendable (
            _ dispatch: @escaping Dispatch, _ getState: @escaping GetState, _ cancellables: inout Cancellables
        ) -> Void

    private let label: Label
    private let body: Body
    private let pipelines = Pipelines()
    private let handled = AtomicInt32(0)

    /// Makes an action with a body of three parameters.
    ///
    /// Cancellables that the body removes from the set are cancelled when the body returns, unless
    /// something else keeps them. `description` is part of the action's ``description`` and of the
    /// `info` of the actions that it dispatches.
    public init(description: String? = nil, body: @escaping Body) {
        label = Label(kind: "PublisherAction", state: StateType.self, text: description)
        self.body = body
    }

    /// Makes an action whose body gets all of its arguments in one value.
    public convenience init(description: String? = nil, _ body: @escaping @Sendable (Context) -> Void) {
        self.init(description: description) { dispatch, getState, cancellables in
            let context = Context(dispatch: dispatch, getState: getState, cancellables: cancellables)
            body(context)
            cancellables = context.takeCancellables()
        }
    }

    /// The kind of action, the type of its state, the description given to `init`, and the number
    /// of its cancellables.
    public var description: String { label.description(count: pipelines.count) }

    /// Whether a middleware runs this action.
    var isHandled: Bool { handled.load() != 0 }

    func markHandled() {
        handled.store(1)
    }

    func run(in context: RunContext<ActionType, StateType>) {
        pipelines.run { cancellables in
            body(context.dispatch(for: label), context.getState, &cancellables)
        }
    }
}

extension TypedPublisherAction: Action, UnhandledAction, ActionForMiddleware where ActionType == any Action {
    /// Warns on standard error that no middleware of the store runs this action, once for each type
    /// of action.
    public func wasHandled() { reportUnlessHandled() }
}

extension TypedPublisherAction {
    /// The arguments of an action's body, in one value.
    public final class Context: Sendable {
        /// Dispatches an action.
        ///
        /// See ``TypedPublisherAction/Dispatch``.
        public let dispatch: Dispatch
        /// Returns the state, or nil once the store is gone.
        public let getState: GetState
        private let stored: Lock<Cancellables>

        init(dispatch: @escaping Dispatch, getState: @escaping GetState, cancellables: Cancellables) {
            self.dispatch = dispatch
            self.getState = getState
            stored = Lock(cancellables)
        }

        /// The subscriptions of the pipelines.
        ///
        /// Those in the set when the body returns are kept.
        public var cancellables: Cancellables {
            get { stored.withLock { $0 } }
            set { stored.replace(with: newValue) }
        }

        func takeCancellables() -> Cancellables { stored.replace(with: []) }
    }
}
