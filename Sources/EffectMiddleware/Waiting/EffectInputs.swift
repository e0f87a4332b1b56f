// SPDX-License-Identifier: MIT

import RexCore

/// The actions that a rule can see, for runs that wait for one.
///
/// It is unchecked Sendable because subclasses inherit that; it has no variables.
@usableFromInline class EffectInputs<Input>: @unchecked Sendable {
    /// A function of an action: nil if it does not match, else a function to call once it was
    /// reduced.
    typealias Observer = @Sendable (Input) -> (@Sendable (ActionSource) -> Void)?

    init() {}

    /// Calls the observer for each action that is handled from now on, and returns a function that
    /// ends that.
    ///
    /// - Parameter engine: The engine whose store is to process what the observer returns.
    func observe(for engine: any AnyObject & Sendable, _ observer: @escaping Observer) -> @Sendable () -> Void {
        preconditionFailure("Inputs without a source: use those of a middleware, or of a lift.")
    }
}
