// SPDX-License-Identifier: MIT

public import PublisherKit
public import RexCore

/// An action that runs publishers, which the middleware keeps until they complete.
///
/// A ``TypedRetainedPublisherAction`` for a store of `any Action`.
///
/// ```swift
/// store.dispatch(RetainedPublisherAction<AppState> { dispatch, getState, cancellables, cleanup in
///     download
///         .handleCleanup(cleanup)
///         .tap { text in dispatch(Downloaded(text: text)) }
///         .store(in: &cancellables)
/// })
/// ```
public typealias RetainedPublisherAction<State> = TypedRetainedPublisherAction<any Action, State>

/// An action that runs publishers, which the middleware keeps until they complete.
///
/// A ``PublisherMiddleware`` runs the body each time that the action is dispatched, after the
/// reducer, on the store's processing thread. Reducers get the action like any other. The
/// middleware keeps the cancellables that the body stores until `cleanup` has been called once for
/// each of them, and then releases them all. Calls before the body returns count too. The action
/// itself can be released. Releasing the store cancels the rest.
///
/// ``PublisherKit/Publisher/handleCleanup(_:)`` calls `cleanup` for a pipeline, once, when it ends.
public final class TypedRetainedPublisherAction<ActionType, StateType>: CustomStringConvertible, Sendable {
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
    /// Counts one pipeline as ended.
    ///
    /// Can be called from any thread. Calls beyond the number of cancellables do nothing.
    public typealias Cleanup = @Sendable () -> Void
    /// Starts pipelines and stores their cancellables in the set, which is empty at first.
    public typealias Body =
        @Sendable (
            _ dispatch: @escaping Dispatch, _ getState: @escaping GetState, _ cancellables: inout Cancellables,
            _ cleanup: @escaping Cleanup
        ) -> Void

    private let label: Label
    private let body: Body
    private let handled = AtomicInt32(0)

    /// Makes an action with a body of four parameters.
    ///
    /// `description` is part of the action's ``description`` and of the `info` of the actions that
    /// it dispatches.
    public init(description: String? = nil, body: @escaping Body) {
        label = Label(kind: "RetainedPublisherAction", state: StateType.self, text: description)
        self.body = body
    }

    /// Makes an action whose body gets all of its arguments in one value.
    public convenience init(description: String? = nil, _ body: @escaping @Sendable (Context) -> Void) {
        self.init(description: description) { dispatch, getState, cancellables, cleanup in
            let context = Context(dispatch: dispatch, getState: getState, cleanup: cleanup)
            body(context)
            cancellables = context.takeCancellables()
        }
    }

    /// The kind of action, the type of its state, and the description given to `init`.
    public var description: String { label.description }

    /// Whether a middleware runs this action.
    var isHandled: Bool { handled.load() != 0 }

    func markHandled() {
        handled.store(1)
    }

    func run(in context: RunContext<ActionType, StateType>) {
        context.retainer.run { cancellables, cleanup in
            body(context.dispatch(for: label), context.getState, &cancellables, cleanup)
        }
    }
}

extension TypedRetainedPublisherAction: Action, UnhandledAction, ActionForMiddleware where ActionType == any Action {
    /// Warns on standard error that no middleware of the store runs this action, once for each type
    /// of action.
    public func wasHandled() { reportUnlessHandled() }
}

extension TypedRetainedPublisherAction {
    /// The arguments of an action's body, in one value.
    public final class Context: Sendable {
        /// Dispatches an action.
        ///
        /// See ``TypedRetainedPublisherAction/Dispatch``.
        public let dispatch: Dispatch
        /// Returns the state, or nil once the store is gone.
        public let getState: GetState
        /// Counts one pipeline as ended.
        ///
        /// See ``TypedRetainedPublisherAction/Cleanup``.
        public let cleanup: Cleanup
        private let stored = Lock<Cancellables>([])

        init(dispatch: @escaping Dispatch, getState: @escaping GetState, cleanup: @escaping Cleanup) {
            self.dispatch = dispatch
            self.getState = getState
            self.cleanup = cleanup
        }

        /// The subscriptions of the pipelines.
        ///
        /// Those in the set when the body returns are kept until `cleanup` has been called for each
        /// of them.
        public var cancellables: Cancellables {
            get { stored.withLock { $0 } }
            set { stored.replace(with: newValue) }
        }

        func takeCancellables() -> Cancellables { stored.replace(with: []) }
    }
}
