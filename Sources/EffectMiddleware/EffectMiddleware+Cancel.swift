// SPDX-License-Identifier: MIT

// Each overload of `cancel` matches or cancels something else. The overloads with an optional value
// are disfavored. Otherwise each `Bool` could also be an optional value, and the time to type-check
// a chain of rules would double with each rule.

extension EffectMiddleware {
    /// Cancels the running and waiting effects of all rules of this middleware at each action for
    /// which `trigger` returns a value.
    ///
    /// Rules act in order. Before an `on` for the same action, it cancels the running effect, and
    /// the new one starts. After the `on`, it cancels the new effect too. The order also applies to
    /// `during` and `forEach` if the action changes their keys. In rules that were lifted into a
    /// collection, it cancels the effects of the same element.
    @_disfavoredOverload
    @inlinable public func cancel<Value>(on trigger: @escaping @Sendable (InputActionType) -> Value?)
        -> EffectMiddleware
    {
        cancelling(nil) { trigger($0).map { _ in EffectCancellation(name: nil, key: nil) } }
    }

    /// Cancels the effects of all rules at each action for which `isOn` returns true.
    ///
    /// See `cancel(on:)`.
    @inlinable public func cancel(on isOn: @escaping @Sendable (InputActionType) -> Bool) -> EffectMiddleware {
        cancelling(nil) { isOn($0) ? EffectCancellation(name: nil, key: nil) : nil }
    }

    /// Cancels the running and waiting effects of the rules with this name.
    ///
    /// See `cancel(on:)`.
    ///
    /// Debug builds warn on standard error if no rule has the name.
    @_disfavoredOverload
    @inlinable public func cancel<Value>(
        _ name: String,
        on trigger: @escaping @Sendable (InputActionType) -> Value?
    ) -> EffectMiddleware {
        cancelling(EffectCancelledName(name, nil)) { trigger($0).map { _ in EffectCancellation(name: name, key: nil) } }
    }

    /// Cancels the effects of the rules with this name at each action for which `isOn` returns
    /// true.
    ///
    /// See `cancel(on:)`.
    @inlinable public func cancel(
        _ name: String,
        on isOn: @escaping @Sendable (InputActionType) -> Bool
    ) -> EffectMiddleware {
        cancelling(EffectCancelledName(name, nil)) { isOn($0) ? EffectCancellation(name: name, key: nil) : nil }
    }

    /// Cancels the running and waiting effects of one key of the rules with this name.
    ///
    /// See `cancel(on:)`.
    ///
    /// Debug builds warn on standard error if no rule with this name has keys of this type.
    ///
    /// - Parameters:
    ///   - name: The name of the rules.
    ///   - trigger: Returns a value, or nil for an action that doesn't match. A key path literal or
    ///     a function.
    ///   - key: Returns the key of the effects to cancel, like ``EffectPolicy/by(_:)``, `during` or
    ///     `forEach`.
    /// - Complexity: O(1) in the number of keys and elements with runs.
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

    /// Cancels the effects of one key at each action for which `isOn` returns true.
    ///
    /// See `cancel(_:on:by:)`.
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
