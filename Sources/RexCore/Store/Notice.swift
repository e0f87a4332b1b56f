// SPDX-License-Identifier: MIT

extension Shared {
    /// A state, and who is to be told of it.
    @usableFromInline struct Notice {
        @usableFromInline let observers: Members<Observer<StateType>>
        @usableFromInline let state: StateType

        @inlinable init(observers: Members<Observer<StateType>>, state: StateType) {
            self.observers = observers
            self.state = state
        }

        @inlinable func tell() {
            observers.forEach { if !$0.isCancelled.value { $0.onState(state) } }
        }
    }

    /// Whom to tell of the state, if anyone.
    @inlinable mutating func notice() -> Notice? {
        guard !observers.isEmpty else { return nil }
        let toTell = observers.toTell(of: state)
        return toTell.all.isEmpty ? nil : Notice(observers: toTell, state: state)
    }
}

@available(*, unavailable)
extension Shared.Notice: Sendable {}
