// SPDX-License-Identifier: MIT

/// A state that shows at once what the server has not confirmed yet.
///
/// ```swift
/// struct Board: Sendable {
///     var cards = Optimistic<[Card], CardAction>([])
/// }
///
/// let board = cards.optimistic().lift(case: BoardAction.prisms.cards, state: \Board.cards)
/// ```
///
/// What views read is ``shown``. The reducer of the state makes it: it is applied to ``base``, which
/// is what the server has said, for each action that is ``pending``, in their order. So what others
/// did meanwhile stays when an action is taken back, and an action that is confirmed in the middle
/// leaves those around it as they are. ``OptimisticAction`` says what happens.
///
/// The state is changed by a reducer that `optimistic()` has made; nothing else can.
///
/// - Complexity: As long as nothing is pending, `shown` and `base` share their storage. The first
///   action that is pending copies each collection that it changes.
public struct Optimistic<State, Action> {
    @usableFromInline var current: State
    @usableFromInline var confirmed: State
    @usableFromInline var queue = PendingActions<Action>()

    /// Makes a state that is confirmed, with nothing pending.
    public init(_ base: State) {
        (current, confirmed) = (base, base)
    }

    /// The state with all pending actions, which views read.
    @inlinable public var shown: State { current }

    /// The state as the server has said it, without pending actions.
    @inlinable public var base: State { confirmed }

    /// The actions that the server has not confirmed, in the order in which they were performed.
    public var pending: ArraySlice<PendingAction<Action>> { queue.entries }

    /// Returns true if the action of this identity is pending.
    public func isPending(_ id: OutboxID) -> Bool { queue.ids.contains(id) }
}

extension Optimistic: Sendable where State: Sendable, Action: Sendable {}

extension Optimistic: Equatable where State: Equatable, Action: Equatable {
    /// Returns true if both show the same, with the same base and pending actions.
    public static func == (lhs: Optimistic, rhs: Optimistic) -> Bool {
        lhs.shown == rhs.shown && lhs.base == rhs.base && lhs.pending == rhs.pending
    }
}

extension Optimistic: CustomReflectable {
    /// What is shown, what the server has said, and what is pending.
    public var customMirror: Mirror {
        Mirror(self, children: ["shown": shown, "base": base, "pending": Array(pending)], displayStyle: .struct)
    }
}
