// SPDX-License-Identifier: MIT

// What happens to a store apart from actions: its beginning and its end, observers, tasks, and those who wait.

extension StoreCore {
    @inlinable var state: StateType { contents.withLock { $0.state } }

    /// Gives the middlewares their context, then processes what they dispatched meanwhile.
    @inlinable func start(_ middleware: ComposedMiddleware<ActionType, ActionType, StateType>) {
        let pipeline = Pipeline(
            middleware: middleware,
            getState: { self.state },
            output: AnyActionHandler(
                { self.dispatch($0) },
                connection: StoreConnection(
                    environment: environment,
                    originOf: { number in self.contents.withLock { $0.origin(of: number) } },
                    callAt: { self.callBack($1, at: $0) },
                    register: { self.register($0, $1) },
                    unregister: { self.unregister($0) },
                    observeTasks: { observer in
                        for task in self.contents.withLock({ $0.addTaskObserver(observer) }) { observer(task) }
                    },
                    observeReductions: { observer in self.observeReductions(observer) },
                    observeProcessing: { observer in self.contents.withLock { $0.addProcessingObserver(observer) } },
                    beginNotices: { self.contents.withLock { $0.beginNotices() } }
                )
            )
        )
        let numbers = takeRangeOfNumbers()
        contents.withLock { contents in
            unsafe contents.pipeline = .passRetained(pipeline)
            contents.last.number = numbers
        }
        middleware.receiveContext(getState: pipeline.getState, output: pipeline.output)
        pipeline.observeReductions(with: contents.withLock { $0.beginReductionObservers() })
        guard !executor.staysHere else { return drain(pipeline, beginningWith: .proceed) }
        let needsHop = contents.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
    }

    /// Ends everything; the action at hand is finished by the thread that processes it.
    ///
    /// The tasks are revoked here and cancelled elsewhere, since their cancellation handlers run where that is done.
    @usableFromInline func close() {
        let leftovers = contents.withLock { $0.close() }
        for observer in leftovers.observers { observer.onEnd() }
        for task in leftovers.tasks { task.revoke() }
        for body in leftovers.whenIdle + leftovers.whenSettled + leftovers.whenEnded { body.call() }
        guard !leftovers.tasks.isEmpty, let elsewhere = leftovers.elsewhere else { return }
        elsewhere { [tasks = leftovers.tasks] in for task in tasks { task.cancel() } }
    }

    /// Releases the middlewares; nobody processes any more.
    @usableFromInline func releasePipeline() {
        _ = contents.withLock { ($0.takePipeline(), $0.observers.takeRetired()) }
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
    @usableFromInline func tidy(_ pipeline: Pipeline<ActionType, StateType>) {
        while let work = contents.withLock({ $0.observers.tidy() }) {
            if let (observer, state) = work.late { observer.onState(state) }
        }
        let new = contents.withLock { $0.takeReductionObservers() }
        pipeline.observeReductions(with: new)
        for observer in new { observer(nil) }
    }

    /// Keeps what is called after each reduction, and calls it for the state that there is before the next one.
    @usableFromInline func observeReductions(_ observer: @escaping @Sendable (ActionSource?) -> Void) {
        var pipeline: Unmanaged<Pipeline<ActionType, StateType>>?
        let step = contents.withLock { contents in
            unsafe pipeline = contents.pipeline
            return contents.addReductionObserver(observer, mayProcess: executor.staysHere)
        }
        switch step {
        case nil: observer(nil)
        case .proceed?: unsafe pipeline?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
        case .schedule?: executor.enqueue(runScheduled)
        default: break
        }
    }

    /// Takes a task into the store; false if the store is gone.
    @inlinable func register(_ task: StoreTask, _ elsewhere: @escaping Elsewhere) -> Bool {
        guard let observers = contents.withLock({ $0.addTask(task, elsewhere) }) else { return false }
        for observer in observers { observer(task) }
        return true
    }

    @inlinable func unregister(_ task: StoreTask) {
        for body in contents.withLock({ $0.removeTask(task) }) { body.call() }
    }

    /// Calls `body` once nobody processes or is about to; at once if that is so.
    @inlinable func whenSettled(_ body: @escaping @Sendable () -> Void) {
        if contents.withLock({ $0.isSettled(orLater: body) }) { body() }
    }

    @inlinable func settle() {
        for body in contents.withLock({ $0.takeWhenSettled() }) { body.call() }
    }

    /// Calls `body` at a moment in the life of the store; at once if that is now or was before.
    @inlinable func callBack(_ body: @escaping @Sendable () -> Void, at moment: StoreConnection.Moment) {
        let isNow = contents.withLock { contents in
            switch moment {
            case .idle: contents.isIdle(orLater: body)
            case .end: contents.isClosed(orLater: body)
            }
        }
        if isNow { body() }
    }

    /// Leaves what waits to the executor, if that wants it; whether it did.
    @usableFromInline func leavesTheRest() -> Bool {
        guard contents.withLock({ $0.hasNext }), executor.leavesTheRest?() == true else { return false }
        let needsHop = contents.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
        return true
    }

    @usableFromInline func reportIfUnhandled(_ action: ActionType) {
        if mayReport { (action as? any ActionForMiddleware)?.wasHandled() }
    }
}

private let lastRange = Lock<UInt64>(0)

/// The number before the first of a range that no other store of the process has, above all that were taken before.
@usableFromInline func takeRangeOfNumbers() -> UInt64 {
    lastRange.withLock { last in
        last += ActionSource.rangeOfNumbers
        return last & ActionSource.numbers
    }
}
