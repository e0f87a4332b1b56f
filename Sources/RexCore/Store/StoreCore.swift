// SPDX-License-Identifier: MIT

/// The workings of a store: the state, the queue, and who processes it.
///
/// Outputs of middlewares hold the core, not the store. The core holds the middlewares until the store closes it, which
/// ends the cycle of core, middleware and output.
@usableFromInline final class StoreCore<ActionType: Sendable, StateType: Sendable>: Sendable {
    @usableFromInline let shared: Lock<Shared<ActionType, StateType>>
    @usableFromInline let reducer: Reducer<ActionType, StateType>
    @usableFromInline let executor: StoreExecutor
    @usableFromInline let environment: StoreEnvironment
    /// Whether there is a middleware that sees the actions.
    @usableFromInline let hasMiddleware: Bool

    @inlinable init(
        state: StateType,
        reducer: Reducer<ActionType, StateType>,
        executor: StoreExecutor,
        environment: StoreEnvironment,
        hasMiddleware: Bool
    ) {
        shared = Lock(
            Shared(state: state),
            rule: """
                A store was used inside its own reducer: it cannot be read, observed or dispatched to there.
                A reducer computes the next state from its arguments alone; move the call into a middleware.
                """
        )
        self.reducer = reducer
        self.executor = executor
        self.environment = environment
        self.hasMiddleware = hasMiddleware
    }

    @inlinable var state: StateType { shared.withLock { $0.state } }

    /// Gives the middlewares their context, then processes what they dispatched meanwhile.
    @inlinable func start(_ middleware: ComposedMiddleware<ActionType, ActionType, StateType>) {
        let pipeline = Pipeline(
            middleware: middleware,
            getState: { self.state },
            output: AnyActionHandler(
                { self.dispatch($0) },
                connection: StoreConnection(
                    environment: environment,
                    causeOf: { number in self.shared.withLock { $0.cause(of: number) } },
                    callAt: { self.call($1, at: $0) },
                    register: { self.register($0) }
                )
            )
        )
        let numbers = firstNumber()
        shared.withLock { shared in
            shared.pipeline = .passRetained(pipeline)
            shared.last.number = numbers
        }
        middleware.receiveContext(getState: pipeline.getState, output: pipeline.output)
        guard !executor.staysHere else { return drain(pipeline) }
        let needsHop = shared.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
    }

    @inlinable func dispatch(_ action: consuming DispatchedAction<ActionType>) {
        if !reduceAlone(action.action) { enter(action) }
    }

    /// Reduces, and notifies the observers, if that is all there is to do; whether it was.
    @inlinable func reduceAlone(_ action: ActionType) -> Bool {
        // Where a warning may be due, that no middleware handled the action, it takes the long way.
        #if DEBUG
        guard type(of: action) == ActionType.self else { return false }
        #endif
        // An action with parts to release is released by the loop, which its deinit may dispatch to.
        guard !hasMiddleware, executor.staysHere, _isPOD(ActionType.self) else { return false }
        var notice: ObserverList<StateType>.Notice?
        let (wasIdle, isObserved) = shared.withLock { shared in
            guard shared.phase == .idle else { return (false, false) }
            reducer.reduce(action, &shared.state)
            guard !shared.observers.isEmpty else { return (true, false) }
            shared.phase = .processing
            notice = shared.observers.notice(of: shared.state)
            return (true, true)
        }
        if isObserved {
            notice?.notify()
            goOn()
        }
        return wasIdle
    }

    /// Goes on with what waits, after an action that was reduced alone.
    @inlinable func goOn() {
        let pipeline = shared.withLock { $0.pipelineUnlessQuiet() }
        pipeline?._withUnsafeGuaranteedRef { drain($0, after: .proceed) }
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
        making makeObserver: @Sendable (_ isCancelled: Cell<Bool>) -> (StateType) -> Void,
        onEnd: @escaping @Sendable () -> Void
    ) -> StoreSubscription {
        let isCancelled = Cell(false)
        let observer = ObserverList.Observer(
            onState: makeObserver(isCancelled),
            onEnd: onEnd,
            isCancelled: isCancelled
        )
        let (id, first) = shared.withLock { ($0.observers.add(observer), $0.state) }
        observer.onState(first)
        while let next = shared.withLock({ $0.nextState(for: observer) }) { observer.onState(next) }
        return StoreSubscription { [weak self] in
            self?.shared.withLockOrLater { $0.removeObserver(id) }
        }
    }

