// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

/// Records the actions of one store.
///
/// Made by ``Recorder/middleware``.
///
/// It sends nothing. If it is lifted, it records local actions and states. It cannot be lifted into
/// a collection, whose elements have no context. Use it in one store only.
public final class RecorderMiddleware<ActionType: Sendable, StateType: Sendable>: MiddlewareProtocol {
    /// The recorded actions.
    public typealias InputActionType = ActionType
    /// The type of actions that it could send.
    public typealias OutputActionType = ActionType

    // The code for each action is inlinable, so that it is specialized.
    @usableFromInline let recorder: Recorder<ActionType, StateType>
    @usableFromInline let builder = RecordBuilder<ActionType, StateType>()
    @usableFromInline let file: FileWriter?
    @usableFromInline let isInFile: Bool
    // Not read from the recorder for each action, which would copy it.
    @usableFromInline let encodeAction: FileValues<ActionType, StateType>.EncodeAction
    private let storeName: String?
    private var store = 0

    init(_ recorder: Recorder<ActionType, StateType>, storeName: String?) {
        self.recorder = recorder
        self.storeName = storeName
        file = recorder.file.map { FileWriter($0, storeName: storeName, writing: recorder.redaction.writing) }
        isInFile = file != nil
        encodeAction = if let values = recorder.fileValues { values.encodeAction } else { { _, _ in false } }
    }

