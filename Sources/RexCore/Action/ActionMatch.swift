// SPDX-License-Identifier: MIT

/// What a function that looks for an action returns: a `Bool`, or an optional value.
///
/// So a case without a value can be written as `\.cleared` and as `\.isCleared`:
///
/// ```swift
/// effects.cancel(on: \.cleared)
/// text.undoable(limit: 100, undo: \.isUndo, redo: \.isRedo)
/// ```
///
/// `true` and every value match. `false` matches as the payload of a case, as in
/// `var toggled: Bool?`.
public protocol ActionMatch<Value> {
    /// The type of the value that was found: `Bool` for a `Bool`.
    associatedtype Value

    /// The value that was found, or nil if the action doesn't match.
    var matched: Value? { get }
}

extension Bool: ActionMatch {
    /// True, or nil if it is false.
    @inlinable public var matched: Bool? { self ? true : nil }
}

extension Optional: ActionMatch {
    /// The value itself.
    @inlinable public var matched: Wrapped? { self }
}
