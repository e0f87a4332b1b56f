// SPDX-License-Identifier: MIT

// Unavailable overloads for key paths that are values instead of literals. Without them, the
// compiler reports a misspelt literal twice: the member is missing, and a function isn't
// `Sendable`. It only considers unavailable overloads if nothing else fits, so they don't slow down
// correct code.
//
// NB: as of Swift 6.3. Remove this once a misspelt literal for a `@Sendable` function gives one
// error.

/// Reports that the key path must be a literal.
@_documentation(visibility: internal)
@available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
public func --> <Input, Value, Output>(
    value: KeyPath<Input, Value?>,
    derived: @escaping @Sendable @autoclosure () -> Output
) -> @Sendable (Input) -> Output? {
    { _ in nil }
}

/// Reports that the key path must be a literal.
@_documentation(visibility: internal)
@available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
public func --> <Input, Value, Output>(
    value: KeyPath<Input, Value?>,
    derive: @escaping @Sendable (Value) -> Output?
) -> @Sendable (Input) -> Output? {
    { _ in nil }
}

/// Reports that the key path must be a literal.
@_documentation(visibility: internal)
@available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
public func >=> <Input, Value, Output>(
    first: KeyPath<Input, Value?>,
    second: @escaping @Sendable (Value) -> Output?
) -> @Sendable (Input) -> Output? {
    { _ in nil }
}

/// Reports that the key path must be a literal.
@_documentation(visibility: internal)
@available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
public func >=> <Input, Value, Output>(
    first: @escaping @Sendable (Input) -> Value?,
    second: KeyPath<Value, Output?>
) -> @Sendable (Input) -> Output? {
    { _ in nil }
}
