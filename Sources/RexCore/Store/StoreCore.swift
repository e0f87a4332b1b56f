// SPDX-License-Identifier: MIT

/// The workings of a store: the state, the queue, and who processes it.
///
/// Outputs of middlewares hold the core, not the store. The core holds the middlewares until the store closes it, which
/// ends the cycle of core, middleware and output.
final class StoreCore<ActionType: Sendable, StateType: Sendable>: Sendable {
    private let shared: Lock<Shared<ActionType, StateType>>
    private let executor: StoreExecutor

    init(state: StateType, pipeline: Pipeline<ActionType, StateType>, executor: StoreExecutor) {
        shared = Lock(Shared(state: state, pipeline: pipeline))
        self.executor = executor
    }

    var state: StateType { shared.withLock { $0.state } }

    /// Gives the middlewares their context, then processes what they dispatched meanwhile.
    func start() {
        guard let pipeline = shared.withLock({ $0.pipeline }) else { return }
        pipeline.middleware.receiveContext(getState: getState, output: output)
        guard !executor.staysHere else { return drain(pipeline) }
        let needsHop = shared.withLock { $0.pause() }
        if needsHop { executor.enqueue(runScheduled) }
    }

    func dispatch(_ action: DispatchedAction<ActionType>) {
        if executor.staysHere {
            if let pipeline = shared.withLock({ $0.begin(with: action) }) { drain(pipeline) }
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
    func close() {
        let remains = shared.withLock { $0.close() }
        for observer in remains.observers { observer.onEnd() }
        for body in remains.whenIdle { body() }
    }

    private var getState: GetState<StateType> {
        { self.state }
    }

    private var output: AnyActionHandler<ActionType> {
        AnyActionHandler(dispatch, whenIdle: callWhenIdle)
    }

    private func callWhenIdle(_ body: @escaping @Sendable () -> Void) {
        let isIdle = shared.withLock { $0.isIdle(orLater: body) }
        if isIdle { body() }
    }

    private func runScheduled() {
        if let pipeline = shared.withLock({ $0.beginScheduled() }) { drain(pipeline) }
    }

    private func drain(_ pipeline: Pipeline<ActionType, StateType>) {
        while true {
            switch shared.withLock({ $0.next() }) {
            case .process(let action): process(action, in: pipeline)
            case .callBack(let bodies): for body in bodies { body() }
            case .stop: return
            }
        }
    }

    private func process(_ action: DispatchedAction<ActionType>, in pipeline: Pipeline<ActionType, StateType>) {
        let io = pipeline.middleware.handle(action: action.action, from: action.dispatcher, state: getState)
        let notice = shared.withLock { $0.reduce(action.action, with: pipeline.reducer) }
        if let notice {
            for observer in notice.observers where !observer.isCancelled { observer.onState(notice.state) }
        }
        io.run(output)
    }
}
