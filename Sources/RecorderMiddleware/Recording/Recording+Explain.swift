// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

extension Recording {
    /// Explains in a sentence why an action was processed: who dispatched it, or which rule or run
    /// sent it after which action.
    ///
    /// ```swift
    /// recording.explain(recording.entries[1])
    /// // "1 checkOut led to it, by bridge at Cart.swift:12."
    /// ```
    ///
    /// Actions have the numbers of the tree in ``RecordingFormat/text``. The text of another action is
    /// shortened to 100 characters. If the action left the state as it was, the explanation ends with
    /// "It changed nothing.", unless states and changes were not kept, or are redacted.
    ///
    /// - Complexity: O(*n*) in the size of the state if states were kept.
    public func explain(_ entry: Entry) -> String { sentence(of: entry).visible }

    private func sentence(of entry: Entry) -> String {
        let remark = entry.changedNothing && !isRedacted ? " It changed nothing." : ""
        let end = entry.isDone ? remark : " The process ended while it was processed."
        if let run = entry.run.flatMap(run(_:)) {
            // The cause of a task's action may be known even if the cause of the task is not.
            let cause = run.cause == nil ? entry.cause.map { "because of \(name(ofAction: $0))" } : nil
            return "\(name(of: run)), \(cause ?? origin(of: run)), sent it." + end
        }
        guard let cause = entry.cause else {
            if entry.contents == .random, let sender = entry.steps.last {
                return "\(sender.text.onOneLine) sent it with random numbers when its store started." + end
            }
            let said = entry.source.trail.last { $0.kind == "dispatch" && $0.text != $0.withoutValues.text }
            let remark = said.map { " (\($0.text.onOneLine))" } ?? ""
            return "It came from outside, at \(entry.source.place), \(entry.source.function)\(remark)." + end
        }
        let step = entry.source.newestStep(since: cause).flatMap { $0.kind == "dispatch" ? nil : $0 }
        let rule = step.map { step in
            guard !step.file.isEmpty else { return step.text }
            let name = step.kind == "middleware" ? " \(step.text)" : ""
            return "\(step.kind)\(name) at \(step.place)"
        }
        return "\(name(ofAction: cause)) led to it, by \(rule ?? "a middleware that answered it")." + end
    }

    /// Explains in a sentence why a run started, and how it ended.
    ///
    /// ```swift
    /// recording.explain(recording.runs[0])
    /// // "Effect search at Search.swift:12, started by 1 typed(\"a\"), was cancelled by 2 cleared."
    /// ```
    public func explain(_ run: RecordedRun) -> String {
        explain(run, unlessEnded: "still ran when the recording was made")
    }

    /// - Parameter unended: The words for a run that has not ended.
    package func explain(_ run: RecordedRun, unlessEnded unended: String) -> String {
        sentence(of: run, unlessEnded: unended).visible
    }

    private func sentence(of run: RecordedRun, unlessEnded unended: String) -> String {
        let attempts = run.attempts == 1 ? "" : " after \(run.attempts) attempts"
        let attempt = run.attempts == 1 ? "" : ", in attempt \(run.attempts)"
        let end =
            switch run.ending {
            case .running: unended
            case .returned: "returned\(attempts)"
            case .failed(let text, true): "failed with \(text.onOneLine), which was caught\(attempts)"
            case .failed(let text, false): "failed with \(text.onOneLine), and nothing caught it\(attempts)"
            case .timedOut(let duration): "took longer than its limit of \(duration)\(attempt)"
            case .cancelled(let number?): "was cancelled by \(name(ofAction: number))\(attempt)"
            case .cancelled(nil): "was cancelled by an unknown action\(attempt)"
            case .endedWithStore: "ended with its store\(attempt)"
            }
        return "\(name(of: run)), \(origin(of: run)), \(end)."
    }

    /// Explains a notice in a sentence.
    ///
    /// ```swift
    /// recording.explain(recording.notices[0])
    /// // "Effect save at Shop.swift:7 ignored 2 tapped, since its run for 1 tapped went on (first)."
    /// ```
    public func explain(_ notice: RecordedNotice) -> String { sentence(of: notice).visible }

    private func sentence(of notice: RecordedNotice) -> String {
        let rule = name(of: notice.rule)
        let what = notice.action.map { name(ofAction: $0) } ?? "the request of the first state"
        let by = notice.cause.map { name(ofAction: $0) }
        switch notice.kind {
        case .dropped:
            guard let text = notice.actionText else {
                return "\(rule) was closed, so its middleware did not get \(what)."
            }
            let origin = notice.action == nil ? "without a cause" : "caused by \(what)"
            return "\(rule) was closed, so \(text.onOneLine), \(origin), was dropped."
        case .ignored where notice.reason == "first":
            guard let number = notice.run else {
                return "\(rule) ignored \(what), since another one waits to be started (first)."
            }
            let other = run(number)?.cause.map { " for \(name(ofAction: $0))" } ?? ""
            return "\(rule) ignored \(what), since its run\(other) went on (first)."
        case .ignored:
            return "\(rule) ignored \(what), which came too soon after another one (\(notice.reason))."
        case .superseded:
            return "\(by ?? "A later one") replaced \(what), which waited for \(rule) (\(notice.reason))."
        case .revoked:
            let isEnd = notice.reason == "end"
            let canceller = isEnd ? "The end of the store" : by ?? "An unknown cause"
            guard let text = notice.actionText else {
                return "\(canceller) cancelled \(what), which waited for \(rule)."
            }
            if isEnd { return "\(canceller) dropped \(text.onOneLine), which was queued." }
            let sender = notice.run.flatMap(run(_:)).map { name(of: $0) } ?? rule
            return "\(canceller) cancelled \(sender), so \(text.onOneLine), which it had sent and which was queued, "
                + "was not processed."
        case .refused:
            let text = (notice.actionText ?? "An action").onOneLine
            let origin = notice.action == nil ? "" : ", caused by \(what),"
            return "\(text)\(origin) was not processed: \(notice.reason)."
        }
    }

    private func run(_ number: Int) -> RecordedRun? { runsByNumber[number] }

    private func name(of rule: ActionSource.Step) -> String {
        (rule.text.isEmpty ? rule.place : rule.text.onOneLine)
            + (rule.key.map { " for \($0.onOneLine)" } ?? "")
    }

    private func name(of run: RecordedRun) -> String {
        run.name.onOneLine + (run.key.map { " for \($0.onOneLine)" } ?? "")
    }

    private func origin(of run: RecordedRun) -> String {
        run.cause.map { "started by \(name(ofAction: $0))" }
            ?? (run.kind == "task" ? "started without a source" : "started by no action")
    }

    private func name(ofAction number: Int) -> String {
        let label = numbering.label(number)
        guard let entry = entry(number) else { return "\(label) (\(numbering.missing(number).rawValue))" }
        let text = entry.actionText
        return "\(label) \((text.count > 100 ? text.prefix(100) + "…" : text).onOneLine)"
    }
}
