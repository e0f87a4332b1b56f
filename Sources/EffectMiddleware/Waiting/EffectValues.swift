// SPDX-License-Identifier: MIT

import RexCore

/// The actions or states that a run waits for, in order.
///
/// See `actions(_:)` and ``Effect/states(_:)``.
///
/// The sequence ends when the run is cancelled or has ended, and with the store.
public struct EffectValues<Value: Sendable>: AsyncSequence, Sendable {
    /// The iterator that waits for the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var values: AsyncStream<(Value, ActionSource?)>.AsyncIterator
        let take: @Sendable (ActionSource?) -> Bool

        /// Returns the next value, or nil at the end.
        ///
        /// Actions that the run sends afterwards have the action of the value as their cause.
        public mutating func next() async -> Value? {
            guard let (value, source) = await values.next(), take(source) else { return nil }
            return value
        }
    }

    let values: AsyncStream<(Value, ActionSource?)>
    /// Sets the source of a value as the cause.
    ///
    /// Returns whether the run is still active.
    let take: @Sendable (ActionSource?) -> Bool

    /// Makes the iterator of the values.
    ///
    /// The sequence supports one reader.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values: values.makeAsyncIterator(), take: take) }
}

@available(*, unavailable)
extension EffectValues.AsyncIterator: Sendable {}