    /// Begins to measure, and observes the store's tasks, rules and skipped actions.
    @inlinable public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<ActionType>)
    {
        let observer = PhaseObserver(self)
        let ring = recorder.ring
        if isInFile {
            output.observe(.phase) { event in
                if case .phase(let phase) = event, observer.middleware.note(phase), let file = observer.middleware.file
                {
                    observer.middleware.end(in: file, getState)
                }
            }
        } else {
            output.observe(.phase) { event in
                if case .phase(let phase) = event, observer.middleware.note(phase) {
                    observer.middleware.keep(in: ring, getState)
                }
            }
        }
        learn(of: output)
        output.observe([.started, .skipped, .rule]) { [recorder] in recorder.note($0) }
    }

    /// Records the action.
    ///
    /// There is no work after the reducer.
    @inlinable public func handle(
        action: ActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<ActionType> {
        builder.begin(
            RecordedAction(
                unsafe RecordHead(
                    source: dispatcher,
                    origin: builder.context.pointee.origin,
                    thread: currentThread()
                ),
                action: recorder.redaction.kept(action: action),
                before: recorder.states == .none
                    ? nil : unsafe builder.context.pointee.state.take() ?? recorder.redaction.kept(state: state())
            )
        )
        if isInFile, let file { begin(in: file) }
        return .pure()
    }

    /// Records the time of a phase.
    ///
    /// Returns whether a record must be finished.
    @inlinable func note(_ phase: ProcessingPhase) -> Bool {
        let now = SystemTime.uptime
        switch phase {
        case .handling(let cause, let task):
            unsafe builder.context.pointee.times = ActionTimes(handling: now)
            unsafe builder.context.pointee.origin = (cause, task)
        case .reducing: unsafe builder.context.pointee.times.reducing = now
        case .notifying: unsafe builder.context.pointee.times.notifying = now
        case .running: unsafe builder.context.pointee.times.running = now
        case .done:
            unsafe builder.context.pointee.times.done = now
            if unsafe builder.context.pointee.isRecording { return true }
            unsafe builder.context.pointee.state = nil
        }
        return false
    }

    @inlinable func keep(
        in ring: Lock<RecordRing<ActionType, StateType>>,
        _ getState: GetState<StateType>
    ) {
        unsafe complete(&builder.record.pointee, getState)
        let range = rangeOfRecord
        builder.keep(in: ring)
        if unsafe range != builder.context.pointee.range { note(range) }
    }

    @inlinable func begin(in file: FileWriter) {
        unsafe file.begin(
            &builder.record.pointee.head,
            encoding: { encodeAction(unsafe builder.record.pointee.action, $0) },
            of: { unsafe builder.record.pointee.action },
            at: builder.context.pointee.times.handling,
            start: recorder.start
        )
    }

    @inlinable func end(in file: FileWriter, _ getState: GetState<StateType>) {
        unsafe builder.record.pointee.head.times = builder.context.pointee.times.complete
        var after: StateType?
        if let before = unsafe builder.record.pointee.before {
            let new = recorder.redaction.kept(state: getState())
            unsafe file.end(
                &builder.record.pointee.head,
                from: before,
                to: new,
                asChange: recorder.states == .changes,
                start: recorder.start
            )
            unsafe builder.context.pointee.state = new
            after = new
        } else {
            unsafe file.end(&builder.record.pointee.head, start: recorder.start)
        }
        let range = rangeOfRecord
        if unsafe range != builder.context.pointee.range { note(range) }
        guard recorder.isInspected.withLock({ $0 }) else { return builder.drop() }
        if let after { unsafe complete(&builder.record.pointee, after) }
        builder.keep(in: recorder.ring)
    }

    @inlinable func complete(_ record: inout RecordedAction<ActionType, StateType>, _ getState: GetState<StateType>) {
        unsafe record.head.times = builder.context.pointee.times.complete
        guard recorder.states != .none else { return }
        let after = recorder.redaction.kept(state: getState())
        unsafe builder.context.pointee.state = after
        complete(&record, after)
    }

    @inlinable func complete(_ record: inout RecordedAction<ActionType, StateType>, _ after: StateType) {
        if recorder.states == .all {
            record.after = after
        } else if let before = record.before.take() {
            record.head.change = RecorderMiddleware.change(from: before, to: after)
        }
    }

    /// Returns the number of the current thread.
    @inlinable func currentThread() -> Int {
        let id = ThreadNumbers.current
        if unsafe id != builder.context.pointee.thread.id {
            unsafe builder.context.pointee.thread = (id, recorder.number(of: id))
        }
        return unsafe builder.context.pointee.thread.number
    }

    @usableFromInline func learn(of output: AnyActionHandler<ActionType>) {
        store = recorder.learn(of: output, named: storeName)
    }

    @inlinable var rangeOfRecord: Int { unsafe builder.record.pointee.head.number / ActionSource.rangeOfNumbers }

    /// Records that an action of a range of numbers has ended.
    @usableFromInline func note(_ range: Int) {
        unsafe builder.context.pointee.range = range
        recorder.stores.withLock { $0.add(range, to: store) }
    }

    @usableFromInline static func change(from before: StateType, to after: StateType) -> String {
        StateComparison(of: before, and: after).text
    }
}

@available(*, unavailable)
extension RecorderMiddleware: Sendable {}

/// A middleware that observes the phases of its store.
///
/// Unchecked Sendable, since the store calls the observers of phases only where it processes, as it
/// calls its middlewares.
@usableFromInline struct PhaseObserver<ActionType: Sendable, StateType: Sendable>: @unchecked Sendable {
    @usableFromInline let middleware: RecorderMiddleware<ActionType, StateType>

    @inlinable init(_ middleware: RecorderMiddleware<ActionType, StateType>) { self.middleware = middleware }
}

extension Recorder {
    @usableFromInline func number(of thread: UInt) -> Int { threads.withLock { $0.number(of: thread) } }

    /// Adds a store, and returns its number.
    func learn(of output: AnyActionHandler<ActionType>, named name: String?) -> Int {
        let store = stores.withLock { $0.add(output, named: name) }
        output.onEnd { [self] in
            _ = stores.withLock { $0.end(store) }
            events.withLock { $0.append(.storeEnded(store), at: elapsed) }
        }
        return store
    }

    @usableFromInline func note(_ event: StoreEvent) {
        switch event {
        case .started(let task): observe(task)
        case .skipped(let skipped): note(skipped)
        case .rule(let rule, let uses): rules.withLock { $0.add(rule, uses: uses) }
        case .phase, .mistake: break
        }
    }
}
