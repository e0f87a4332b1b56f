// SPDX-License-Identifier: MIT

public import RexCore

/// A state that shows changes before the server has confirmed them.
///
/// ```swift
/// struct Board: Sendable {
///     var cards = Optimistic<[Card], CardAction>([])
/// }
///
/// let board = cards.optimistic().lift(case: BoardAction.prisms.cards, state: \Board.cards)
/// ```
///
/// Views read ``shown``. It is ``base``, the state that the server has confirmed, with all
/// ``pending`` actions applied in their order by the reducer of the state. So a rejected action takes
/// only its own change back, and an action that is confirmed in the middle leaves the others as they
/// are. ``RenamingOptimisticAction`` lists the events.
///
/// Only a reducer that `optimistic()` has made changes the state.
///
/// - Complexity: As long as nothing is pending, `shown` and `base` share their storage. The first
///   pending action copies each collection that it changes.
public struct Optimistic<State, Action> {
    @usableFromInline var current: State
    @usableFromInline var confirmed: State
    @usableFromInline var queue = PendingActions<Action>()
    /// One element, in an array so that a copy of the state copies a single reference.
    @usableFromInline var histories = [OptimisticHistory()]
    @usableFromInline var renames = OptimisticRenames()
    /// The function of the reducer that has performed the pending actions.
    @usableFromInline var reduce: MutableReduceFunction<Action, State>?

    @usableFromInline var history: OptimisticHistory {
        get { histories[0] }
        _modify { yield &histories[0] }
    }

    /// Makes a confirmed state, without pending actions.
    public init(_ base: State) {
        (current, confirmed) = (base, base)
    }

    /// The state with all pending actions, which views read.
    @inlinable public var shown: State { current }

    /// The state that the server has confirmed, without pending actions.
    @inlinable public var base: State { confirmed }

    /// The actions that the server has not confirmed, in the order in which their entries were added to an
    /// outbox; without one, in the order in which they were performed.
    public var pending: ArraySlice<PendingAction<Action>> { queue.entries }

    /// Whether the action with this id is pending.
    @usableFromInline func isPending(_ id: OutboxID) -> Bool { queue.ids.contains(id) }

    /// The present moment, to be taken when the server's whole state is asked for.
    ///
    /// ```swift
    /// let mark = effect.state.posts.mark
    /// let posts = try await api.posts()
    /// effect.send(.posts(.pulled(.all(posts), askedAt: mark)))
    /// ```
    ///
    /// It changes with each confirmation, each pull that is taken, and whenever the state becomes stale
    /// for another reason than a dropped pull.
    public var mark: OptimisticMark { history.mark }

    /// Whether the base may be wrong, so the server's whole state has to be asked for again.
    ///
    /// True once a pulled state was dropped; see ``RenamingOptimisticAction/pulled(_:askedAt:)``. Also true once
    /// nothing is pending, if an action was confirmed that was pending when a state was pulled: that
    /// state may or may not have contained it. False once a pulled state is taken.
    ///
    /// With `Feature.saving(_:to:acknowledging:state:)` it is also true if the state lacks an outcome of the
    /// outbox, or may: after a loss of data, after ``Outbox/cancelAll()``, for a new `Optimistic` in its place,
    /// and if an action was taken back or cancelled that the server may have.
    ///
    /// ```swift
    /// effects.during({ $0.posts.isStale ? $0.posts.mark : nil }) { mark, effect in
    ///     effect.send(.posts(.pulled(.all(try await api.posts()), askedAt: mark)))
    /// }
    /// ```
    public var isStale: Bool { history.isStale(pendingCount: queue.entries.count) }

    /// Returns the name that has replaced a temporary one, or the name itself.
    ///
    /// - Complexity: O(*n*) for the renames that are kept, at most 1,000.
    public func currentName<ID: Hashable & Sendable>(of name: ID) -> ID {
        renames.pairs(of: ID.self).reduce(name) { $0 == $1.old ? $1.new : $0 }
    }
}

extension Optimistic {
    /// Returns the state with another type of base, as after a migration of saved values.
    ///
    /// Pending actions and everything else are kept.
    public func map<NewState>(_ transform: (State) -> NewState) -> Optimistic<NewState, Action> {
        var new = Optimistic<NewState, Action>(transform(base))
        if !pending.isEmpty { new.current = transform(shown) }
        (new.queue, new.histories, new.renames) = (queue, histories, renames)
        return new
    }
}

extension Optimistic: Sendable where State: Sendable, Action: Sendable {}

extension Optimistic: Equatable where State: Equatable, Action: Equatable {
    /// Whether both show the same, with the same base, pending actions and ``isStale``.
    ///
    /// Past renames and confirmations, and the numbers of outcomes, are not compared.
    public static func == (lhs: Optimistic, rhs: Optimistic) -> Bool {
        lhs.shown == rhs.shown && lhs.base == rhs.base && lhs.pending == rhs.pending && lhs.isStale == rhs.isStale
    }
}

extension Optimistic: CustomReflectable {
    /// The properties that views read.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["shown": shown, "base": base, "pending": Array(pending), "isStale": isStale],
            displayStyle: .struct
        )
    }
}
