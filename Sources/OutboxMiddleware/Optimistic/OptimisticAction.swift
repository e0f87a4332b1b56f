// SPDX-License-Identifier: MIT

/// An event of an ``Optimistic`` state whose names don't change, as most don't.
///
/// ```swift
/// enum BoardAction {
///     case cards(OptimisticAction<CardAction>)
/// }
/// ```
///
/// `Action` is the app's own action, which the reducer of the state handles. The cases are those of
/// ``RenamingOptimisticAction``, without ``RenamingOptimisticAction/renamed(_:_:)``.
public typealias OptimisticAction<Action> = RenamingOptimisticAction<Never, Action>

/// An event of an ``Optimistic`` state, which may also replace temporary names.
///
/// `ID` is the type of the names that ``renamed(_:_:)`` replaces. Without such names, write
/// ``OptimisticAction``.
public enum RenamingOptimisticAction<ID, Action> {
    /// Shows an action at once.
    ///
    /// It is pending under this id until it is confirmed or rejected.
    ///
    /// Names in the action that were renamed before are replaced first. Changes nothing if the id is
    /// pending, or if the base is known to contain its action. The ids of an outbox are pending in the order
    /// in which their entries were added, others in the order in which they are performed.
    case perform(OutboxID, Action)
    /// The server has accepted a pending action, which becomes part of the base.
    ///
    /// If actions are passed, such as one with the name that the server has given, they become part
    /// of the base in its place. Changes nothing if the id is not pending.
    case confirmed(OutboxID, [Action] = [])
    /// The server has rejected a pending action, or the app takes it back: it is no longer shown.
    ///
    /// Later pending actions are reduced without it. Changes nothing if the id is not pending.
    case rejected(OutboxID)
    /// Something else has come from the server, such as a change by another person.
    ///
    /// It becomes part of the base; the pending actions are applied after it.
    case server(Action)
    /// The result of a pending action has arrived on another way than the answer, such as a live
    /// stream.
    ///
    /// If the id is pending, this confirms it with the action. If the id was confirmed before, this
    /// changes nothing. If the id is nil or unknown, as that of another device is, this is a
    /// ``server(_:)`` action. At least the last 1,000 confirmed ids are known.
    case result(of: OutboxID?, Action)
    /// The server's whole state has come, which was asked for at the moment of a mark.
    ///
    /// It is reduced as a ``server(_:)`` action, unless the state has another mark now: an action was
    /// confirmed, another pull was taken, or the state became stale. Then it may lack something, so it is
    /// dropped and ``Optimistic/isStale`` becomes true.
    case pulled(Action, askedAt: OptimisticMark)
    /// The server has given a name that replaces a temporary one, the first of the two.
    ///
    /// It is replaced in all pending actions, and in each action that is performed later. The
    /// last 1,000 renames are kept, so a temporary name must not be used for anything else.
    case renamed(ID, ID)
}

extension RenamingOptimisticAction: Sendable where ID: Sendable, Action: Sendable {}
extension RenamingOptimisticAction: Equatable where ID: Equatable, Action: Equatable {}
extension RenamingOptimisticAction: Hashable where ID: Hashable, Action: Hashable {}
extension RenamingOptimisticAction: Encodable where ID: Encodable, Action: Encodable {}
extension RenamingOptimisticAction: Decodable where ID: Decodable, Action: Decodable {}

/// A moment of an ``Optimistic`` state; see ``Optimistic/mark``.
///
/// Take it when the server's whole state is asked for, and pass it to
/// ``RenamingOptimisticAction/pulled(_:askedAt:)`` with the answer. Two marks of a state are equal if
/// nothing was confirmed or pulled in between, and the state did not become stale. A state that was
/// loaded or made anew has other marks. While the request runs, keep the mark in a variable, in the state
/// or in the input of the request.
public struct OptimisticMark: Hashable, Codable, Sendable {
    /// The number of the value in its store.
    var value = 0
    /// The number of changes before this moment.
    var changes = 0
    /// The last confirmed id, which tells moments apart if an older value of the state is restored.
    var last: OutboxID?
}
