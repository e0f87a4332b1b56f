// SPDX-License-Identifier: MIT

/// What happens to an ``Optimistic`` state.
///
/// `ID` is the type of the names that the state's parts have on the server, for ``renamed(_:_:)``;
/// `Never` if the app names them itself.
public enum OptimisticAction<ID, Action> {
    /// Shows an action at once, and keeps it pending under this identity.
    ///
    /// An identity that is pending already changes nothing.
    case perform(OutboxID, Action)
    /// The server has accepted a pending action: it is part of the base, in front of all that is
    /// pending.
    ///
    /// The actions are what the server says instead, such as with the name that it gave; without
    /// any it is the action itself. An identity that is not pending changes nothing, so that a
    /// confirmation that comes twice counts once.
    case confirmed(OutboxID, [Action] = [])
    /// The server has refused a pending action: it is shown no more, and what depends on it is
    /// reduced without it.
    ///
    /// An identity that is not pending changes nothing.
    case rejected(OutboxID)
    /// Something came from the server that was not asked for here, such as what somebody else did.
    ///
    /// It is part of the base, in front of all that is pending.
    case server(Action)
    /// What was made here under a temporary name, the first one, has the second one from now on, in
    /// all pending actions.
    case renamed(ID, ID)
}

extension OptimisticAction: Sendable where ID: Sendable, Action: Sendable {}
extension OptimisticAction: Equatable where ID: Equatable, Action: Equatable {}
extension OptimisticAction: Hashable where ID: Hashable, Action: Hashable {}
extension OptimisticAction: Encodable where ID: Encodable, Action: Encodable {}
extension OptimisticAction: Decodable where ID: Decodable, Action: Decodable {}
