// SPDX-License-Identifier: MIT

import RexCore

/// The record of an action in memory.
@usableFromInline struct RecordedAction<ActionType, StateType> {
    @usableFromInline var head: RecordHead
    @usableFromInline let action: ActionType
    @usableFromInline var before: StateType?
    @usableFromInline var after: StateType?

    @inlinable @inline(__always) init(_ head: RecordHead, action: ActionType, before: StateType?) {
        self.head = head
        self.action = action
        self.before = before
    }
}

extension RecordedAction: Sendable where ActionType: Sendable, StateType: Sendable {}
