// SPDX-License-Identifier: MIT

precedencegroup BridgeArrow {
    associativity: left
    lowerThan: AssignmentPrecedence
}

precedencegroup OptionalComposition {
    associativity: left
    higherThan: AssignmentPrecedence
    lowerThan: TernaryPrecedence
}

infix operator --> : BridgeArrow
infix operator >=> : OptionalComposition

/// Maps each action to a fixed action, if `value` returns a value for it.
///
/// ```swift
/// \AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring)
/// ```
///
/// - Parameters:
///   - value: Returns a value, or nil for an action that doesn't match. A key path literal or a
///     function.
///   - derived: The action to send, evaluated at each match.
@inlinable public func --> <Input, Value, Output>(
    value: @escaping @Sendable (Input) -> Value?,
    derived: @escaping @Sendable @autoclosure () -> Output
) -> @Sendable (Input) -> Output? {
    { input in value(input).map { _ in derived() } }
}

/// Maps each action to the action that `derive` returns, if `value` returns a value for it.
///
/// ```swift
/// \AppAction.search?.typed --> { text in AppAction.api(.find(text)) }
/// \AppAction.search?.typed --> AppAction.suggest
/// ```
///
/// - Parameters:
///   - value: Returns a value, or nil for an action that doesn't match. A key path literal or a
///     function.
///   - derive: Returns the action to send for the value, or nil to send none.
@inlinable public func --> <Input, Value, Output>(
    value: @escaping @Sendable (Input) -> Value?,
    derive: @escaping @Sendable (Value) -> Output?
) -> @Sendable (Input) -> Output? {
    value >=> derive
}

/// Maps each action for which `isOn` returns true to a fixed action.
///
/// ```swift
/// \AppAction.isClose --> AppAction.save
/// ```
///
/// The compiler prefers this overload to the one with an optional value, for which each `Bool`
/// would be a value and each action would match.
@inlinable public func --> <Input, Output>(
    isOn: @escaping @Sendable (Input) -> Bool,
    derived: @escaping @Sendable @autoclosure () -> Output
) -> @Sendable (Input) -> Output? {
    { input in isOn(input) ? derived() : nil }
}

/// Maps each action for which `isOn` returns true to the action that `derive` returns for `true`.
@inlinable public func --> <Input, Output>(
    isOn: @escaping @Sendable (Input) -> Bool,
    derive: @escaping @Sendable (Bool) -> Output?
) -> @Sendable (Input) -> Output? {
    isOn >=> derive
}

/// Composes two functions that return optionals.
///
/// Calls the second one only if the first returns a value.
///
/// ```swift
/// let text = \AppAction.search >=> \SearchAction.typed  // (AppAction) -> String?
/// ```
@inlinable public func >=> <Input, Value, Output>(
    first: @escaping @Sendable (Input) -> Value?,
    second: @escaping @Sendable (Value) -> Output?
) -> @Sendable (Input) -> Output? {
    { input in first(input).flatMap(second) }
}

/// Composes a predicate and a function.
///
/// Calls the function with `true` if the predicate returns true.
///
/// If `second` returns a `Bool`, both `true` and `false` count as values.
@inlinable public func >=> <Input, Output>(
    first: @escaping @Sendable (Input) -> Bool,
    second: @escaping @Sendable (Bool) -> Output?
) -> @Sendable (Input) -> Output? {
    { input in first(input) ? second(true) : nil }
}
