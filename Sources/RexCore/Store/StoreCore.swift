// SPDX-License-Identifier: MIT

/// What is inside of a store: its contents behind their lock, and the way that an action takes through them.
///
/// An action comes in at `dispatch`. If there is nothing but the reducer, `reduceDirectly` does it all. Otherwise
/// `enter` puts it into the queue, and the thread that finds nobody processing does so, in `drain`: for one action after
/// the other `process` calls the middlewares' `handle`, `reduce`, which notifies the observers, and the `IO`.
///
/// Outputs of middlewares hold the core, not the store. The core holds the middlewares until the store closes it, which
/// ends the cycle of core, middleware and output.
@usableFromInline final class StoreCore<ActionType: Sendable, StateType: Sendable>: Sendable {
    @usableFromInline let contents: Lock<StoreContents<ActionType, StateType>>
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
        contents = Lock(
            StoreContents(state: state),
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

    /// The way of an action begins here.
    @inlinable func dispatch(_ action: consuming DispatchedAction<ActionType>) {
        if !reduceDirectly(action.action) { enter(action) }
    }

    /// Reduces, and notifies the observers, if that is all there is to do; whether it was.
    @inlinable func reduceDirectly(_ action: ActionType) -> Bool {
        // Where a warning may be due, that no middleware handled the action, it takes the long way.
        #if DEBUG
        guard type(of: action) == ActionType.self else { return false }
        #endif
        // An action with parts to release is released by the loop, which its deinit may dispatch to.
        guard !hasMiddleware, executor.staysHere, _isPOD(ActionType.self) else { return false }
        var notice: ObserverList<StateType>.Notice?
        let (wasIdle, isObserved) = contents.withLock { contents in
            guard contents.phase == .idle else { return (false, false) }
            reducer.reduce(action, &contents.state)
            guard !contents.observers.isEmpty else { return (true, false) }
            contents.phase = .processing
            notice = contents.observers.notice(of: contents.state)
            return (true, true)
        }
        if isObserved {
            notice?.notify()
            let pipeline = unsafe contents.withLock { unsafe $0.pipelineUnlessQuiet() }
            unsafe pipeline?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
        }
        return wasIdle
    }

    /// Puts the action into the queue, and processes if nobody does and this is the place for it.
    @inlinable @inline(never) func enter(_ action: consuming DispatchedAction<ActionType>) {
        let staysHere = executor.staysHere
        var pipeline: Unmanaged<Pipeline<ActionType, StateType>>?
        let step = contents.withLock(action) { contents, action in
            unsafe pipeline = contents.pipeline
            return staysHere ? contents.accept(action) : contents.acceptForExecutor(action)
        }
        switch step {
        case .process: unsafe pipeline?._withUnsafeGuaranteedRef { drain($0, beginningWith: .process) }
        case .schedule: executor.enqueue(runScheduled)
        case .drop: drop()
        default: break
        }
    }

    /// Drops what waits, outside of the lock.
    @usableFromInline func drop() {
        _ = contents.withLock { $0.takeWaiting() }
    }

    @inlinable func runScheduled() {
        let pipeline = unsafe contents.withLock { unsafe $0.beginScheduled() }
        unsafe pipeline?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
    }

    /// Takes one step after the other until nothing waits.
    @inlinable func drain(
        _ pipeline: Pipeline<ActionType, StateType>,
        beginningWith first: StoreContents<ActionType, StateType>.NextStep
    ) {
        var step = first
        while true {
            switch step {
            case .process: step = processUnlessRevoked(pipeline)
            case .proceed: step = contents.withLock { $0.next(pipeline) }
            case .tidy:
                tidy()
                step = .proceed
            case .callBack:
                for body in contents.withLock({ $0.takeWhenIdle() }) { body() }
                step = .proceed
            case .settle: return settle()
            case .end: return releasePipeline()
            case .stop, .schedule, .drop: return
            }
        }
    }

    @inlinable func processUnlessRevoked(
        _ pipeline: Pipeline<ActionType, StateType>
    ) -> StoreContents<ActionType, StateType>.NextStep {
        if pipeline.isRevocable {
            guard let task = pipeline.dropIfRevoked() else { return .proceed }
            if task != 0 { contents.withLock { $0.lastOfTask = ($0.last.number, task) } }
        }
        return process(pipeline.take(), in: pipeline)
    }

    /// Processes one action; what is to be done after it.
    ///
    /// This thread counts as processing until the action is released, whose deinit may dispatch.
    @inlinable func process(
        _ action: consuming DispatchedAction<ActionType>,
        in pipeline: Pipeline<ActionType, StateType>
    ) -> StoreContents<ActionType, StateType>.NextStep {
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
            return reduce(action.action) { _isPOD(ActionType.self) ? $0.next(pipeline) : .proceed }
        case .answer(let answer):
            return reduce(action.action) { $0.next(pipeline, after: DispatchedAction(answer)) }
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
        then last: (inout StoreContents<ActionType, StateType>) -> StoreContents<ActionType, StateType>.NextStep
    ) -> StoreContents<ActionType, StateType>.NextStep {
        var notice: ObserverList<StateType>.Notice?
        let step = contents.withLock { contents -> StoreContents<ActionType, StateType>.NextStep? in
            reducer.reduce(action, &contents.state)
            if contents.observers.isEmpty { return last(&contents) }
            notice = contents.observers.notice(of: contents.state)
            return nil
        }
        if let step { return step }
        notice?.notify()
        return contents.withLock(last)
    }
}
