// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware {
    /// Cancels the running and waiting effects of all rules of this middleware at each action for
    /// which `trigger` returns true or a value.
    ///
    /// Rules act in order. Before an `on` for the same action, it cancels the running effect, and
    /// the new one starts. After the `on`, it cancels the new effect too. The order also applies to
    /// `during` and `forEach` if the action changes their keys. In rules that were lifted into a
    /// collection, it cancels the effects of the same element.
    @inlinable public func cancel(on trigger: @escaping @Sendable (InputActionType) -> some ActionMatch)
        -> EffectMiddleware
    {
        cancelling(nil) { trigger($0).matched.map { _ in EffectCancellation(name: nil, key: nil) } }
    }

    /// Cancels the running and waiting effects of the rules with this name.
    ///
    /// See `cancel(on:)`.
    ///
    /// Debug builds warn on standard error if no rule has the name.
    @inlinable public func cancel(
        _ name: String,
        on trigger: @escaping @Sendable (InputActionType) -> some ActionMatch
    ) -> EffectMiddleware {
        cancelling(EffectCancelledName(name, nil)) {
            trigger($0).matched.map { _ in EffectCancellation(name: name, key: nil) }
        }
    }

    /// Cancels the running and waiting effects of one key of the rules with this name.
    ///
    /// See `cancel(on:)`.
    ///
    /// Debug builds warn on standard error if no rule with this name has keys of this type.
    ///
    /// - Parameters:
    ///   - name: The name of the rules.
    ///   - trigger: Returns a `Bool`, or an optional value. A key path literal or a function.
    ///   - key: Returns the key of the effects to cancel, like ``EffectPolicy/by(_:)``, `during` or
    ///     `forEach`.
    /// - Complexity: O(1) in the number of keys and elements with runs.
    @inlinable public func cancel<Match: ActionMatch, Key: Hashable & Sendable>(
        _ name: String,
        on trigger: @escaping @Sendable (InputActionType) -> Match,
        by key: @escaping @Sendable (Match.Value) -> Key
    ) -> EffectMiddleware {
        cancelling(EffectCancelledName(name, Key.self)) {
            trigger($0).matched.map { EffectCancellation(name: name, key: EffectKey(key($0))) }
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
