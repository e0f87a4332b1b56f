// SPDX-License-Identifier: MIT

import RexCore

/// The actions or states that a run waits for, in order; see `actions(_:)` and
/// ``Effect/states(_:)``.
///
/// The sequence ends when the run is cancelled or over, and with the store.
public struct EffectValues<Value: Sendable>: AsyncSequence, Sendable {
    /// The iterator that waits for the values.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var values: AsyncStream<(Value, ActionSource?)>.AsyncIterator
        let take: @Sendable (ActionSource?) -> Bool

        /// The next value; nil at the end.
        ///
        /// Actions that the run sends from now on have the action as their cause that brought the
        /// value.
        public mutating func next() async -> Value? {
            guard let (value, source) = await values.next(), take(source) else { return nil }
            return value
        }
    }

    let values: AsyncStream<(Value, ActionSource?)>
    /// Takes the source of a value, and returns true if the run goes on.
    let take: @Sendable (ActionSource?) -> Bool

    /// Makes the iterator of the values, which are for one reader.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values: values.makeAsyncIterator(), take: take) }
}

@available(*, unavailable)
extension EffectValues.AsyncIterator: Sendable {}
