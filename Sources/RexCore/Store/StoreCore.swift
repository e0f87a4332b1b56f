// SPDX-License-Identifier: MIT

/// The workings of a store: the state, the queue, and who processes it.
///
/// Outputs of middlewares hold the core, not the store. The core holds the middlewares until the store closes it, which
/// ends the cycle of core, middleware and output.
@usableFromInline final class StoreCore<ActionType: Sendable, StateType: Sendable>: Sendable {
    @usableFromInline let shared: Lock<Shared<ActionType, StateType>>
    @usableFromInline let executor: StoreExecutor

    @inlinable init(state: StateType, executor: StoreExecutor) {
        shared = Lock(Shared(state: state))
        self.executor = executor
    }

    @inlinable var state: StateType { shared.withLock { $0.state } }

    /// Gives the middlewares their context, then processes what they dispatched meanwhile.
    @inlinable func start(
        reducer: Reducer<ActionType, StateType>,
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    ) {
        let pipeline = Pipeline(
            reducer: reducer,
            middleware: middleware,
            getState: { self.state },
            output: AnyActionHandler({ self.dispatch($0) }, callAt: { self.call($1, at: $0) })
        )
        shared.withLock { $0.pipeline = pipeline }
        middleware.receiveContext(getState: pipeline.getState, output: pipeline.output)
        guard !executor.staysHere else { return drain(pipeline) }
        let needsHop = shared.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
    }

    @inlinable func dispatch(_ action: DispatchedAction<ActionType>) {
        if executor.staysHere {
            let (pipeline, hasPlace) = shared.withLock { $0.begin(with: action) }
            guard let pipeline else { return }
            let isDone = hasPlace ? false : process(action, in: pipeline)
            if !isDone { drain(pipeline) }
        } else {
            let needsHop = shared.withLock { $0.schedule(action) }
            if needsHop { executor.enqueue(runScheduled) }
        }
    }

    func observe(
        _ onState: @escaping @Sendable (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> Subscription {
        let (id, first) = shared.withLock {
            ($0.observers.add(Observer(onState: onState, onEnd: onEnd)), $0.state)
        }
        onState(first)
        while let next = shared.withLock({ $0.observers.nextOfBacklog(id) }) { onState(next) }
        return Subscription { [weak self] in
            _ = self?.shared.withLock { $0.observers.remove(id) }
        }
    }

    /// Ends everything; the action at hand is finished by the thread that processes it.
    @usableFromInline func close() {
        let remains = shared.withLock { $0.close() }
        for observer in remains.observers { observer.onEnd() }
        for body in remains.whenIdle + remains.whenEnded { body() }
    }

    @usableFromInline func call(_ body: @escaping @Sendable () -> Void, at moment: StoreMoment) {
        let isNow = shared.withLock { shared in
            switch moment {
            case .idle: shared.isIdle(orLater: body)
            case .end: shared.isClosed(orLater: body)
            }
        }
        if isNow { body() }
    }

    @usableFromInline func tellThatItWasHandled(_ action: ActionType) {
        (action as? any ActionForMiddleware)?.wasHandled()
    }

    @inlinable func runScheduled() {
        if let pipeline = shared.withLock({ $0.beginScheduled() }) { drain(pipeline) }
    }

    /// Processes until nothing waits.
    @inlinable func drain(_ pipeline: Pipeline<ActionType, StateType>) {
        while true {
            switch shared.withLock({ $0.next() }) {
            case .process(let action): if process(action, in: pipeline) { return }
            case .callBack(let bodies): for body in bodies { body() }
            case .stop: return
            }
        }
    }

    /// Processes one action; whether nothing waits and nobody processes any more.
    @inlinable func process(
        _ action: DispatchedAction<ActionType>,
        in pipeline: Pipeline<ActionType, StateType>
    ) -> Bool {
        let io = pipeline.middleware.handle(action: action.action, from: action.dispatcher, state: pipeline.getState)
        #if DEBUG
        tellThatItWasHandled(action.action)
        #endif
        let isPure = io.isPure
        let (notice, isDone) = shared.withLock { shared in
            let notice = shared.reduce(action.action, with: pipeline.reducer)
            return (notice, isPure && notice == nil && shared.rest())
        }
        guard !isDone else { return true }
        if let notice {
            for observer in notice.observers where !observer.isCancelled { observer.onState(notice.state) }
        }
        io.run(pipeline.output)
        return shared.withLock { $0.rest() }
    }
}
