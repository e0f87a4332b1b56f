// SPDX-License-Identifier: MIT

public import RexCore

extension Recorder {
    /// Records the beginning and the end of a task.
    @usableFromInline func observe(_ task: StoreTask) {
        let run = RecordedRun(task, began: elapsed, writing: redaction.writing)
        let file = file
        if let file { FileWriter(file).begin(run) }
        events.withLock { $0.begin(run, task) }
        task.onEnd { [self] in
            let ending = RecordedRun.Ending(task.ending) { [redaction] in redaction.text(ofError: $0) }
            let (end, attempts) = (elapsed, task.attempts)
            if let file { FileWriter(file).end(run.number, at: end, ending, attempts: attempts) }
            _ = events.withLock { $0.end(run.number, at: end, ending, attempts: attempts) }
        }
    }

    /// Records a skipped action or run.
    @usableFromInline func note(_ skipped: SkippedAction) {
        let source = skipped.source
        let (kind, word, cause, run) = skipped.reason.recorded
        let action = kind == .refused ? skipped.action.flatMap { redaction.kept(any: $0) } : nil
        let recorded = RecordedNotice(
            kind: kind,
            reason: word,
            rule: source.newestStep(since: nil, writing: redaction.writing)
                ?? .init(kind: "", text: "", at: source),
            action: source.number,
            actionText: skipped.action.map { redaction.text(of: $0) },
            cause: cause,
            run: run,
            time: elapsed,
            presentations: action.map { PresentationPlace.all(in: $0) } ?? []
        )
        if let file { FileWriter(file).note(recorded) }
        events.withLock { $0.append(.notice(recorded), at: recorded.time) }
    }
}

extension SkippedAction.Reason {
    /// The words of a recording for this reason, the number of the action that is the reason, and that of
    /// the task that goes on or has sent the skipped action.
    fileprivate var recorded: (kind: RecordedNotice.Kind, word: String, cause: Int?, run: Int?) {
        switch self {
        case .gateIsClosed: (.dropped, "gate", nil, nil)
        case .ignored(let policy, let running): (.ignored, policy, nil, running)
        case .superseded(let policy, let action): (.superseded, policy, action, nil)
        case .cancelled(let action, let task): (.revoked, "cancelled", action, task)
        case .partIsGone, .showsPastState: (.refused, description, nil, nil)
        case .storeEnded: (.revoked, "end", nil, nil)
        }
    }
}
