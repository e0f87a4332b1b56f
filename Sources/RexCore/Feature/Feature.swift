// SPDX-License-Identifier: MIT

/// A part of an app as one value: a reducer, and a middleware that gets its dependencies later.
///
/// ```swift
/// let counter = Feature<CounterAction, Int, World> { action, count in
///     switch action {
///     case .increment: count += 1
///     case .reset: count = 0
///     }
/// }
/// .adding(MiddlewareReader { world in Beeper(world.sound) })
///
/// let app = Feature<AppAction, AppState, World>.combine {
///     counter.lift(case: AppAction.prisms.counter, state: \.count)
///     search.lift(case: AppAction.prisms.search, state: \.search, dependencies: \.searchAPI)
/// }
/// let store = Store(initialState: AppState(), feature: app, dependencies: World.live)
/// ```
///
/// A lift of a feature lifts its reducer and its middleware. Join features with `<>` or in
/// `combine`: the reducers reduce and the middlewares handle in that order. Each store creates its
/// own middleware, so stores of the same feature share nothing.
///
/// - Complexity: A feature costs what its reducer and its middleware cost. If it is lifted to a part
///   that comes and goes, the store looks up that part once more for each action for it.
public struct Feature<ActionType: Sendable, StateType: Sendable, Dependencies>: Sendable {
    /// The reducer of the feature.
    public let reducer: Reducer<ActionType, StateType>
    /// Makes the middleware for a store, or for a map if the second argument is true.
    @usableFromInline let makeMiddleware:
        @Sendable (Dependencies, Bool) -> ComposedMiddleware<ActionType, ActionType, StateType>
    /// Finds the actions that this feature refuses, since their part of the state is gone.
    @usableFromInline let presence: PresenceCheck<ActionType, StateType>

    @inlinable init(
        _ reducer: Reducer<ActionType, StateType>,
        presence: PresenceCheck<ActionType, StateType> = PresenceCheck(),
        _ makeMiddleware:
            @escaping @Sendable (Dependencies, Bool) -> ComposedMiddleware<ActionType, ActionType, StateType>
    ) {
        self.reducer = reducer
        self.makeMiddleware = makeMiddleware
        self.presence = presence
    }

    /// Creates a feature from a function that changes the state in place.
    ///
    /// ```swift
    /// let counter = Feature<CounterAction, Int, Void> { action, count in count += action.summand }
    /// ```
    @_alwaysEmitIntoClient public init(_ reduce: @escaping MutableReduceFunction<ActionType, StateType>) {
        self.init(.reduce(reduce))
    }

    /// Creates a feature from a reducer, without a middleware.
    @_alwaysEmitIntoClient public init(_ reducer: Reducer<ActionType, StateType>) {
        self.init(reducer) { _, isMapped in .ofReducer(isMapped: isMapped) }
    }

    /// Creates a feature from a middleware without dependencies, and without a reducer.
    ///
    /// - Parameter middleware: Evaluated once for each store, so that stores don't share a
    ///   middleware, unless the expression names an existing object.
    @_alwaysEmitIntoClient public init<M: MiddlewareProtocol<ActionType, ActionType, StateType>>(
        middleware: @escaping @Sendable @autoclosure () -> M
    ) {
        self.init(.identity) { _, _ in middleware().composition }
    }

    /// Creates a feature from a middleware that gets its dependencies later, without a reducer.
    @_alwaysEmitIntoClient public init<Reader: MiddlewareReaderProtocol<Dependencies, M>, M: MiddlewareProtocol>(
        middleware reader: Reader
    ) where M: MiddlewareProtocol<ActionType, ActionType, StateType> {
        self.init(.identity) { [inject = reader.inject] dependencies, _ in inject(dependencies).composition }
    }

    /// Creates a feature from a function that creates its middleware, without a reducer.
    ///
    /// - Parameter makeMiddleware: Called once for each store.
    @_alwaysEmitIntoClient public init<M: MiddlewareProtocol<ActionType, ActionType, StateType>>(
        middleware makeMiddleware: @escaping @Sendable (Dependencies) -> M
    ) {
        self.init(.identity) { dependencies, _ in makeMiddleware(dependencies).composition }
    }

    /// Creates the middleware of the feature.
    ///
    /// Each call creates a new one.
    @_alwaysEmitIntoClient public func middleware(
        _ dependencies: Dependencies
    ) -> ComposedMiddleware<ActionType, ActionType, StateType> {
        makeMiddleware(dependencies, false)
    }
}

extension Feature: Monoid, Composable {
    /// The composition of features is a feature.
    public typealias Composition = Feature

    /// A feature that does nothing.
    @inlinable public static var identity: Feature { Feature(Reducer.identity) { _, _ in .identity } }

    /// Joins two features: the reducer and the middleware of `lhs` come before the ones of `rhs`.
    @inlinable public static func append(_ lhs: Feature, _ rhs: Feature) -> Feature {
        Feature(lhs.reducer <> rhs.reducer, presence: .append(lhs.presence, rhs.presence)) {
            [lhs = lhs.makeMiddleware, rhs = rhs.makeMiddleware] dependencies, isMapped in
            .append(lhs(dependencies, isMapped), rhs(dependencies, isMapped))
        }
    }
}

/// Joins two features of the same types.
///
/// The type of the right-hand side can be inferred, as in `app <> .saving(\.drafts, to:
/// \.draftsFile)`.
@inlinable public func <> <ActionType, StateType, Dependencies>(
    lhs: Feature<ActionType, StateType, Dependencies>,
    rhs: Feature<ActionType, StateType, Dependencies>
) -> Feature<ActionType, StateType, Dependencies> {
    .append(lhs, rhs)
}
