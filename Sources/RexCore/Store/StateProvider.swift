// SPDX-License-Identifier: MIT

/// Something with a state that can be read and observed: a store, or a projection of one.
public protocol StateProvider<StateType> {
    /// The state that is read.
    associatedtype StateType

    /// The state between two reductions, never a torn one; readable from any thread, except in the
    /// reducer.
    var state: StateType { get }

    /// Calls `observer` with the current state at once, then with each later one, in order and each
    /// once.
    ///
    /// - Returns: the observation, which ends when it is cancelled or dropped.
    func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> StoreSubscription
}

extension StateProvider {
    /// Calls `observer` with a part of the current state at once, then each time that part has
    /// changed.
    ///
    /// ```swift
    /// let observation = store.observe(\.count) { count in print(count) }
    /// ```
    ///
    /// The observer belongs to no actor. The guide's page on projections shows how it gets to what
    /// belongs to the main actor.
    ///
    /// - Parameters:
    ///   - part: takes the part out of the state; a key path literal can stand here. It runs for
    ///     each action.
    ///   - observer: gets the part, on the thread on which it would get the state.
    /// - Returns: the observation, which ends when it is cancelled or dropped.
    @inlinable public func observe<Part: Equatable & SendableMetatype>(
        _ part: @escaping @Sendable (StateType) -> Part,
        _ observer: @escaping @Sendable (Part) -> Void
    ) -> StoreSubscription {
        guard let source = self as? any ObservableToEnd<StateType> else {
            let inbox = Inbox(changesOnly(observer))
            return observe { inbox.receive(part($0)) }
        }
        return source.observe(
            making: { isCancelled in
                let last = Cell<Part?>(nil)
                return { state in
                    let value = part(state)
                    if !isCancelled.value, last.changes(to: value) { observer(value) }
                }
            },
            onEnd: {}
        )
    }
}
