// SPDX-License-Identifier: MIT

/// What the threads that use a store share: the state, the actions that wait, and who is processing.
///
/// It decides and does nothing itself, so that no code of the user, the reducer aside, runs while it is locked.
struct Shared<ActionType, StateType> {
    /// Whether someone processes.
    private enum Phase {
        /// Nobody; nothing waits.
        case idle
        /// Nobody yet: the executor was asked to.
        case scheduled
        /// A thread does, and takes whatever is added to the queue.
        case processing
        /// The store is gone.
        case closed
    }

    enum Next {
        case process(DispatchedAction<ActionType>)
        case callBack([@Sendable () -> Void])
        case stop
    }

    struct Notice {
        let observers: [Observer<StateType>]
        let state: StateType
    }

    struct Remains {
        let pipeline: Pipeline<ActionType, StateType>?
        let waiting: Queue<DispatchedAction<ActionType>>
        let observers: [Observer<StateType>]
        let whenIdle: [@Sendable () -> Void]
    }

    private(set) var state: StateType
    private(set) var pipeline: Pipeline<ActionType, StateType>?
    var observers = ObserverList<StateType>()
    private var phase = Phase.processing
    private var waiting = Queue<DispatchedAction<ActionType>>()
    private var whenIdle: [@Sendable () -> Void] = []

    /// What counts as being processed until ``next()`` or ``pause()`` says otherwise.
    init(state: StateType, pipeline: Pipeline<ActionType, StateType>) {
        self.state = state
        self.pipeline = pipeline
    }

    /// Takes an action from a thread that may process; the pipeline if that thread is to do so.
    mutating func begin(with action: DispatchedAction<ActionType>) -> Pipeline<ActionType, StateType>? {
        guard phase != .closed else { return nil }
        waiting.append(action)
        guard phase != .processing else { return nil }
        phase = .processing
        return pipeline
    }

    /// Takes an action from a thread that may not process; whether the executor has to be asked.
    mutating func schedule(_ action: DispatchedAction<ActionType>) -> Bool {
        guard phase != .closed else { return false }
        waiting.append(action)
        guard phase == .idle else { return false }
        phase = .scheduled
        return true
    }

    /// The pipeline, unless someone has processed meanwhile.
    mutating func beginScheduled() -> Pipeline<ActionType, StateType>? {
        guard phase == .scheduled else { return nil }
        phase = .processing
        return pipeline
    }

    /// Leaves what waits to the executor; whether it has to be asked.
    mutating func pause() -> Bool {
        guard phase == .processing else { return false }
        phase = waiting.isEmpty && whenIdle.isEmpty ? .idle : .scheduled
        return phase == .scheduled
    }

    /// What the thread that processes has to do next.
    mutating func next() -> Next {
        guard phase == .processing else { return .stop }
        if let action = waiting.popFirst() { return .process(action) }
        guard whenIdle.isEmpty else {
            defer { whenIdle = [] }
            return .callBack(whenIdle)
        }
        phase = .idle
        return .stop
    }

    /// Changes the state; whom to tell of it, if anyone.
    mutating func reduce(_ action: ActionType, with reducer: Reducer<ActionType, StateType>) -> Notice? {
        reducer.reduce(action, &state)
        let observers = observers.toTell(of: state)
        return observers.isEmpty ? nil : Notice(observers: observers, state: state)
    }

    /// Whether nothing waits or is processed; if something is, `body` is kept for the time when it no longer is.
    mutating func isIdle(orLater body: @escaping @Sendable () -> Void) -> Bool {
        switch phase {
        case .idle, .closed: return true
        case .scheduled, .processing:
            whenIdle.append(body)
            return false
        }
    }

    /// Ends everything; what was held is given out, to be told and released when the lock is free.
    mutating func close() -> Remains {
        defer {
            phase = .closed
            pipeline = nil
            waiting = Queue()
            whenIdle = []
        }
        return Remains(
            pipeline: pipeline,
            waiting: waiting,
            observers: observers.removeAll(),
            whenIdle: whenIdle
        )
    }
}
