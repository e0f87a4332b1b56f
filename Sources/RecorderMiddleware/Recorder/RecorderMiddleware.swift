// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

/// Records the actions of one store; made by ``Recorder/middleware``.
///
/// It sends nothing. It may be lifted, and records the local actions and states then; not into a
/// collection, whose elements have no context. The middleware of one store is not to be given to another.
public final class RecorderMiddleware<ActionType: Sendable, StateType: Sendable>: MiddlewareProtocol {
    /// The actions that it records.
    public typealias InputActionType = ActionType
    /// The actions that it could send.
    public typealias OutputActionType = ActionType

    // What happens for each action is inlinable, so that it is compiled for its types.
    @usableFromInline let recorder: Recorder<ActionType, StateType>
    @usableFromInline var output: AnyActionHandler<ActionType>?
    @usableFromInline var getState: GetState<StateType>?
    /// The action that is being processed, from `handle` on.
    @usableFromInline var record: RecordedAction<ActionType, StateType>?
    @usableFromInline var times = Times()
    @usableFromInline let file: FileWriter?
    @usableFromInline var thread: (id: UInt, number: Int) = (0, 0)

    init(_ recorder: Recorder<ActionType, StateType>) {
        self.recorder = recorder
        file = recorder.file.map { FileWriter($0) }
    }

    /// Begins to measure, and to observe the tasks of the store.
    @inlinable public func receiveContext(getState: @escaping GetState<StateType>, output: AnyActionHandler<ActionType>)
    {
        self.output = output
        self.getState = getState
        output.observeProcessing { [self] in note($0) }
        output.observeTasks { [recorder] in recorder.observe($0) }
    }

    /// Notes the action; there is nothing to do after the reducer.
    @inlinable public func handle(
        action: ActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<ActionType> {
        let record = RecordedAction<ActionType, StateType>(
            number: dispatcher.number ?? 0,
            cause: output?.cause(of: dispatcher) ?? 0,
            run: output?.task(of: dispatcher) ?? 0,
            thread: currentThread(),
            action: recorder.redact?(action) ?? action,
            source: dispatcher,
            before: recorder.states == .none ? nil : state(),
            times: times
        )
        file?.begin(record, start: recorder.start)
        self.record = record
        return .pure()
    }

    @inlinable func note(_ moment: ProcessingMoment) {
        let now = Moment.now
        switch moment {
        case .handling: times = Times(handling: now)
        case .reducing: times.reducing = now
        case .notifying: times.notifying = now
        case .running: times.running = now
        case .done:
            times.done = now
            finish()
        }
    }

    @inlinable func finish() {
        guard var record = record.take() else { return }
        if times.running == 0 { times.running = times.done }
        if times.notifying == 0 { times.notifying = times.running }
        record.times = times
        if let before = record.before, let after = getState?() {
            switch recorder.states {
            case .all: record.after = after
            case .changes:
                record.change = RecorderMiddleware.change(from: before, to: after)
                record.before = nil
            case .none: break
            }
        }
        if let file { file.end(record, start: recorder.start) } else { recorder.keep(record) }
    }

    @inlinable func currentThread() -> Int {
        let id = ThreadNumbers.current
        if id != thread.id { thread = (id, recorder.number(of: id)) }
        return thread.number
    }

    @usableFromInline static func change(from before: StateType, to after: StateType) -> String {
        StateComparison.text(of: before, and: after)
    }
}

@available(*, unavailable)
extension RecorderMiddleware: Sendable {}

extension StateComparison {
    /// What differs between two states, a line for each difference.
    static func text<Value>(of old: Value, and new: Value) -> String {
        let comparison = StateComparison(of: old, and: new)
        let lines = comparison.changes.map(\.line)
        return (comparison.isCut ? lines + ["…"] : lines).joined(separator: "\n")
    }
}

extension Recorder {
    /// The file that the actions go to, if there is one.
    var file: RecordingFile? {
        if case .file(let file, _) = destination { file } else { nil }
    }

    /// Takes an action that is done.
    @inlinable func keep(_ record: consuming RecordedAction<ActionType, StateType>) {
        guard case .memory(let ring) = destination else { return }
        // What had to make room is released when the lock is free.
        _ = ring.withLock(record, ()) { ring, record, _ in ring.append(record) }
    }

    @usableFromInline func number(of thread: UInt) -> Int { threads.withLock { $0.number(of: thread) } }

    @usableFromInline func observe(_ task: StoreTask) {
        let run = RecordedRun(task, began: elapsed)
        let file = file
        if let file { FileWriter(file).begin(run) } else { runs.withLock { $0.begin(run) } }
        task.onEnd { [self] in
            let (end, isCancelled) = (elapsed, task.isCancelled)
            if let file {
                FileWriter(file).end(run.number, at: end, isCancelled: isCancelled)
            } else {
                runs.withLock { $0.end(run.number, at: end, isCancelled: isCancelled) }
            }
        }
    }

    private var elapsed: Duration { .nanoseconds(Moment.now - start) }
}
