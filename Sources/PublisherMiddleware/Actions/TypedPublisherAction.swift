// SPDX-License-Identifier: MIT

public import PublisherKit
public import RexCore

/// An action that runs publishers, for as long as someone keeps the action.
///
/// It is ``TypedPublisherAction`` for a store of `any Action`.
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

/// An action that runs publishers, for as long as someone keeps the action.
///
/// A ``PublisherMiddleware`` runs the body each time the action is dispatched, after the reducer,
/// where the store processes; reducers see the action like any other. What the body stores is kept
/// by the action: dropping the action cancels it. For pipelines that live until they end there is
/// ``TypedRetainedPublisherAction``.
///
/// A pipeline that ends in ``PublisherKit/Publisher/tap(_:)`` leaves the set when it has ended.
public final class TypedPublisherAction<ActionType, StateType>: CustomStringConvertible, Sendable {
    /// Dispatches an action with the source of the publisher action, from any thread.
    ///
    /// The `info` of that source gets a line that names the publisher action. Once the store is
    /// gone, nothing happens.
    public typealias Dispatch = @Sendable (ActionType) -> Void
    /// Reads the state, from any thread; nil once the store is gone.
    public typealias GetState = @Sendable () -> StateType?
    /// The subscriptions of pipelines.
    public typealias Cancellables = Set<AnyCancellable>
    /// Starts pipelines and stores what keeps them going in the set, which holds what earlier runs
    /// left there.
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
    /// What the body takes out of the set is cancelled when the body returns, if nothing else keeps
    /// it. `description` is how the action speaks of itself, in its own ``description`` and in the
    /// `info` of what it dispatches.
    public init(description: String? = nil, body: @escaping Body) {
        label = Label(kind: "PublisherAction", state: StateType.self, text: description)
        self.body = body
    }

    /// Makes an action with a body that gets everything in one value.
    public convenience init(description: String? = nil, _ body: @escaping @Sendable (Context) -> Void) {
        self.init(description: description) { dispatch, getState, cancellables in
            let context = Context(dispatch: dispatch, getState: getState, cancellables: cancellables)
            body(context)
            cancellables = context.takeCancellables()
        }
    }

    /// The kind of action, its state, what was said at its making, and how many cancellables it
    /// keeps.
    public var description: String { label.description(count: pipelines.count) }

    /// True once a middleware runs this action.
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
    /// Reports on standard error that no middleware of the store runs this action, once for each
    /// type of action.
    public func wasHandled() { reportUnlessHandled() }
}

extension TypedPublisherAction {
    /// The arguments of the body of an action, in one value.
    public final class Context: Sendable {
        /// Dispatches an action; see ``TypedPublisherAction/Dispatch``.
        public let dispatch: Dispatch
        /// Reads the state; nil once the store is gone.
        public let getState: GetState
        private let stored: Lock<Cancellables>

        init(dispatch: @escaping Dispatch, getState: @escaping GetState, cancellables: Cancellables) {
            self.dispatch = dispatch
            self.getState = getState
            stored = Lock(cancellables)
        }

        /// The subscriptions of the pipelines; those that are here when the body returns are kept.
        public var cancellables: Cancellables {
            get { stored.withLock { $0 } }
            set { stored.replace(with: newValue) }
        }

        func takeCancellables() -> Cancellables { stored.replace(with: []) }
    }
}
