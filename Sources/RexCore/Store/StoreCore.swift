// SPDX-License-Identifier: MIT

/// The workings of a store: the state, the queue, and who processes it.
///
/// Outputs of middlewares hold the core, not the store. The core holds the middlewares until the store closes it, which
/// ends the cycle of core, middleware and output.
@usableFromInline final class StoreCore<ActionType: Sendable, StateType: Sendable>: Sendable {
    @usableFromInline let shared: Lock<Shared<ActionType, StateType>>
    @usableFromInline let reducer: Reducer<ActionType, StateType>
    @usableFromInline let executor: StoreExecutor
    /// Whether there is a middleware that sees the actions, or a warning to give that there is none.
    @usableFromInline let hasMiddleware: Bool

    @inlinable init(
        state: StateType,
        reducer: Reducer<ActionType, StateType>,
        executor: StoreExecutor,
        hasMiddleware: Bool
    ) {
        shared = Lock(Shared(state: state))
        self.reducer = reducer
        self.executor = executor
        #if DEBUG
        self.hasMiddleware = true
        #else
        self.hasMiddleware = hasMiddleware
        #endif
    }

    @inlinable var state: StateType { shared.withLock { $0.state } }

    /// Gives the middlewares their context, then processes what they dispatched meanwhile.
    @inlinable func start(_ middleware: ComposedMiddleware<ActionType, ActionType, StateType>) {
        let pipeline = Pipeline(
            middleware: middleware,
            getState: { self.state },
            output: AnyActionHandler({ self.dispatch($0) }, moments: Moments { self.call($1, at: $0) })
        )
        shared.withLock { $0.pipeline = pipeline }
        middleware.receiveContext(getState: pipeline.getState, output: pipeline.output)
        guard !executor.staysHere else { return drain(pipeline) }
        let needsHop = shared.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
    }

    @inlinable func dispatch(_ action: DispatchedAction<ActionType>) {
        if !reduceAlone(action.action) { enter(action.action, from: action.dispatcher) }
    }

    /// Reduces if that is all there is to do; whether it was.
    @inlinable func reduceAlone(_ action: ActionType) -> Bool {
        guard !hasMiddleware, executor.staysHere else { return false }
        return shared.withLock { shared in
            // Nobody can come in between, so one time under the lock does it all.
            guard shared.isAlone else { return false }
            reducer.reduce(action, &shared.state)
            return true
        }
    }

    @inlinable @inline(never) func enter(_ action: ActionType, from source: ActionSource) {
        guard executor.staysHere else { return hop(action, from: source) }
        let (pipeline, hasPlace) = shared.withLock { $0.begin(with: action, from: source) }
        guard let pipeline else { return }
        if hasPlace {
            drain(pipeline)
        } else {
            withUnsafeTemporaryAllocation(of: DispatchedAction<ActionType>.self, capacity: 1) { slot in
                guard let slot = slot.baseAddress else { return }
                drain(pipeline, slot, after: process(action, from: source, in: pipeline, then: slot))
            }
        }
    }

    @inlinable func hop(_ action: ActionType, from source: ActionSource) {
        let needsHop = shared.withLock { $0.schedule(action, from: source) }
        if needsHop { executor.enqueue(runScheduled) }
    }

    @usableFromInline func observe(
        making makeObserver: @Sendable () -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> Subscription {
        let observer = Observer(onState: makeObserver(), onEnd: onEnd)
        let (id, first) = shared.withLock { ($0.observers.add(observer), $0.state) }
        observer.onState(first)
        while let next = shared.withLock({ $0.observers.nextOfBacklog(id) }) { observer.onState(next) }
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
        withUnsafeTemporaryAllocation(of: DispatchedAction<ActionType>.self, capacity: 1) { slot in
            guard let slot = slot.baseAddress else { return }
            drain(pipeline, slot, after: shared.withLock { $0.next(slot) })
        }
    }

    /// Does `first`, then processes until nothing waits.
    @inlinable func drain(
        _ pipeline: Pipeline<ActionType, StateType>,
        _ slot: UnsafeMutablePointer<DispatchedAction<ActionType>>,
        after first: Shared<ActionType, StateType>.Step
    ) {
        var step = first
        while true {
            switch step {
            case .process:
                let action = slot.move()
                step = process(action.action, from: action.dispatcher, in: pipeline, then: slot)
            case .callBack:
                for body in shared.withLock({ $0.takeWhenIdle() }) { body() }
                step = shared.withLock { $0.next(slot) }
            case .stop: return
            }
        }
    }

    /// Processes one action; what is to be done after it, and with the action in `slot` if it is to be processed.
    @inlinable func process(
        _ action: ActionType,
        from source: ActionSource,
        in pipeline: Pipeline<ActionType, StateType>,
        then slot: UnsafeMutablePointer<DispatchedAction<ActionType>>
    ) -> Shared<ActionType, StateType>.Step {
        let io = pipeline.middleware.handle(action: action, from: source, state: pipeline.getState)
        #if DEBUG
        tellThatItWasHandled(action)
        #endif
        let isPure = io.isPure
        var notice: Shared<ActionType, StateType>.Notice?
        let step = shared.withLock { shared -> Shared<ActionType, StateType>.Step? in
            reducer.reduce(action, &shared.state)
            notice = shared.notice()
            return isPure && notice == nil ? shared.next(slot) : nil
        }
        if let step { return step }
        notice?.tell()
        io.run(pipeline.output)
        return shared.withLock { $0.next(slot) }
    }
}
