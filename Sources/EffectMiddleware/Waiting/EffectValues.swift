// SPDX-License-Identifier: MIT

import RexCore

/// The actions or states that a run waits for, one after the other; see `actions(_:)` and ``Effect/states(_:)``.
///
/// It ends when the run is cancelled or over, and with the store.
public struct EffectValues<Value: Sendable>: AsyncSequence, Sendable {
    /// The values are waited for with this.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var values: AsyncStream<(Value, ActionSource?)>.AsyncIterator
        let take: @Sendable (ActionSource?) -> Bool

        /// The next value; nil at the end.
        ///
        /// What the run sends from now on has the action as its cause that brought the value.
        public mutating func next() async -> Value? {
            guard let (value, source) = await values.next(), take(source) else { return nil }
            return value
        }
    }

    let values: AsyncStream<(Value, ActionSource?)>
    /// Takes the source of a value; whether the run goes on.
    let take: @Sendable (ActionSource?) -> Bool

    /// Begins to take the values; they are for one reader.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(values: values.makeAsyncIterator(), take: take) }
}

@available(*, unavailable)
extension EffectValues.AsyncIterator: Sendable {}
