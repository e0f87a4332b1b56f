// SPDX-License-Identifier: MIT

public import RexCore

/// A word in the path of a deep link that stands for one case of the routes.
///
/// ```swift
/// RoutePattern("note", Route.prisms.note)          // note/7 is Route.note(7)
/// RoutePattern("settings", Route.prisms.settings)  // settings is Route.settings
/// RoutePattern("account", Route.prisms.account, parse: UUID.init(uuidString:), print: \.uuidString)
/// ```
public struct RoutePattern<Route>: Sendable {
    let word: String
    /// Whether the word is followed by a value.
    let hasValue: Bool
    /// Returns the route with the value, or nil if the value isn't valid.
    let route: @Sendable (_ value: String) -> Route?
    /// Returns the value of the route, or an empty text if it has no value.
    ///
    /// Nil for another route.
    let value: @Sendable (Route) -> String?

    /// Creates a pattern for a route with a value, which follows the word.
    ///
    /// - Parameters:
    ///   - word: The word, such as `note`.
    ///   - path: The case of the routes. Several values in one case need a type of their own.
    /// - Precondition: The word isn't empty.
    public init<Value: LosslessStringConvertible & SendableMetatype>(_ word: String, _ path: CasePath<Route, Value>) {
        self.init(word, path, parse: { Value($0) }, print: \.description)
    }

    /// Creates a pattern for a route with a value that has a raw value, such as an enum of strings.
    ///
    /// - Parameters:
    ///   - word: The word, such as `tab`.
    ///   - path: The case of the routes.
    /// - Precondition: The word isn't empty.
    public init<Value: RawRepresentable & SendableMetatype>(_ word: String, _ path: CasePath<Route, Value>)
    where Value.RawValue: LosslessStringConvertible & SendableMetatype {
        self.init(word, path, parse: { Value.RawValue($0).flatMap(Value.init) }, print: \.rawValue.description)
    }

    /// Creates a pattern for a route with a value that has a raw value and a text, and uses the text.
    ///
    /// - Precondition: The word isn't empty.
    public init<Value: RawRepresentable & LosslessStringConvertible & SendableMetatype>(
        _ word: String,
        _ path: CasePath<Route, Value>
    ) where Value.RawValue: LosslessStringConvertible & SendableMetatype {
        self.init(word, path, parse: { Value($0) }, print: \.description)
    }

    /// Creates a pattern for a route with a value of any type.
    ///
    /// ```swift
    /// RoutePattern("account", Route.prisms.account, parse: UUID.init(uuidString:), print: \.uuidString)
    /// ```
    ///
    /// - Parameters:
    ///   - word: The word, such as `account`.
    ///   - path: The case of the routes.
    ///   - parse: Returns the value with a text, or nil if the text is malformed.
    ///   - print: Returns the text of a value, from which `parse` makes an equal value.
    /// - Precondition: The word isn't empty.
    public init<Value>(
        _ word: String,
        _ path: CasePath<Route, Value>,
        parse: @escaping @Sendable (String) -> Value?,
        print: @escaping @Sendable (Value) -> String
    ) {
        self.init(word, hasValue: true) {
            parse($0).map(path.embed)
        } value: {
            path.extract($0).map(print)
        }
    }

    /// Creates a pattern for a route without a value.
    ///
    /// - Precondition: The word isn't empty.
    public init(_ word: String, _ path: CasePath<Route, Void>) {
        self.init(word, hasValue: false) { _ in
            path.embed(())
        } value: {
            path.extract($0).map { "" }
        }
    }

    private init(
        _ word: String,
        hasValue: Bool,
        route: @escaping @Sendable (_ value: String) -> Route?,
        value: @escaping @Sendable (Route) -> String?
    ) {
        precondition(
            !word.isEmpty,
            "A RoutePattern for \(Route.self) has an empty word. Give it at least one character."
        )
        self.word = word
        self.hasValue = hasValue
        self.route = route
        self.value = value
    }
}
