// SPDX-License-Identifier: MIT

/// A readable and observable state: a store or a projection of one.
public protocol StateProvider<StateType> {
    /// The type of the state.
    associatedtype StateType

    /// The state after the latest reduction.
    ///
    /// Any thread may read it, except inside the reducer. A read never sees a half-changed state.
    var state: StateType { get }

    /// Calls `observer` at once with the current state, then once with each later state, in order.
    ///
    /// - Returns: The subscription. The observation ends when the subscription is cancelled or
    ///   released.
    func observe(_ observer: @escaping @Sendable (StateType) -> Void) -> StoreSubscription
}

extension StateProvider {
    /// Calls `observer` at once with a part of the current state, then each time that part changes.
    ///
    /// ```swift
    /// let observation = store.observe(\.count) { count in print(count) }
    /// ```
    ///
    /// A part that isn't equal to itself, such as NaN, counts as unchanged if that is certain: a
    /// `Hashable` part has the same hash, or a part of plain bits has the same bits.
    ///
    /// The observer isn't isolated to an actor. The guide's page on projections shows how to reach
    /// the main actor from it.
    ///
    /// - Parameters:
    ///   - part: Selects the part of the state; pass a closure or a key path literal. It runs once
    ///     for each action.
    ///   - observer: Gets the part, on the thread of observers of the whole state.
    /// - Returns: The subscription. The observation ends when the subscription is cancelled or
    ///   released.
    @inlinable public func observe<Part: Equatable & SendableMetatype>(
        _ part: @escaping @Sendable (StateType) -> Part,
        _ observer: @escaping @Sendable (Part) -> Void
    ) -> StoreSubscription {
        guard let source = self as? any ObservableToEnd<StateType> else {
            return Inbox(changesOnly(observer)).observe(self, part)
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
