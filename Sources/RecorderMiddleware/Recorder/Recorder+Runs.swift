// SPDX-License-Identifier: MIT

public import RexCore
import StateComparison

extension Recorder {
    /// Records the beginning and the end of a task.
    @usableFromInline func observe(_ task: StoreTask) {
        let run = RecordedRun(task, began: elapsed, writing: writing)
        let file = file
        if let file { FileWriter(file).begin(run) }
        events.withLock { $0.begin(run, task) }
        task.onEnd { [self] in
            let ending = RecordedRun.Ending(task.ending) { [writing] error in
                writing == nil ? "\(error)" : "\(type(of: error))"
            }
            let (end, attempts) = (elapsed, task.attempts)
            if let file { FileWriter(file).end(run.number, at: end, ending, attempts: attempts) }
            _ = events.withLock { $0.end(run.number, at: end, ending, attempts: attempts) }
        }
    }

    /// Records a skipped action or run.
    @usableFromInline func note(_ skipped: SkippedAction) {
        let source = skipped.source
        let (kind, word, cause, run) = skipped.reason.recorded
        let recorded = RecordedNotice(
            kind: kind,
            reason: word,
            rule: source.newestStep(since: nil, writing: writing)
                ?? .here(kind: "", text: "", file: source.file, function: source.function, line: source.line),
            action: source.number,
            actionText: skipped.action.map { writing?($0) ?? ValueText.bounded($0) },
            cause: cause,
            run: run,
            time: elapsed,
            presentations: kind == .refused ? skipped.action.map { presentations(in: $0) } ?? [] : []
        )
        if let file { FileWriter(file).note(recorded) }
        events.withLock { $0.append(.notice(recorded), at: recorded.time) }
    }

    /// Returns the presentations that an action is for, with redacted values.
    private func presentations(in action: Any) -> [PresentationPlace] {
        guard writing != nil else { return PresentationPlace.all(in: action) }
        guard let action = action as? ActionType else { return [] }
        return PresentationPlace.all(in: redact(action))
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
