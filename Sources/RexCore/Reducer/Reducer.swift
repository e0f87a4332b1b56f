// SPDX-License-Identifier: MIT

/// The function of a reducer that returns the next state as a new value.
public typealias ReduceFunction<ActionType, StateType> = @Sendable (ActionType, StateType) -> StateType

/// The function of a reducer that changes the state in place.
public typealias MutableReduceFunction<ActionType, StateType> = @Sendable (ActionType, inout StateType) -> Void

/// A pure function that computes the next state from an action.
///
/// The store calls it for each action, after the middlewares' `handle` and before the observers. It
/// changes the state in place and must do nothing else: no clock, no random numbers, no input or
/// output, no use of the store.
///
/// ```swift
/// let counter = Reducer<CounterAction, Int>.reduce { action, count in
///     switch action {
///     case .increment: count += 1
///     case .decrement: count -= 1
///     }
/// }
///
/// var count = 41
/// counter.reduce(.increment, &count)
/// count  // 42
/// ```
///
/// Lift reducers of local types to global ones and join them with `<>`. They run from left to
/// right, each with the state of the one before. Reducers that ``lift(case:state:)`` lifted by a
/// case path with an index run only for actions of their case, so a composition of many features
/// costs as much as one of few.
public struct Reducer<ActionType, StateType>: Sendable {
    /// Runs the reducer on the calling thread: changes the state in place.
    public let reduce: MutableReduceFunction<ActionType, StateType>
    @usableFromInline let members: [Member]

    /// One reducer of a composition.
    @usableFromInline final class Member: Sendable {
        @usableFromInline let reduce: MutableReduceFunction<ActionType, StateType>
        /// Makes the same function with its own memory, such as the table of a lift to a
        /// collection.
        @usableFromInline let make: @Sendable () -> MutableReduceFunction<ActionType, StateType>
        /// The single action case that this member handles, or nil if it handles several.
        @usableFromInline let selector: CaseSelector<ActionType>?

        @inlinable init(
            for selector: CaseSelector<ActionType>? = nil,
            _ make: @escaping @Sendable () -> MutableReduceFunction<ActionType, StateType>
        ) {
            reduce = make()
            self.make = make
            self.selector = selector
        }
    }

    @inlinable init(members: [Member]) {
        self.members = members
        if members.count == 1 {
            reduce = members[0].reduce
        } else {
            guard let table = CaseTable(members.map(\.selector)) else {
                reduce = { action, state in members.forEachUnretained { $0.reduce(action, &state) } }
                return
            }
            reduce = { action, state in
                table.forEachMember(matching: action) { index in
                    members.withUnretained(at: index) { $0.reduce(action, &state) }
                }
            }
        }
    }

    /// Creates a reducer from a function that `make` returns.
    ///
    /// Each store calls `make` once.
    @inlinable init(
        for selector: CaseSelector<ActionType>? = nil,
        _ make: @escaping @Sendable () -> MutableReduceFunction<ActionType, StateType>
    ) {
        self.init(members: [Member(for: selector, make)])
    }

    /// Returns this reducer with its own memory, so that no two stores share it.
    @inlinable package func forOneStore() -> Reducer {
        Reducer(members: members.map { Member(for: $0.selector, $0.make) })
    }

    /// Returns a reducer whose function `lift` makes from the function of this one, once for each
    /// store.
    @inlinable package func lifted<GlobalAction, GlobalState>(
        _ lift:
            @escaping @Sendable (
                @escaping MutableReduceFunction<ActionType, StateType>
            ) -> MutableReduceFunction<GlobalAction, GlobalState>
    ) -> Reducer<GlobalAction, GlobalState> {
        lifted(for: nil, lift)
    }

    @inlinable func lifted<GlobalAction, GlobalState>(
        for selector: CaseSelector<GlobalAction>?,
        _ lift:
            @escaping @Sendable (
                @escaping MutableReduceFunction<ActionType, StateType>
            ) -> MutableReduceFunction<GlobalAction, GlobalState>
    ) -> Reducer<GlobalAction, GlobalState> {
        Reducer<GlobalAction, GlobalState>(for: selector) { lift(forOneStore().reduce) }
    }

    /// Creates a reducer from a function that changes the state in place.
    @inlinable public static func reduce(_ reduce: @escaping MutableReduceFunction<ActionType, StateType>) -> Reducer {
        Reducer { reduce }
    }

    /// Creates a reducer from a function that returns the next state as a new value.
    ///
    /// - Complexity: One copy of each changed collection. ``reduce(_:)`` needs no copies.
    @inlinable public init(_ reduce: @escaping ReduceFunction<ActionType, StateType>) {
        self = .reduce { action, state in state = reduce(action, state) }
    }
}

extension Reducer {
    /// Unavailable: the action comes first.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the arguments are the other way round: write { action, state in … }")
    @_disfavoredOverload public static func reduce(
        _ reduce: @escaping @Sendable (inout StateType, ActionType) -> Void
    ) -> Reducer {
        .identity
    }

    /// Unavailable: the action comes first.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "the arguments are the other way round: write { action, state in … }")
    @_disfavoredOverload public init(_ reduce: @escaping @Sendable (StateType, ActionType) -> StateType) {
        self = .identity
    }
}

extension Reducer: Monoid, Composable {
    /// The composition of reducers is a reducer.
    public typealias Composition = Reducer

    /// A reducer that never changes the state.
    @inlinable public static var identity: Reducer { Reducer(members: []) }

    /// Joins two reducers: `lhs` runs first, then `rhs` with the resulting state.
    ///
    /// - Complexity: O(*n*) in the number of joined reducers.
    @inlinable public static func append(_ lhs: Reducer, _ rhs: Reducer) -> Reducer {
        Reducer(members: lhs.members + rhs.members)
    }
}

extension Composable {
    /// Unavailable.
    ///
    /// Makes the compiler explain what to write instead of `.reduce { } <> .reduce { }`.
    @available(*, unavailable, message: "write Reducer<Action, State>.reduce, with the types, on both sides of <>")
    @_disfavoredOverload public static func reduce<ActionType, StateType>(
        _ reduce: (ActionType, inout StateType) -> Void
    ) -> Reducer<ActionType, StateType> where Self == Reducer<ActionType, StateType> {
        .identity
    }
}
