// SPDX-License-Identifier: MIT

public import RexCore

/// A part of the state that a run waits for, with its last value.
///
/// Inlinable, since it is compared for each action of the store.
@usableFromInline final class EffectStateWatch<State, Value: Equatable & Sendable>: Sendable {
    @usableFromInline struct Seen {
        @usableFromInline var last: Value
        /// Whether a reduction was seen.
        @usableFromInline var hasLooked = false

        @inlinable init(_ value: Value) {
            last = value
        }
    }

    @usableFromInline let first: Value
    @usableFromInline let getState: GetState<State>
    @usableFromInline let part: @Sendable (State) -> Value
    @usableFromInline let seen: Lock<Seen>

    @inlinable init(_ getState: @escaping GetState<State>, _ part: @escaping @Sendable (State) -> Value) {
        first = part(getState())
        self.getState = getState
        self.part = part
        seen = Lock(Seen(first))
    }

    /// Returns the value if it differs from the last one.
    ///
    /// Only for the processing thread.
    @inlinable func change() -> Value? {
        let last = seen.withLock { seen in
            seen.hasLooked = true
            return seen.last
        }
        let new = part(getState())
        if areSame(last, new) { return nil }
        seen.withLock { $0.last = new }
        return new
    }

    /// Calls `body` with the value if it has changed since the first one.
    ///
    /// Does nothing if a reduction was seen in the meantime, since its value is newer.
    @inlinable func changeBeforeReductions(_ body: (Value) -> Void) {
        let new = part(getState())
        if areSame(first, new) { return }
        seen.withLock { seen in
            guard !seen.hasLooked else { return }
            seen.last = new
            body(new)
        }
    }
}

@available(*, unavailable)
extension EffectStateWatch.Seen: Sendable {}
