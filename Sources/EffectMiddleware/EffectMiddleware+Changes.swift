// SPDX-License-Identifier: MIT

public import RexCore

extension EffectMiddleware {
    /// Adds an effect that runs for each key of the state, which is told the changes of the keys.
    ///
    /// See `forEach`, which finds the changes by comparing the keys.
    ///
    /// - Parameter makeReader: Makes the function that returns the keys that a state has lost and
    ///   got since its last call. It is called for each action of the store.
    @inlinable package func forEach<Key: Hashable & Sendable>(
        changes makeReader: @escaping @Sendable () -> (StateType) -> (removed: [Key], added: [Key]),
        _ policy: EffectPolicy<Key> = .each,
        named name: String? = nil,
        at call: ActionSource,
        run: @escaping @Sendable (Key, Effect<InputActionType, OutputActionType, StateType>) async throws -> Void,
        catch onError: (@Sendable (any Error, Key) -> OutputActionType?)? = nil
    ) -> EffectMiddleware {
        adding { base in
            let options = policy.options.ofState(Key.self, isForEach: true)
            let rule = base.rules.newRule(named: name, options, call, hasFinalAction: false)
            let work = EffectWork(rule, onError: onError, ended: nil, body: run)
            return base.adding(
                rule,
                StateRule(at: base.rules.nextPosition, changes: makeReader) { EffectStart(work, of: $0) }
            )
        }
    }
}
