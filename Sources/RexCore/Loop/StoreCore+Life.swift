// SPDX-License-Identifier: MIT

// The life of a store apart from actions: its beginning and end, its observers, and waiting until it has settled.

extension StoreCore {
    @inlinable var state: StateType { contents.withLock { $0.state } }

    /// Passes the middlewares their context, then processes what they dispatched meanwhile.
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

    /// Ends everything; the action at hand is finished by the thread that processes it.
    ///
    /// The tasks are revoked here and cancelled elsewhere, since their cancellation handlers run
    /// where that is done.
    @usableFromInline func close() {
        let leftovers = contents.withLock { $0.close() }
        for observer in leftovers.observers { observer.onEnd() }
        for task in leftovers.tasks { task.revoke() }
        for body in leftovers.whenIdle + leftovers.whenSettled + leftovers.whenEnded { body.call() }
        guard !leftovers.tasks.isEmpty, let executor = leftovers.cancellationExecutor else { return }
        executor { [tasks = leftovers.tasks] in for task in tasks { task.cancel() } }
    }

    /// Releases the middlewares; nobody processes any more.
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

    /// Brings observers up to date that are late or new, and releases what a notice may have used.
    @usableFromInline func updateObservers(_ processor: Processor<ActionType, StateType>) {
        while let update = contents.withLock({ $0.observers.nextUpdate() }) {
            if let (observer, state) = update.next { observer.onState(state) }
        }
        let new = contents.withLock { $0.takeReductionObservers() }
        processor.observeReductions(with: new)
        for observer in new { observer(nil) }
    }

    /// Calls `body` once nobody processes or is about to; at once if that is so.
    @inlinable func whenSettled(_ body: @escaping @Sendable () -> Void) {
        if contents.withLock({ $0.isSettled(orLater: body) }) { body() }
    }

    @inlinable func callWhenSettled() {
        for body in contents.withLock({ $0.takeWhenSettled() }) { body.call() }
    }

    /// Leaves what waits to the executor, if that wants it; whether it did.
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

/// The number before the first of a range that no other store of the process has, above all that
/// were taken before.
@usableFromInline func takeRangeOfNumbers() -> UInt64 {
    lastRange.withLock { last in
        last += ActionSource.rangeOfNumbers
        return last & ActionSource.numbers
    }
}