    /// Ends everything; the action at hand is finished by the thread that processes it.
    @usableFromInline func close() {
        let remains = shared.withLock { $0.close() }
        for observer in remains.observers { observer.onEnd() }
        for task in remains.tasks { task.cancel() }
        for body in remains.whenIdle + remains.whenSettled + remains.whenEnded { body() }
    }

    /// Takes a task into the store; returns what ends that, or nil if the store is gone.
    @usableFromInline func register(_ task: StoreTask) -> (@Sendable () -> Void)? {
        guard shared.withLock({ $0.addTask(task) }) else { return nil }
        return { [self] in unregister(task) }
    }

    private func unregister(_ task: StoreTask) {
        for body in shared.withLock({ $0.removeTask(task) }) { body() }
    }

    /// Calls `body` once nobody processes or is about to; at once if that is so.
    @usableFromInline func whenSettled(_ body: @escaping @Sendable () -> Void) {
        if shared.withLock({ $0.isSettled(orLater: body) }) { body() }
    }

    @usableFromInline func settle() {
        for body in shared.withLock({ $0.takeWhenSettled() }) { body() }
    }

    @usableFromInline func call(_ body: @escaping @Sendable () -> Void, at moment: StoreConnection.Moment) {
        let isNow = shared.withLock { shared in
            switch moment {
            case .idle: shared.isIdle(orLater: body)
            case .end: shared.isClosed(orLater: body)
            }
        }
        if isNow { body() }
    }

    @usableFromInline func reportIfUnhandled(_ action: ActionType) {
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
            case .process:
                if pipeline.slot.pointee.source.isRevocable, isRevoked(pipeline) {
                    pipeline.slot.deinitialize(count: 1)
                    step = .proceed
                } else {
                    step = process(pipeline.slot.move(), in: pipeline)
                }
            case .proceed: step = shared.withLock { $0.next(pipeline.slot) }
            case .tidy:
                tidy()
                step = .proceed
            case .callBack:
                for body in shared.withLock({ $0.takeWhenIdle() }) { body() }
                step = .proceed
            case .settle: return settle()
            case .stop: return
            case .end: return letGo()
            }
        }
    }

    /// Whether the action in the slot was revoked; if not, it can no longer be.
    @usableFromInline func isRevoked(_ pipeline: Pipeline<ActionType, StateType>) -> Bool {
        if pipeline.slot.pointee.source.isRevoked { return true }
        pipeline.slot.pointee.source.endRevocations()
        return false
    }

    /// Lets go of the middlewares; nobody processes any more.
    @usableFromInline func letGo() {
        _ = shared.withLock { ($0.takePipeline(), $0.observers.takeRetired()) }
    }

    /// Brings observers up to date that are late, and releases what a notice may have used.
    @usableFromInline func tidy() {
        while let work = shared.withLock({ $0.observers.tidy() }) {
            if let (observer, state) = work.late { observer.onState(state) }
        }
    }

    /// Processes one action; what is to be done after it.
    ///
    /// This thread counts as processing until the action is released, whose deinit may dispatch.
    @inlinable func process(
        _ action: consuming DispatchedAction<ActionType>,
        in pipeline: Pipeline<ActionType, StateType>
    ) -> Shared<ActionType, StateType>.Step {
        let io = pipeline.middleware.handle(
            action: action.action,
            from: action.source,
            state: pipeline.getState
        )
        #if DEBUG
        reportIfUnhandled(action.action)
        #endif
        switch io.steps {
        case .none:
            return reduce(action.action) { _isPOD(ActionType.self) ? $0.next(pipeline.slot) : .proceed }
        case .answer(let answer):
            return reduce(action.action) { $0.next(pipeline.slot, after: DispatchedAction(answer)) }
        case .filteredAnswer, .one, .filtered, .many:
            reduce(action.action) { _ in .proceed }
            io.run(pipeline.output)
            return .proceed
        }
    }

    /// Reduces, notifies the observers, and does `last` under the lock, for which it is locked once if nobody observes.
    @discardableResult
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
        notice?.notify()
        return shared.withLock(last)
    }
}

private let storesThatNumber = Lock<UInt64>(0)

/// Where a store begins to number its actions, so that no two actions of a process have the same number.
@usableFromInline func firstNumber() -> UInt64 {
    storesThatNumber.withLock { count in
        count += 1
        return (count & 0xffff) << 40
    }
}
