// SPDX-License-Identifier: MIT

// The life of a store: its start and its end, its observers, and waiting until it is settled.

extension StoreCore {
    @inlinable var state: StateType { contents.withLock { $0.state } }

    /// Passes the context to the middlewares, then processes the actions that they have dispatched.
    @inlinable func start(_ middleware: ComposedMiddleware<ActionType, ActionType, StateType>) {
        let processor = Processor(
            middleware: middleware,
            getState: { self.state },
            output: AnyActionHandler({ self.dispatch($0) }, connection: self)
        )
        let numbers = takeRangeOfNumbers()
        contents.withLock { contents in
            unsafe contents.processor = .passRetained(processor)
            contents.last.number = numbers
        }
        middleware.observeStore(getState: processor.getState, output: processor.output)
        middleware.receiveContext(getState: processor.getState, output: processor.output)
        processor.observeReductions(with: contents.withLock { $0.beginReductionObservers() })
        guard !executor.mayProcessHere else { return drain(processor, beginningWith: .proceed) }
        let needsHop = contents.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
    }

    /// Ends everything.
    ///
    /// If an action is being processed, its thread finishes it. The tasks are revoked on this
    /// thread. The executor cancels them, since their cancellation handlers run on the thread that
    /// cancels.
    @usableFromInline func close() {
        let leftovers = contents.withLock { $0.close() }
        for observer in leftovers.observers { observer.onEnd() }
        for task in leftovers.tasks { task.revoke() }
        for body in leftovers.whenIdle + leftovers.whenSettled + leftovers.whenEnded { body.call() }
        guard !leftovers.tasks.isEmpty, let executor = leftovers.cancellationExecutor else { return }
        executor { [tasks = leftovers.tasks] in for task in tasks { task.cancel() } }
    }

    /// Releases the middlewares, after the last action was processed.
    @usableFromInline func releaseProcessor() {
        _ = contents.withLock { ($0.takeProcessor(), $0.observers.takeRetired()) }
    }

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
    @usableFromInline func updateObservers(_ processor: Processor<ActionType, StateType>) {
        while let update = contents.withLock({ $0.observers.nextUpdate() }) {
            if let (observer, state) = update.next { observer.onState(state) }
        }
        let new = contents.withLock { $0.takeReductionObservers() }
        processor.observeReductions(with: new)
        for observer in new { observer(nil) }
    }

    /// Calls `body` when the store is idle and no task runs; at once if so already.
    @inlinable func whenSettled(_ body: @escaping @Sendable () -> Void) {
        if contents.withLock({ $0.isSettled(orLater: body) }) { body() }
    }

    @inlinable func callWhenSettled() {
        for body in contents.withLock({ $0.takeWhenSettled() }) { body.call() }
    }

    /// Hands the queue to the executor if the executor wants to do other work first.
    ///
    /// Returns whether it does.
    @usableFromInline func yieldToExecutor() -> Bool {
        guard contents.withLock({ $0.hasNext }), executor.shouldYield?() == true else { return false }
        let needsHop = contents.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
        return true
    }

    @usableFromInline func reportIfUnhandled(_ action: ActionType) {
        if mayReport { (action as? any ActionForMiddleware)?.wasHandled() }
    }
}

private let lastRange = Lock<UInt64>(0)

/// Returns the number before a range of action numbers.
///
/// Ranges ascend, and each is used by one store of the process.
@usableFromInline func takeRangeOfNumbers() -> UInt64 {
    lastRange.withLock { last in
        last += ActionSource.rangeOfNumbers
        return last & ActionSource.numbers
    }
}
