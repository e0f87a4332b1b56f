// SPDX-License-Identifier: MIT

// The observers of a store's states.

extension StoreCore {
    @usableFromInline func observe(
        making makeObserver: @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription {
        let isCancelled = Cell(false)
        let observer = ObserverList.Observer(
            onState: makeObserver(isCancelled),
            onEnd: onEnd,
            isCancelled: isCancelled
        )
        let (id, first) = contents.withLock { ($0.observers.add(observer), $0.state) }
        observer.onState(first)
        while let next = contents.withLock({ $0.nextState(for: observer) }) { observer.onState(next) }
        return StoreSubscription { [weak self] in
            self?.contents.withLockOrLater { $0.removeObserver(id) }
        }
    }

    /// Passes states to pending and new observers, and releases the objects of cancelled ones.
    @usableFromInline func updateObservers(_ workspace: LoopWorkspace<ActionType, StateType>) {
        while let update = contents.withLock({ $0.observers.nextUpdate() }) {
            if let (observer, state) = update.next { observer.onState(state) }
        }
        let new = contents.withLock { $0.takeReductionObservers() }
        workspace.observeReductions(with: new)
        for observer in new { observer.call(nil) }
    }
}
