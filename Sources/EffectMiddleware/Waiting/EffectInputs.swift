// SPDX-License-Identifier: MIT

public import RexCore

/// Observes the actions of a rule, for a run that waits for one.
@usableFromInline struct EffectInputs<Input>: Sendable {
    /// Returns nil for an action that doesn't match, otherwise a function to call after the action
    /// was reduced.
    @usableFromInline typealias Observer = @Sendable (Input) -> (@Sendable (ActionSource) -> Void)?

    /// Calls an observer for each action that is handled from now on.
    ///
    /// Gets the engine whose store must process the action. Returns a function that ends the
    /// observation.
    let observe: @Sendable (any AnyObject & Sendable, @escaping Observer) -> @Sendable () -> Void

    /// Returns the actions of a lifted rule.
    func local<Local>(_ find: @escaping @Sendable (Input) -> Local?) -> EffectInputs<Local> {
        EffectInputs<Local> { [observe] engine, observer in
            observe(engine) { action in find(action).flatMap(observer) }
        }
    }
}
