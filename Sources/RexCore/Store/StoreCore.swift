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
        shared.withLock { $0.pipeline = .passRetained(pipeline) }
        middleware.receiveContext(getState: pipeline.getState, output: pipeline.output)
        guard !executor.staysHere else { return drain(pipeline) }
        let needsHop = shared.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
    }

    @inlinable func dispatch(_ action: consuming DispatchedAction<ActionType>) {
        if !reduceAlone(action.action) { enter(action) }
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

    @inlinable @inline(never) func enter(_ action: consuming DispatchedAction<ActionType>) {
        let staysHere = executor.staysHere
        let duty = shared.withLock(action) { staysHere ? $0.begin(with: $1) : $0.schedule($1) }
        switch duty {
        case .process(let pipeline): pipeline._withUnsafeGuaranteedRef { drain($0, after: .process) }
        case .schedule: executor.enqueue(runScheduled)
        case .nothing: break
        case .drop: drop()
        }
    }

    /// Drops what waits, outside of the lock.
    @usableFromInline func drop() {
        _ = shared.withLock { $0.takeWaiting() }
    }

    @usableFromInline func observe(
        making makeObserver: @Sendable () -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> Subscription {
        let observer = ObserverList.Observer(onState: makeObserver(), onEnd: onEnd)
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

    @usableFromInline func call(_ body: @escaping @Sendable () -> Void, at moment: Moments.Moment) {
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
        shared.withLock { $0.beginScheduled() }?._withUnsafeGuaranteedRef { drain($0) }
    }

    /// Processes until nothing waits.
    @inlinable func drain(_ pipeline: Pipeline<ActionType, StateType>) {
        drain(pipeline, after: shared.withLock { $0.next(pipeline.slot) })
    }

    /// Does `first`, then processes until nothing waits.
    @inlinable func drain(
        _ pipeline: Pipeline<ActionType, StateType>,
        after first: Shared<ActionType, StateType>.Step
    ) {
        var step = first
        while true {
            switch step {
            case .process: step = process(pipeline.slot.move(), in: pipeline)
            case .callBack:
                for body in shared.withLock({ $0.takeWhenIdle() }) { body() }
                step = shared.withLock { $0.next(pipeline.slot) }
            case .stop: return
            case .end: return letGo()
            }
        }
    }

    /// Lets go of the middlewares; nobody processes any more.
    @usableFromInline func letGo() {
        _ = shared.withLock { $0.takePipeline() }
    }

    /// Processes one action; what is to be done after it.
    @inlinable func process(
        _ action: DispatchedAction<ActionType>,
        in pipeline: Pipeline<ActionType, StateType>
    ) -> Shared<ActionType, StateType>.Step {
        let io = pipeline.middleware.handle(
            action: action.action,
            from: action.dispatcher,
            state: pipeline.getState
        )
        #if DEBUG
        tellThatItWasHandled(action.action)
        #endif
        switch io.steps {
        case .none:
            return reduce(action.action) { $0.next(pipeline.slot) }
        case .answer(let answer):
            return reduce(action.action) { $0.next(pipeline.slot, after: DispatchedAction(answer)) }
        case .gatedAnswer, .one, .gated, .many:
            return reduce(action.action, io, in: pipeline)
        }
    }

    /// Reduces, tells the observers, and does `last` under the lock, for which it is locked once if nobody observes.
    @inlinable func reduce(
        _ action: ActionType,
        then last: (inout Shared<ActionType, StateType>) -> Shared<ActionType, StateType>.Step
    ) -> Shared<ActionType, StateType>.Step {
        var notice: ObserverList<StateType>.Notice?
        let step = shared.withLock { shared -> Shared<ActionType, StateType>.Step? in
            reducer.reduce(action, &shared.state)
            if shared.observers.isEmpty { return last(&shared) }
            notice = shared.observers.notice(of: shared.state)
            return nil
        }
        if let step { return step }
        notice?.tell()
        return shared.withLock(last)
    }

    /// Reduces, tells the observers, and runs `io`, which no lock must see.
    @inlinable func reduce(
        _ action: ActionType,
        _ io: consuming IO<ActionType>,
        in pipeline: Pipeline<ActionType, StateType>
    ) -> Shared<ActionType, StateType>.Step {
        let notice = shared.withLock { shared in
            reducer.reduce(action, &shared.state)
            return shared.observers.notice(of: shared.state)
        }
        notice?.tell()
        io.run(pipeline.output)
        return shared.withLock { $0.next(pipeline.slot) }
    }
}
