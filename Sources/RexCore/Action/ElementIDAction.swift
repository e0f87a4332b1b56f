// SPDX-License-Identifier: MIT

/// An action for the element of a collection with an id, or for the value of a dictionary with a
/// key.
public struct ElementIDAction<ID: Hashable, Action> {
    /// The id of the element, or the key of the value.
    public let id: ID
    /// The action for that element.
    public let action: Action

    /// Creates an action for the element with this id.
    public init(id: ID, action: Action) {
        self.id = id
        self.action = action
    }
}

extension ElementIDAction: Identifiable {}
extension ElementIDAction: Sendable where ID: Sendable, Action: Sendable {}
extension ElementIDAction: Equatable where Action: Equatable {}
extension ElementIDAction: Hashable where Action: Hashable {}
extension ElementIDAction: Encodable where ID: Encodable, Action: Encodable {}
extension ElementIDAction: Decodable where ID: Decodable, Action: Decodable {}
