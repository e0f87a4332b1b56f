// SPDX-License-Identifier: MIT

/// What the threads that use a store share: the state, the actions that wait, and who is processing.
///
/// It decides and does nothing itself, so that no code of the user, the reducer aside, runs while it is locked.
@usableFromInline struct Shared<ActionType, StateType> {
    /// Whether someone processes.
    @usableFromInline enum Phase: Sendable {
        /// Nobody; nothing waits.
        case idle
        /// Nobody yet: the executor was asked to.
        case scheduled
        /// A thread does, and takes whatever is added to the queue.
        case processing
        /// The store is gone.
        case closed
    }

    @usableFromInline enum Next {
        case process(DispatchedAction<ActionType>)
        case callBack([@Sendable () -> Void])
        case stop
    }

    @usableFromInline struct Notice {
        @usableFromInline let observers: [Observer<StateType>]
        @usableFromInline let state: StateType

        @inlinable init(observers: [Observer<StateType>], state: StateType) {
            self.observers = observers
            self.state = state
        }
    }

    struct Remains {
        let pipeline: Pipeline<ActionType, StateType>?
        let waiting: Queue<DispatchedAction<ActionType>>
        let observers: [Observer<StateType>]
        let whenIdle: [@Sendable () -> Void]
        let whenEnded: [@Sendable () -> Void]
    }

    @usableFromInline var state: StateType
    @usableFromInline var pipeline: Pipeline<ActionType, StateType>?
    @usableFromInline var observers: ObserverList<StateType>
    @usableFromInline var phase: Phase
    @usableFromInline var waiting: Queue<DispatchedAction<ActionType>>
    @usableFromInline var whenIdle: [@Sendable () -> Void]
    @usableFromInline var whenEnded: [@Sendable () -> Void]

    /// What counts as being processed until ``rest()`` or ``pause()`` says otherwise.
    @inlinable init(state: StateType) {
        self.state = state
        observers = ObserverList()
        phase = .processing
        waiting = Queue()
        whenIdle = []
        whenEnded = []
    }

    /// Takes an action from a thread that may process.
    ///
    /// - Returns: the pipeline, if that thread is to process, else nil; and whether the action has got a place in the queue.
    @inlinable mutating func begin(
        with action: DispatchedAction<ActionType>
    ) -> (pipeline: Pipeline<ActionType, StateType>?, hasPlace: Bool) {
        switch phase {
        case .idle:
            if let pipeline, pipeline.isSilent, observers.isEmpty {
                // Nobody can come in between, so one time under the lock does it all.
                pipeline.reducer.reduce(action.action, &state)
                return (nil, false)
            }
            phase = .processing
            return (pipeline, false)
        case .scheduled:
            waiting.append(action)
            phase = .processing
            return (pipeline, true)
        case .processing:
            waiting.append(action)
            return (nil, true)
        case .closed: return (nil, false)
        }
    }

    /// Takes an action from a thread that may not process; whether the executor has to be asked.
    @inlinable mutating func schedule(_ action: DispatchedAction<ActionType>) -> Bool {
        guard phase != .closed else { return false }
        waiting.append(action)
        guard phase == .idle else { return false }
        phase = .scheduled
        return true
    }

    /// The pipeline, unless someone has processed meanwhile.
    @inlinable mutating func beginScheduled() -> Pipeline<ActionType, StateType>? {
        guard phase == .scheduled else { return nil }
        phase = .processing
        return pipeline
    }

    /// Leaves what waits to the executor; whether it has to be asked.
    @inlinable mutating func pause() -> Bool {
        guard phase == .processing else { return false }
        phase = waiting.isEmpty && whenIdle.isEmpty ? .idle : .scheduled
        return phase == .scheduled
    }

    /// Ends processing if nothing waits; whether it has ended.
    @inlinable mutating func rest() -> Bool {
        guard phase == .processing else { return true }
        guard waiting.isEmpty, whenIdle.isEmpty else { return false }
        phase = .idle
        return true
    }

    /// What the thread that processes has to do next.
    @inlinable mutating func next() -> Next {
        guard phase == .processing else { return .stop }
        if let action = waiting.popFirst() { return .process(action) }
        guard !rest() else { return .stop }
        defer { whenIdle = [] }
        return .callBack(whenIdle)
    }

    /// Changes the state; whom to tell of it, if anyone.
    @inlinable mutating func reduce(_ action: ActionType, with reducer: Reducer<ActionType, StateType>) -> Notice? {
        reducer.reduce(action, &state)
        guard !observers.isEmpty else { return nil }
        let toTell = observers.toTell(of: state)
        return toTell.isEmpty ? nil : Notice(observers: toTell, state: state)
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

    /// Whether the store is gone; if not, `body` is kept for that time.
    mutating func isClosed(orLater body: @escaping @Sendable () -> Void) -> Bool {
        guard phase != .closed else { return true }
        whenEnded.append(body)
        return false
    }

    /// Ends everything; what was held is given out, to be told and released when the lock is free.
    mutating func close() -> Remains {
        defer {
            phase = .closed
            pipeline = nil
            waiting = Queue()
            whenIdle = []
            whenEnded = []
        }
        return Remains(
            pipeline: pipeline,
            waiting: waiting,
            observers: observers.removeAll(),
            whenIdle: whenIdle,
            whenEnded: whenEnded
        )
    }
}

@available(*, unavailable)
extension Shared: Sendable {}

@available(*, unavailable)
extension Shared.Next: Sendable {}

@available(*, unavailable)
extension Shared.Notice: Sendable {}
