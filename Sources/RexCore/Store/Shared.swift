// SPDX-License-Identifier: MIT

/// What the threads that use a store share: the state, the actions that wait, and who is processing.
///
/// It decides and does nothing itself, so that no code of the user, the reducer aside, runs while it is locked.
@usableFromInline struct Shared<ActionType, StateType>: ~Copyable {
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

    /// What the thread that processes has to do next.
    @usableFromInline enum Step: Sendable {
        case process
        case callBack
        case stop
    }

    @usableFromInline struct Notice {
        @usableFromInline let observers: Members<Observer<StateType>>
        @usableFromInline let state: StateType

        @inlinable init(observers: Members<Observer<StateType>>, state: StateType) {
            self.observers = observers
            self.state = state
        }

        @inlinable func tell() {
            observers.forEach { if !$0.isCancelled.value { $0.onState(state) } }
        }
    }

    struct Remains: ~Copyable {
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

    /// What counts as being processed until ``next()`` or ``pause()`` says otherwise.
    @inlinable init(state: StateType) {
        self.state = state
        observers = ObserverList()
        phase = .processing
        waiting = Queue()
        whenIdle = []
        whenEnded = []
    }

    /// Whether nobody processes and nobody observes.
    @inlinable var isAlone: Bool { phase == .idle && observers.isEmpty }

    /// Takes an action from a thread that may process.
    ///
    /// - Returns: the pipeline, if that thread is to process, else nil; and whether the action has got a place in the queue.
    @inlinable mutating func begin(
        with action: ActionType,
        from source: ActionSource
    ) -> (pipeline: Pipeline<ActionType, StateType>?, hasPlace: Bool) {
        switch phase {
        case .idle:
            phase = .processing
            return (pipeline, false)
        case .scheduled:
            waiting.append(DispatchedAction(action, dispatcher: source))
            phase = .processing
            return (pipeline, true)
        case .processing:
            waiting.append(DispatchedAction(action, dispatcher: source))
            return (nil, true)
        case .closed: return (nil, false)
        }
    }

    /// Takes an action from a thread that may not process; whether the executor has to be asked.
    @inlinable mutating func schedule(_ action: ActionType, from source: ActionSource) -> Bool {
        guard phase != .closed else { return false }
        waiting.append(DispatchedAction(action, dispatcher: source))
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

    /// What the thread that processes has to do next; if that is nothing, it processes no more.
    ///
    /// - Parameter slot: gets the action to process, if that is to be done.
    @inlinable mutating func next(_ slot: UnsafeMutablePointer<DispatchedAction<ActionType>>) -> Step {
        guard phase == .processing else { return .stop }
        guard waiting.isEmpty else {
            slot.initialize(to: waiting.removeFirst())
            return .process
        }
        guard whenIdle.isEmpty else { return .callBack }
        phase = .idle
        return .stop
    }

    @usableFromInline mutating func takeWhenIdle() -> [@Sendable () -> Void] {
        defer { whenIdle = [] }
        return whenIdle
    }

    /// Whom to tell of the state, if anyone.
    @inlinable mutating func notice() -> Notice? {
        guard !observers.isEmpty else { return nil }
        let toTell = observers.toTell(of: state)
        return toTell.all.isEmpty ? nil : Notice(observers: toTell, state: state)
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
            whenIdle = []
            whenEnded = []
        }
        var waiting = Queue<DispatchedAction<ActionType>>()
        swap(&waiting, &self.waiting)
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
extension Shared.Notice: Sendable {}
