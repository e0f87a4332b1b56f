// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

extension Recorder {
    /// Records the beginning and the end of a task.
    @usableFromInline func observe(_ task: StoreTask) {
        let run = RecordedRun(task, began: elapsed, writing: writing)
        let file = file
        if let file { FileWriter(file).begin(run) } else { runs.withLock { $0.begin(run, task) } }
        task.onEnd { [self] in
            let ending = RecordedRun.Ending(task.ending) { [writing] error in
                writing == nil ? "\(error)" : "\(type(of: error))"
            }
            let (end, attempts) = (elapsed, task.attempts)
            if let file {
                FileWriter(file).end(run.number, at: end, ending, attempts: attempts)
            } else {
                _ = runs.withLock { $0.end(run.number, at: end, ending, attempts: attempts) }
            }
        }
    }

    /// Records a notice.
    @usableFromInline func note(_ notice: StoreNotice) {
        let source = notice.source
        let recorded = RecordedNotice(
            kind: notice.kind,
            reason: notice.reason,
            rule: source.newestStep(since: nil, writing: writing)
                ?? .here(kind: "", text: "", file: source.file, function: source.function, line: source.line),
            action: source.number,
            actionText: notice.action.map { writing?($0) ?? ValueText.bounded($0) },
            cause: notice.cause,
            run: notice.task,
            time: elapsed
        )
        if let file { FileWriter(file).note(recorded) } else { notices.withLock { $0.append(recorded) } }
    }

    private var elapsed: Duration { .nanoseconds(SystemTime.uptime - start) }
}
