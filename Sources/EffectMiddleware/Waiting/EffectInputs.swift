// SPDX-License-Identifier: MIT

import RexCore

/// The actions that a rule gets, for runs that wait for one.
///
/// Unchecked Sendable so that subclasses inherit it. It has no variables.
@usableFromInline class EffectInputs<Input>: @unchecked Sendable {
    /// Returns nil for an action that doesn't match, otherwise a function to call after the action
    /// was reduced.
    typealias Observer = @Sendable (Input) -> (@Sendable (ActionSource) -> Void)?

    init() {}

    /// Calls the observer for each action that is handled from now on.
    ///
    /// Returns a function that ends the observation.
    ///
    /// - Parameter engine: The engine whose store must process the action.
    func observe(for engine: any AnyObject & Sendable, _ observer: @escaping Observer) -> @Sendable () -> Void {
        preconditionFailure("EffectInputs was used directly: use the inputs of a middleware or a lift.")
    }
}
