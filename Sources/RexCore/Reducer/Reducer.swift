// SPDX-License-Identifier: MIT

/// A reducer's function in the form that returns the next state as a new value.
public typealias ReduceFunction<ActionType, StateType> = @Sendable (ActionType, StateType) -> StateType

/// A reducer's function in the form that changes the state in place.
public typealias MutableReduceFunction<ActionType, StateType> = @Sendable (ActionType, inout StateType) -> Void

/// A pure function that computes the next state from an action.
///
/// The store calls it for each action, after the middlewares' `handle` and before the observers. It
/// changes the state in place, and must do nothing else: no clock, no random number, no input or
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
/// Reducers of local types are lifted to global ones and joined with `<>`; they run from left
/// to right, each on the state that the one before it left. Those that ``lift(case:state:)`` lifted
/// by a case path with an index are called for the actions of their case only, so a composition of
/// many features costs as much as one of few.
public struct Reducer<ActionType, StateType>: Sendable {
    /// Runs the reducer: changes the state in place, on the thread that calls.
    public let reduce: MutableReduceFunction<ActionType, StateType>
    @usableFromInline let members: [Member]

    /// One reducer of a composition.
    @usableFromInline final class Member: Sendable {
        @usableFromInline let reduce: MutableReduceFunction<ActionType, StateType>
        /// Makes the same function with memory of its own, which lifts into collections have.
        @usableFromInline let make: @Sendable () -> MutableReduceFunction<ActionType, StateType>
        /// The only case that it is for, if it is for one only.
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
            let table = CaseTable(members.map(\.selector))
            let list = Members(members, foundIn: table)
            guard let table else {
                reduce = { action, state in list.forEach { $0.reduce(action, &state) } }
                return
            }
            let unretained = unsafe Unmanaged.passUnretained(table)
            reduce = { action, state in
                unsafe list.forEach(matching: action, in: unretained) { $0.reduce(action, &state) }
            }
        }
    }

    /// Makes a reducer of what `make` makes, which is called once for each store.
    @inlinable init(
        for selector: CaseSelector<ActionType>? = nil,
        _ make: @escaping @Sendable () -> MutableReduceFunction<ActionType, StateType>
    ) {
        self.init(members: [Member(for: selector, make)])
    }

    /// Returns this reducer with memory of its own, so that no store shares any with another.
    @inlinable func forOneStore() -> Reducer {
        Reducer(members: members.map { Member(for: $0.selector, $0.make) })
    }

    /// Makes a reducer of what `lift` makes of this one's function, which it gets anew for each
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

    /// Makes a reducer from a function that changes the state in place.
    @inlinable public static func reduce(_ reduce: @escaping MutableReduceFunction<ActionType, StateType>) -> Reducer {
        Reducer { reduce }
    }

    /// Makes a reducer from a function that returns the next state as a new value.
    ///
    /// - Complexity: one copy of each collection that changes, where ``reduce(_:)`` makes none.
    @inlinable public init(_ reduce: @escaping ReduceFunction<ActionType, StateType>) {
        self = .reduce { action, state in state = reduce(action, state) }
    }
}

extension Reducer: Monoid, Composable {
    /// Reducers compose into a reducer.
    public typealias Composition = Reducer

    /// A reducer that leaves every state as it is.
    @inlinable public static var identity: Reducer { Reducer(members: []) }

    /// Joins two reducers: `lhs` runs first, then `rhs` on the state that `lhs` left.
    ///
    /// - Complexity: O(*n*) in the reducers that are joined in both.
    @inlinable public static func append(_ lhs: Reducer, _ rhs: Reducer) -> Reducer {
        Reducer(members: lhs.members + rhs.members)
    }
}

extension Composable {
    /// Not there: it gives the error for `.reduce { } <> .reduce { }` a text that says what to
    /// write.
    @available(*, unavailable, message: "write Reducer<Action, State>.reduce, with the types, on both sides of <>")
    @_disfavoredOverload public static func reduce<ActionType, StateType>(
        _ reduce: (ActionType, inout StateType) -> Void
    ) -> Reducer<ActionType, StateType> where Self == Reducer<ActionType, StateType> {
        .identity
    }
}
