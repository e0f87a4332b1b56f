// SPDX-License-Identifier: MIT

/// An action for the element of a collection at an index.
public struct ElementIndexAction<Index: Comparable, Action> {
    /// The index of the element when the action is processed.
    public let index: Index
    /// The action for that element.
    public let action: Action

    /// Creates an action for the element at this index.
    public init(index: Index, action: Action) {
        self.index = index
        self.action = action
    }
}

extension ElementIndexAction: Sendable where Index: Sendable, Action: Sendable {}
extension ElementIndexAction: Equatable where Action: Equatable {}
extension ElementIndexAction: Hashable where Index: Hashable, Action: Hashable {}
extension ElementIndexAction: Encodable where Index: Encodable, Action: Encodable {}
extension ElementIndexAction: Decodable where Index: Decodable, Action: Decodable {}
