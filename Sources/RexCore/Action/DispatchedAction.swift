// SPDX-License-Identifier: MIT

/// An action together with its source.
public struct DispatchedAction<Action> {
    /// The action itself.
    public let action: Action
    /// The source of the action: the location that dispatched it, and its derivations.
    @inlinable public var dispatcher: ActionSource { source }
    @usableFromInline var source: ActionSource

    /// Creates a pair of an action and its source.
    @_transparent public init(_ action: consuming Action, dispatcher: ActionSource) {
        self.action = action
        source = dispatcher
    }

    /// Creates a pair of an action and a source for the location of this call.
    @inlinable public init(
        _ action: consuming Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        info: String? = nil
    ) {
        self.init(action, dispatcher: ActionSource(file: file, function: function, line: line, info: info))
    }

    /// Returns a transformed action with the same source.
    @inlinable public func map<NewAction>(_ transform: (Action) throws -> NewAction) rethrows -> DispatchedAction<
        NewAction
    > {
        DispatchedAction<NewAction>(try transform(action), dispatcher: source)
    }

    /// Returns a transformed action with the same source, or nil if `transform` returns nil.
    @inlinable public func compactMap<NewAction>(
        _ transform: (Action) throws -> NewAction?
    ) rethrows -> DispatchedAction<NewAction>? {
        try transform(action).map { DispatchedAction<NewAction>($0, dispatcher: source) }
    }
}

extension DispatchedAction: Sendable where Action: Sendable {}
extension DispatchedAction: Equatable where Action: Equatable {}
extension DispatchedAction: Hashable where Action: Hashable {}
extension DispatchedAction {
    private enum CodingKeys: String, CodingKey {
        case action
        case source = "dispatcher"
    }
}

extension DispatchedAction: Encodable where Action: Encodable {}
extension DispatchedAction: Decodable where Action: Decodable {}
