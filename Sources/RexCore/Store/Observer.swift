// SPDX-License-Identifier: MIT

/// Someone who wants to be told of each state, and of the end.
@usableFromInline final class Observer<StateType> {
    @usableFromInline let onState: (StateType) -> Void
    let onEnd: @Sendable () -> Void
    /// Its number in the store, given when it is added.
    var id = 0
    /// What to tell it once it has heard the state with which it began; nil from then on.
    ///
    /// Under the store's lock.
    var backlog: [StateType]? = []
    /// Only for the thread that is telling the observers.
    @usableFromInline let isCancelled = Cell(false)

    init(onState: @escaping (StateType) -> Void, onEnd: @escaping @Sendable () -> Void) {
        self.onState = onState
        self.onEnd = onEnd
    }
}

@available(*, unavailable)
extension Observer: Sendable {}
