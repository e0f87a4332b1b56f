// SPDX-License-Identifier: MIT

public import PublisherKit
public import RexCore

/// An action that runs publishers, which the middleware keeps until they end.
///
/// It is ``TypedRetainedPublisherAction`` for a store of `any Action`.
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

/// An action that runs publishers, which the middleware keeps until they end.
///
/// A ``PublisherMiddleware`` runs the body each time the action is dispatched, after the reducer,
/// where the store processes; reducers see the action like any other. What the body stores is kept
/// until `cleanup` was called once for each cancellable that it stored, then all of it is released;
/// calls made before the body returned count. The action itself need not be kept. Dropping the
/// store cancels what is left.
///
/// ``PublisherKit/Publisher/handleCleanup(_:)`` makes the call for a pipeline, once and when it has
/// ended.
public final class TypedRetainedPublisherAction<ActionType, StateType>: CustomStringConvertible, Sendable {
    /// Dispatches an action with the source of the publisher action, from any thread.
    ///
    /// The `info` of that source gets a line that names the publisher action. Once the store is
    /// gone, nothing happens.
    public typealias Dispatch = @Sendable (ActionType) -> Void
    /// Reads the state, from any thread; nil once the store is gone.
    public typealias GetState = @Sendable () -> StateType?
    /// The subscriptions of pipelines.
    public typealias Cancellables = Set<AnyCancellable>
    /// Counts one pipeline as ended, from any thread; calls beyond the number of cancellables do
    /// nothing.
    public typealias Cleanup = @Sendable () -> Void
    /// Starts pipelines and stores what keeps them going in the set, which is empty.
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
    /// `description` is how the action speaks of itself, in its own ``description`` and in the
    /// `info` of what it dispatches.
    public init(description: String? = nil, body: @escaping Body) {
        label = Label(kind: "RetainedPublisherAction", state: StateType.self, text: description)
        self.body = body
    }

    /// Makes an action with a body that gets everything in one value.
    public convenience init(description: String? = nil, _ body: @escaping @Sendable (Context) -> Void) {
        self.init(description: description) { dispatch, getState, cancellables, cleanup in
            let context = Context(dispatch: dispatch, getState: getState, cleanup: cleanup)
            body(context)
            cancellables = context.takeCancellables()
        }
    }

    /// The kind of action, its state, and what was said at its making.
    public var description: String { label.description }

    /// True once a middleware runs this action.
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
    /// Reports on standard error that no middleware of the store runs this action, once for each
    /// type of action.
    public func wasHandled() { reportUnlessHandled() }
}

extension TypedRetainedPublisherAction {
    /// The arguments of the body of an action, in one value.
    public final class Context: Sendable {
        /// Dispatches an action; see ``TypedRetainedPublisherAction/Dispatch``.
        public let dispatch: Dispatch
        /// Reads the state; nil once the store is gone.
        public let getState: GetState
        /// Counts one pipeline as ended; see ``TypedRetainedPublisherAction/Cleanup``.
        public let cleanup: Cleanup
        private let stored = Lock<Cancellables>([])

        init(dispatch: @escaping Dispatch, getState: @escaping GetState, cleanup: @escaping Cleanup) {
            self.dispatch = dispatch
            self.getState = getState
            self.cleanup = cleanup
        }

        /// The subscriptions of the pipelines; those that are here when the body returns are kept
        /// until their cleanups were called.
        public var cancellables: Cancellables {
            get { stored.withLock { $0 } }
            set { stored.replace(with: newValue) }
        }

        func takeCancellables() -> Cancellables { stored.replace(with: []) }
    }
}
