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

/// Maps each action in which `value` finds something to one and the same action.
///
/// ```swift
/// \AppAction.lifecycle?.didBecomeActive --> AppAction.reachability(.startMonitoring)
/// ```
///
/// - Parameters:
///   - value: a key path literal or a function; nil for an action that does not match.
///   - derived: the action to send; it is evaluated at each match.
@inlinable public func --> <Input, Value, Output>(
    value: @escaping @Sendable (Input) -> Value?,
    derived: @escaping @Sendable @autoclosure () -> Output
) -> @Sendable (Input) -> Output? {
    { input in value(input).map { _ in derived() } }
}

/// Maps each action in which `value` finds something to what `derive` makes of it.
///
/// ```swift
/// \AppAction.search?.typed --> { text in AppAction.api(.find(text)) }
/// \AppAction.search?.typed --> AppAction.suggest
/// ```
///
/// - Parameters:
///   - value: a key path literal or a function; nil for an action that does not match.
///   - derive: makes the action to send of what was found; nil for none.
@inlinable public func --> <Input, Value, Output>(
    value: @escaping @Sendable (Input) -> Value?,
    derive: @escaping @Sendable (Value) -> Output?
) -> @Sendable (Input) -> Output? {
    value >=> derive
}

/// Maps each action for which `isOn` is true to one and the same action.
///
/// ```swift
/// \AppAction.isClose --> AppAction.save
/// ```
///
/// It wins over the form with an optional value, in which each `Bool` would be a value, and so each
/// action would match.
@inlinable public func --> <Input, Output>(
    isOn: @escaping @Sendable (Input) -> Bool,
    derived: @escaping @Sendable @autoclosure () -> Output
) -> @Sendable (Input) -> Output? {
    { input in isOn(input) ? derived() : nil }
}

/// Maps each action for which `isOn` is true to what `derive` makes of that `true`.
@inlinable public func --> <Input, Output>(
    isOn: @escaping @Sendable (Input) -> Bool,
    derive: @escaping @Sendable (Bool) -> Output?
) -> @Sendable (Input) -> Output? {
    isOn >=> derive
}

/// Calls two functions in a row, the second one only if the first one returns a value.
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

/// Calls two functions in a row, the second one only if the first one returns true.
///
/// A `Bool` that the second one returns is a value, false as well as true.
@inlinable public func >=> <Input, Output>(
    first: @escaping @Sendable (Input) -> Bool,
    second: @escaping @Sendable (Bool) -> Output?
) -> @Sendable (Input) -> Output? {
    { input in first(input) ? second(true) : nil }
}
