// SPDX-License-Identifier: MIT

/// Something with a state that can be read and observed: a store, or a projection of one.
public protocol StateProvider<StateType> {
    /// The state that is read.
    associatedtype StateType

    /// The state between two reductions, never a torn one; readable from any thread, except in the reducer.
    var state: StateType { get }

    /// Calls `observer` with the current state at once, then with each later one, in order and each once.
    ///
    /// - Returns: the observation, which ends when it is cancelled or dropped.
    func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> Subscription
}
