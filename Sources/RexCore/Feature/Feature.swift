// SPDX-License-Identifier: MIT

/// A part of an app as one value: a reducer, and a middleware that waits for its dependencies.
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
/// What is done to a feature is done to both: one lift lifts the reducer and the middleware, and
/// features are joined with `<>` or in `combine`, in whose order the reducers reduce and the
/// middlewares handle. The middleware is made anew for each store, so stores of the same feature
/// share nothing.
///
/// - Complexity: A feature costs what its reducer and its middleware cost.
public struct Feature<ActionType: Sendable, StateType: Sendable, Dependencies>: Sendable {
    /// The reducer of the feature.
    public let reducer: Reducer<ActionType, StateType>
    @usableFromInline let makeMiddleware:
        @Sendable (Dependencies) -> ComposedMiddleware<ActionType, ActionType, StateType>

    @inlinable init(
        _ reducer: Reducer<ActionType, StateType>,
        _ makeMiddleware: @escaping @Sendable (Dependencies) -> ComposedMiddleware<ActionType, ActionType, StateType>
    ) {
        self.reducer = reducer
        self.makeMiddleware = makeMiddleware
    }

    /// Makes a feature of a function that changes the state in place.
    ///
    /// ```swift
    /// let counter = Feature<CounterAction, Int, Void> { action, count in count += action.summand }
    /// ```
    @inlinable public init(_ reduce: @escaping MutableReduceFunction<ActionType, StateType>) {
        self.init(.reduce(reduce))
    }

    /// Makes a feature of a reducer, without a middleware.
    @inlinable public init(_ reducer: Reducer<ActionType, StateType>) {
        self.init(reducer) { _ in .identity }
    }

    /// Makes a feature of a middleware that needs no dependencies, without a reducer.
    ///
    /// - Parameter middleware: evaluated for each store, so that two stores never share what it
    ///   makes, unless it names something that was made before.
    @inlinable public init<M: MiddlewareProtocol<ActionType, ActionType, StateType>>(
        middleware: @escaping @Sendable @autoclosure () -> M
    ) {
        self.init(.identity) { _ in middleware().composition }
    }

    /// Makes a feature of a middleware that waits for its dependencies, without a reducer.
    @inlinable public init<Reader: MiddlewareReaderProtocol<Dependencies, M>, M: MiddlewareProtocol>(
        middleware reader: Reader
    ) where M: MiddlewareProtocol<ActionType, ActionType, StateType> {
        self.init(.identity) { [inject = reader.inject] in inject($0).composition }
    }

    /// Makes a feature of a function that makes its middleware, without a reducer.
    ///
    /// - Parameter makeMiddleware: called once for each store.
    @inlinable public init<M: MiddlewareProtocol<ActionType, ActionType, StateType>>(
        middleware makeMiddleware: @escaping @Sendable (Dependencies) -> M
    ) {
        self.init(.identity) { makeMiddleware($0).composition }
    }

    /// Makes the middleware of the feature, anew at each call.
    @inlinable public func middleware(
        _ dependencies: Dependencies
    ) -> ComposedMiddleware<ActionType, ActionType, StateType> {
        makeMiddleware(dependencies)
    }
}

extension Feature: Monoid, Composable {
    /// Features compose into a feature.
    public typealias Composition = Feature

    /// A feature that leaves every state as it is, and does nothing else.
    @inlinable public static var identity: Feature { Feature(Reducer.identity) }

    /// Joins two features: the reducer and the middleware of `lhs` come first, then those of `rhs`.
    @inlinable public static func append(_ lhs: Feature, _ rhs: Feature) -> Feature {
        Feature(lhs.reducer <> rhs.reducer) { [lhs = lhs.makeMiddleware, rhs = rhs.makeMiddleware] dependencies in
            .append(lhs(dependencies), rhs(dependencies))
        }
    }
}

/// Joins two features of the same types, so that one that is made there needs no type:
/// `app <> .saving(\.drafts, to: \.draftsFile)`.
@inlinable public func <> <ActionType, StateType, Dependencies>(
    lhs: Feature<ActionType, StateType, Dependencies>,
    rhs: Feature<ActionType, StateType, Dependencies>
) -> Feature<ActionType, StateType, Dependencies> {
    .append(lhs, rhs)
}
