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
    /// Whether an action may be one that has to learn that no middleware handled it.
    @usableFromInline let mayReport: Bool

    @inlinable init(
        state: StateType,
        reducer: Reducer<ActionType, StateType>,
        executor: StoreExecutor,
        environment: StoreEnvironment,
        hasMiddleware: Bool
    ) {
        contents = Lock(
            StoreContents(state: state),
            isContended: true,
            rule: """
                A store was used inside its own reducer: it cannot be read, observed or dispatched to there, and the \
                last reference to it cannot be released there, which ends it.
                A reducer computes the next state from its arguments alone; move the call into a middleware, and \
                release the last reference outside of the reducer.
                """
        )
        self.reducer = reducer
        self.executor = executor
        self.environment = environment
        self.hasMiddleware = hasMiddleware
        // What an existential or a class stands for is known of each action only; neither is made of bits alone.
        mayReport = ActionType.self is any ActionForMiddleware.Type || !_isPOD(ActionType.self)
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
        var pipeline: Unmanaged<Pipeline<ActionType, StateType>>?
        let step = contents.withLock { contents in
            unsafe pipeline = contents.pipeline
            return contents.reduceDirectly(action, by: reducer)
        }
        if step == .notify { unsafe pipeline?._withUnsafeGuaranteedRef(notifyDirectly) }
        return step != .process
    }

    /// Notifies the observers after `reduceDirectly`, and processes what was dispatched meanwhile.
    @inlinable func notifyDirectly(_ pipeline: Pipeline<ActionType, StateType>) {
        pipeline.notify()
        let pipeline = unsafe contents.withLock { unsafe $0.pipelineUnlessQuiet() }
        unsafe pipeline?._withUnsafeGuaranteedRef { drain($0, beginningWith: .proceed) }
    }

    /// Puts the action into the queue, and processes if nobody does and this is the place for it.
    @inlinable @inline(never) func enter(_ action: consuming ActionType, from source: consuming ActionSource) {
        var pipeline: Unmanaged<Pipeline<ActionType, StateType>>?
        let step = unsafe contents.accept(action, from: source, mayProcess: executor.staysHere, finding: &pipeline)
        unsafe begin(step, pipeline)
    }

    /// Does the same with an action that is a pair with its source already, which to take apart would copy the source.
    @inlinable @inline(never) func enter(_ action: consuming DispatchedAction<ActionType>) {
        var pipeline: Unmanaged<Pipeline<ActionType, StateType>>?
        let step = contents.withLock(action, executor.staysHere) { contents, action, staysHere in
            unsafe pipeline = contents.pipeline
            return contents.accept(action, mayProcess: staysHere)
        }
        unsafe begin(step, pipeline)
    }

    @inlinable @inline(__always) func begin(
        _ step: NextStep,
        _ pipeline: Unmanaged<Pipeline<ActionType, StateType>>?
    ) {
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
        beginningWith first: NextStep
    ) {
        var step = first
        while true {
            switch step {
            case .process:
                step = processUnlessRevoked(pipeline)
                if step == .proceed, executor.leavesTheRest != nil, leavesTheRest() { return }
            case .proceed: step = contents.withLock { $0.next(pipeline) }
            case .tidy:
                tidy(pipeline)
                step = .proceed
            case .callBack:
                for body in contents.withLock({ $0.takeWhenIdle() }) { body.call() }
                step = .proceed
            case .settle: return settle()
            case .end: return releasePipeline()
            case .stop, .schedule, .drop, .notify: return
            }
        }
    }

    @inlinable func processUnlessRevoked(_ pipeline: Pipeline<ActionType, StateType>) -> NextStep {
        guard pipeline.slot.isRevocable else {
            return process(pipeline.slot.takeAction(), from: pipeline.slot.takeSource(), in: pipeline)
        }
        let (isThere, task) = unsafe pipeline.slot.dropIfRevoked(
            keeping: pipeline.links,
            noting: pipeline.output,
            // Only who processes changes it, so no lock is needed to read it here.
            cause: contents.value.pointee.last.cause
        )
        guard isThere else { return .proceed }
        if let number = task?.number { contents.withLock { $0.lastOfTask = ($0.last.number, number) } }
        task?.hold()
        defer { task?.letGo() }
        let (action, source) = (pipeline.slot.takeAction(), pipeline.slot.takeSource())
        return unsafe processWatched(action, from: source, in: pipeline, by: pipeline.watch.pointee)
    }

    /// Processes one action; what is to be done after it.
    ///
    /// This thread counts as processing until the action is released, whose deinit may dispatch.
    @inlinable func process(
        _ action: consuming ActionType,
        from source: consuming ActionSource,
        in pipeline: Pipeline<ActionType, StateType>
    ) -> NextStep {
        if let watch = unsafe pipeline.watch.pointee {
            return unsafe processWatched(action, from: source, in: pipeline, by: watch)
        }
        let io = pipeline.middleware.handle(action: action, from: source, state: pipeline.getState)
        #if DEBUG
        reportIfUnhandled(action)
        #endif
        switch io.steps {
        case .none:
            return reduce(action, answering: nil, in: pipeline)
        case .answer(let answer):
            return reduce(action, answering: answer, in: pipeline)
        case .filteredAnswer, .one, .filtered, .many:
            if contents.withLock({ $0.reduce(action, by: reducer, in: pipeline) }) { pipeline.notify() }
            io.run(pipeline.output)
            return .proceed
        }
    }

    /// The same, one step after the other, for those who want to know of each, and for what could have been revoked.
    @inlinable @inline(never) func processWatched(
        _ action: ActionType,
        from source: ActionSource,
        in pipeline: Pipeline<ActionType, StateType>,
        by unmanagedWatch: Unmanaged<ProcessingWatch>?
    ) -> NextStep {
        let watch = unsafe unmanagedWatch?._withUnsafeGuaranteedRef { $0 }
        if let watch {
            // Only who processes changes these numbers, so no lock is needed to read them here.
            let (cause, task) = unsafe contents.value.pointee.originOfLast
            watch.notify(.handling(cause: cause == 0 ? nil : numericCast(cause), task: task == 0 ? nil : task))
        }
        let io = pipeline.middleware.handle(action: action, from: source, state: pipeline.getState)
        #if DEBUG
        reportIfUnhandled(action)
        #endif
        watch?.notify(.reducing)
        if contents.withLock({ $0.reduce(action, by: reducer, in: pipeline) }) {
            watch?.notify(.notifying)
            pipeline.notify()
        }
        pipeline.releaseLinks()
        if !io.isPure || watch?.reductionObservers.isEmpty == false {
            watch?.notify(.running)
            watch?.notifyOfReduction(by: source)
            io.run(pipeline.output)
        }
        watch?.notify(.done)
        return .proceed
    }

    /// Reduces, notifies the observers, and finds the next step, for which it is locked once if nobody observes.
    @inlinable func reduce(
        _ action: ActionType,
        answering answer: (any Answer<ActionType>)?,
        in pipeline: Pipeline<ActionType, StateType>
    ) -> NextStep {
        let step = contents.reduce(action, by: reducer, answering: answer, in: pipeline)
        guard case .notify = step else { return step }
        pipeline.notify()
        return contents.withLock { $0.next(pipeline, answering: answer) }
    }
}
