// SPDX-License-Identifier: MIT

/// The result of a trigger or a key: a `Bool`, or an optional value.
///
/// So a case without a value can be written as `\.cleared` and as `\.isCleared`:
///
/// ```swift
/// effects.cancel(on: \.cleared)
/// text.undoable(limit: 100, undo: \.isUndo, redo: \.isRedo)
/// ```
///
/// A `Bool` matches if it is true. An optional matches if it has a value. So `false` matches if the
/// type is `Bool?`, such as the payload of a case.
public protocol ActionMatch<Value>: SendableMetatype {
    /// The type of the value that was found: `Bool` for a `Bool`.
    associatedtype Value

    /// The value that was found, or nil if the action doesn't match.
    var matched: Value? { get }
}

extension Bool: ActionMatch {
    /// True for true, nil for false.
    @inlinable public var matched: Bool? { self ? true : nil }
}

extension Optional: ActionMatch {
    /// The value itself.
    @inlinable public var matched: Wrapped? { self }
}
