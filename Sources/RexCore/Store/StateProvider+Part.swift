// SPDX-License-Identifier: MIT

extension StateProvider {
    /// Calls `observer` with a part of the current state at once, then each time that part has changed.
    ///
    /// ```swift
    /// let observation = store.observe(\.count) { count in label.text = "\(count)" }
    /// ```
    ///
    /// - Parameters:
    ///   - part: the part; a key path literal can stand here. It runs for each action.
    ///   - observer: gets the part, in order and each change once.
    /// - Returns: the observation, which ends when this is cancelled or dropped.
    public func observe<Part: Equatable & SendableMetatype>(
        _ part: @escaping @Sendable (StateType) -> Part,
        _ observer: @escaping @Sendable (Part) -> Void
    ) -> Subscription {
        let observer = changesOnly(observer)
        return observe { observer(part($0)) }
    }
}

/// Leaves out each value that equals the one before it; for calls that come one after the other.
func changesOnly<Value: Equatable & SendableMetatype>(_ observer: @escaping @Sendable (Value) -> Void)
    -> @Sendable (Value) -> Void
{
    let last = Lock<Value?>(nil)
    return { value in
        guard last.withLock({ $0 }) != value else { return }
        last.withLock { $0 = value }
        observer(value)
    }
}
