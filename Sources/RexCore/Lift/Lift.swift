// SPDX-License-Identifier: MIT

/// A conversion of local actions and state to global ones.
///
/// A feature, a reducer, a middleware and a reader are lifted by the same value. It is usually written
/// where it is used, as one of the forms of `case`:
///
/// ```swift
/// let app = Feature<AppAction, AppState, World>.combine {
///     search.lift(.case(AppAction.prisms.search, state: \.search), dependencies: \.searchAPI)
///     detail.lift(.case(AppAction.prisms.detail, optional: \.detail), dependencies: \.api)
///     row.lift(.case(AppAction.prisms.row, each: \.rows), dependencies: \.api)
/// }
/// ```
///
/// | form | the local state is |
/// |---|---|
/// | `.case(path, state:)`, `.state(_:)` | a part that is always there |
/// | `.case(path, optional:)` | the value of an optional |
/// | `.case(path, in:)`, `.case(path, in:of:)` | the payload of an enum case |
/// | `.case(path, each:)` | an element of a collection |
/// | `.case(path, values:)` | a value of a dictionary |
/// | `.case(path, joined:)`, `.state(joined:)` | several parts in a struct |
///
/// RexNavigation adds the sheet and the navigation stack. For another container, write a form with
/// ``init(case:parts:named:absent:change:)`` or ``init(case:part:named:absent:identity:change:)``.
///
/// ## Parts that come and go
///
/// The parts of `optional:`, `in:`, `each:`, `values:`, and of a joined path with an optional part, come
/// and go. While a part is absent, the store of a lifted feature refuses actions for it: no reducer and
/// no middleware gets them, also not those of the parents. A recording shows them, and a ``SkippedAction``
/// tells the reason. When any action removes the part, the effects of the feature end, and the actions
/// that they have queued are dropped. If several features are lifted by the same case, an action is
/// refused only if its part is absent from each of them. If a part contains other parts, the innermost
/// one counts.
///
/// An `IO` that reads the state of its part keeps the part as it was, so the next reduction copies each
/// collection of the part that it changes.
///
/// Only a store that is created with the feature refuses actions. If it is created with the feature's
/// `reducer` and `middleware`, actions for an absent part reach the parents.
public struct Lift<GlobalAction, GlobalState, Action, State>: Sendable {
    @usableFromInline package typealias Reduce<A, S> = MutableReduceFunction<A, S>
    @usableFromInline package typealias Middleware<A, S> = ComposedMiddleware<A, A, S>

    /// The case of the global actions, or nil if several may match.
    @usableFromInline let selector: CaseSelector<GlobalAction>?
    /// Lifts the function of a reducer, once for each store.
    @usableFromInline let reduce: @Sendable (@escaping Reduce<Action, State>) -> Reduce<GlobalAction, GlobalState>
    @usableFromInline let check: @Sendable (PresenceCheck<Action, State>) -> PresenceCheck<GlobalAction, GlobalState>
    /// Lifts a middleware, which may also need the reducer of its feature.
    @usableFromInline let middleware:
        @Sendable (Middleware<Action, State>, Reducer<Action, State>) -> Middleware<GlobalAction, GlobalState>
    /// Returns the entries of a map for this lift, from those of what is lifted.
    @usableFromInline let map: @Sendable ([FeatureMap]) -> [FeatureMap]

    @inlinable init(
        selector: CaseSelector<GlobalAction>?,
        reduce: @escaping @Sendable (@escaping Reduce<Action, State>) -> Reduce<GlobalAction, GlobalState>,
        check: @escaping @Sendable (PresenceCheck<Action, State>) -> PresenceCheck<GlobalAction, GlobalState>,
        middleware:
            @escaping @Sendable (Middleware<Action, State>, Reducer<Action, State>) ->
            Middleware<GlobalAction, GlobalState>,
        map: @escaping @Sendable ([FeatureMap]) -> [FeatureMap]
    ) {
        self.selector = selector
        self.reduce = reduce
        self.check = check
        self.middleware = middleware
        self.map = map
    }

    /// Returns the lift through this one and then through an outer one.
    ///
    /// ```swift
    /// let rows = Lift<ListAction, List, RowAction, Row>.case(ListAction.prisms.row, each: \.rows)
    /// row.lift(rows.appending(.case(AppAction.prisms.list, state: \AppState.list)))
    /// ```
    @_alwaysEmitIntoClient public func appending<WholeAction, WholeState>(
        _ outer: Lift<WholeAction, WholeState, GlobalAction, GlobalState>
    ) -> Lift<WholeAction, WholeState, Action, State> {
        Lift<WholeAction, WholeState, Action, State>(
            selector: outer.selector,
            reduce: { [reduce] in outer.reduce(reduce($0)) },
            check: { [check] in outer.check(check($0)) },
            middleware: { outer.middleware(middleware($0, $1), lifted($1)) },
            map: { [map] in outer.map(map($0)) }
        )
    }

    /// Lifts a middleware, which may also need the reducer of its feature.
    ///
    /// - Parameter isMapped: Whether the entries of the lifted middleware may be asked for.
    @usableFromInline func lifted(
        _ local: Middleware<Action, State>,
        _ reducer: Reducer<Action, State>,
        isMapped: Bool
    ) -> Middleware<GlobalAction, GlobalState> {
        let lifted = middleware(local, reducer)
        return isMapped ? lifted.mapped { [map] in map(local.mapEntries) } : lifted
    }

    /// Lifts a reducer that no action of the store waits for, so clients need no code for it.
    @usableFromInline func lifted(_ reducer: Reducer<Action, State>) -> Reducer<GlobalAction, GlobalState> {
        reducer.lifted(for: selector, reduce)
    }
}

extension FeatureMap {
    /// The entry of a lift.
    ///
    /// - Parameters:
    ///   - name: The name of the case; nil if it is unknown.
    ///   - actions: The type with the case.
    ///   - state: The path of the state.
    ///   - children: The entries of what is lifted.
    @usableFromInline static func lift(
        _ name: String?,
        of actions: Any.Type,
        _ state: String,
        _ children: [FeatureMap]
    ) -> FeatureMap {
        lift("\(name ?? "A case"), \(state)", children)
            .embedding(name.map { .named($0, in: ActionType(type: actions)) } ?? .unknown)
    }

    /// The entry of a lift that keeps the actions.
    @usableFromInline static func lift(_ state: String, _ children: [FeatureMap]) -> FeatureMap {
        // A key path describes a computed property by its address, which differs in each process.
        let words = state.split(separator: " ", omittingEmptySubsequences: false).filter { !$0.hasPrefix("0x") }
        return FeatureMap(kind: "lift", text: words.joined(separator: " "), children: children)
    }
}
