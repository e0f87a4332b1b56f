// SPDX-License-Identifier: MIT

// The forms of `cancel`: what matches, and what is cancelled. Those with an optional value are
// disfavored: otherwise each `Bool` could be one as well, and the time to check a chain of them
// would double with each.

extension EffectMiddleware {
    /// Ends the running and waiting effects of all rules of this middleware, for each action in
    /// which `trigger` finds something.
    ///
    /// Rules act in their order: before an `on` for the same action it ends the effect that ran,
    /// and the new one starts; behind it, it ends the new one too. The order counts for `during`
    /// and `forEach` as well, whose keys the action changes. In rules that were lifted into a
    /// collection it ends the effects of the same element.
    @_disfavoredOverload
    @inlinable public func cancel<Value>(on trigger: @escaping @Sendable (InputActionType) -> Value?)
        -> EffectMiddleware
    {
        cancelling(nil) { trigger($0).map { _ in EffectCancellation(name: nil, key: nil) } }
    }

    /// Ends the effects of all rules, for each action for which `isOn` is true; see `cancel(on:)`.
    @inlinable public func cancel(on isOn: @escaping @Sendable (InputActionType) -> Bool) -> EffectMiddleware {
        cancelling(nil) { isOn($0) ? EffectCancellation(name: nil, key: nil) : nil }
    }

    /// Ends the running and waiting effects of the rules of this name; see `cancel(on:)`.
    ///
    /// In debug builds one line on standard error says so if no rule has the name.
    @_disfavoredOverload
    @inlinable public func cancel<Value>(
        _ name: String,
        on trigger: @escaping @Sendable (InputActionType) -> Value?
    ) -> EffectMiddleware {
        cancelling(EffectCancelledName(name, nil)) { trigger($0).map { _ in EffectCancellation(name: name, key: nil) } }
    }

    /// Ends the effects of the rules of this name, for each action for which `isOn` is true; see
    /// `cancel(on:)`.
    @inlinable public func cancel(
        _ name: String,
        on isOn: @escaping @Sendable (InputActionType) -> Bool
    ) -> EffectMiddleware {
        cancelling(EffectCancelledName(name, nil)) { isOn($0) ? EffectCancellation(name: name, key: nil) : nil }
    }

    /// Ends the running and waiting effects of one key of the rules of this name; see
    /// `cancel(on:)`.
    ///
    /// In debug builds one line on standard error says so if no rule of this name has keys of this
    /// type.
    ///
    /// - Parameters:
    ///   - name: The name of the rules.
    ///   - trigger: A key path literal or a function; nil for an action that does not match.
    ///   - key: Returns the key of the effects to end, as ``EffectPolicy/by(_:)``, `during` or
    ///     `forEach` does.
    /// - Complexity: O(1) in the keys and elements with runs.
    @_disfavoredOverload
    @inlinable public func cancel<Value, Key: Hashable & Sendable>(
        _ name: String,
        on trigger: @escaping @Sendable (InputActionType) -> Value?,
        by key: @escaping @Sendable (Value) -> Key
    ) -> EffectMiddleware {
        cancelling(EffectCancelledName(name, Key.self)) {
            trigger($0).map { EffectCancellation(name: name, key: EffectKey(key($0))) }
        }
    }

    /// Ends the effects of one key, for each action for which `isOn` is true; see
    /// `cancel(_:on:by:)`.
    @inlinable public func cancel<Key: Hashable & Sendable>(
        _ name: String,
        on isOn: @escaping @Sendable (InputActionType) -> Bool,
        by key: @escaping @Sendable (Bool) -> Key
    ) -> EffectMiddleware {
        cancelling(EffectCancelledName(name, Key.self)) {
            isOn($0) ? EffectCancellation(name: name, key: EffectKey(key(true))) : nil
        }
    }

    @inlinable func cancelling(
        _ name: EffectCancelledName?,
        _ find: @escaping @Sendable (InputActionType) -> EffectCancellation?
    ) -> EffectMiddleware {
        adding { base in
            let position = base.rules.nextPosition
            return base.adding(
                nil,
                ActionRule { action in find(action).map { [EffectMatch(.cancel($0), at: position)] } ?? [] },
                cancelling: name
            )
        }
    }
}

// Key paths that are values, which no form takes. Without these the compiler would report a
// misspelt literal twice: that there is no such member, and that a function, into which it is not
// converted, is not Sendable.
//
// NB: as of Swift 6.3; to be removed once a misspelt literal for a `@Sendable` function gives one
// error.

extension EffectMiddleware {
    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func cancel<Value>(on trigger: KeyPath<InputActionType, Value?>) -> EffectMiddleware {
        self
    }

    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func cancel<Value>(_ name: String, on trigger: KeyPath<InputActionType, Value?>) -> EffectMiddleware {
        self
    }

    /// Unavailable: a key path has to be a literal.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "a key path must be a literal here; write { $0[keyPath: path] } for its value")
    public func cancel<Value, Key: Hashable & Sendable>(
        _ name: String,
        on trigger: KeyPath<InputActionType, Value?>,
        by key: @escaping @Sendable (Value) -> Key
    ) -> EffectMiddleware {
        self
    }
}
