// SPDX-License-Identifier: MIT

public import RexCore

// Key paths that are values, which no form takes. Without these the compiler would report a
// misspelt literal twice: that there is no such member, and that a function is not Sendable, into
// which it does not convert what is misspelt. It looks at them only where nothing else fits, so
// they cost no time where the code is right.
//
// NB: as of Swift 6.3; to be removed once a misspelt literal for a `@Sendable` function gives one
// error.

/// Says that a key path has to be a literal.
@_documentation(visibility: internal)
@available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
public func --> <Input, Value, Output>(
    value: KeyPath<Input, Value?>,
    derived: @escaping @Sendable @autoclosure () -> Output
) -> @Sendable (Input) -> Output? {
    { _ in nil }
}

/// Says that a key path has to be a literal.
@_documentation(visibility: internal)
@available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
public func --> <Input, Value, Output>(
    value: KeyPath<Input, Value?>,
    derive: @escaping @Sendable (Value) -> Output?
) -> @Sendable (Input) -> Output? {
    { _ in nil }
}

/// Says that a key path has to be a literal.
@_documentation(visibility: internal)
@available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
public func >=> <Input, Value, Output>(
    first: KeyPath<Input, Value?>,
    second: @escaping @Sendable (Value) -> Output?
) -> @Sendable (Input) -> Output? {
    { _ in nil }
}

/// Says that a key path has to be a literal.
@_documentation(visibility: internal)
@available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
public func >=> <Input, Value, Output>(
    first: @escaping @Sendable (Input) -> Value?,
    second: KeyPath<Value, Output?>
) -> @Sendable (Input) -> Output? {
    { _ in nil }
}

extension BridgeMiddleware {
    /// Says that a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func bridge<Value>(
        on value: KeyPath<InputActionType, Value?>,
        dispatch derive: @escaping @Sendable (Value) -> OutputActionType?,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil
    ) -> BridgeMiddleware {
        self
    }

    /// Says that a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func bridge<Value>(
        on value: KeyPath<InputActionType, Value?>,
        dispatch derive: @escaping @Sendable (Value) -> OutputActionType?,
        when condition: any KeyPath<StateType, Bool> & Sendable
    ) -> BridgeMiddleware {
        self
    }

    /// Says that a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func bridge<Value>(
        on value: KeyPath<InputActionType, Value?>,
        dispatch derived: @escaping @Sendable @autoclosure () -> OutputActionType,
        when condition: (@Sendable (GetState<StateType>) -> Bool)? = nil
    ) -> BridgeMiddleware {
        self
    }

    /// Says that a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func bridge<Value>(
        on value: KeyPath<InputActionType, Value?>,
        dispatch derived: @escaping @Sendable @autoclosure () -> OutputActionType,
        when condition: any KeyPath<StateType, Bool> & Sendable
    ) -> BridgeMiddleware {
        self
    }
}
