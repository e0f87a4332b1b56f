// SPDX-License-Identifier: MIT

import RexCore

/// The format with a JSON value on each line.
struct JSONLinesFormat {
    /// The version of the format, and of the page's data, which the page can save as JSON lines.
    static let version = 3

    let text: String

    init(_ rows: Rows, startOfDay: UInt64, damage: RecordingError?) {
        var json = JSONText()
        json.object { line in
            line.string("type", "recording")
            line.integer("version", JSONLinesFormat.version)
            line.integer("began", startOfDay)
            line.integer("actions", rows.actions.count)
            if let program = rows.program { line.string("program", program) }
            if rows.isRedacted { line.bool("redacted", true) }
            line.bool("changes", rows.hasChanges)
            if let damage { line.string("damage", damage.description) }
        }
        json.byte("\n")
        for (place, run) in rows.runs.enumerated() {
            json.object { line in
                line.integer("event", place + 1)
                line.run(run, rows, rows.explanation(run))
            }
            json.byte("\n")
        }
        for (place, row) in rows.actions.enumerated() {
            json.object { line in
                line.integer("event", rows.event(ofAction: place))
                line.string("label", rows.label(row.number))
                line.row(row, rows)
            }
            json.byte("\n")
        }
        for (place, (notice, explanation)) in rows.notices.enumerated() {
            json.object { line in
                line.integer("event", rows.event(ofAction: rows.actions.count + place))
                line.notice(notice, rows, explanation)
            }
            json.byte("\n")
        }
        text = json.text
    }
}

extension JSONText {
    package mutating func run(_ run: RecordedRun, _ links: some EventLinks, _ explanation: String) {
        string("type", "run")
        if let cause = run.cause { reference("cause", links.reference(toAction: cause)) }
        string("kind", run.kind)
        string("name", run.name)
        string("file", run.file)
        integer("line", run.line)
        integer("began", run.began.nanoseconds)
        if let ended = run.ended { integer("ended", ended.nanoseconds) }
        string("ending", run.ending.kind)
        if let text = run.ending.text { string("text", text) }
        if let isCaught = run.ending.isCaught { bool("caught", isCaught) }
        if let limit = run.ending.limit { integer("limit", limit.nanoseconds) }
        if let canceller = run.ending.canceller { reference("by", links.reference(toAction: canceller)) }
        integer("attempts", run.attempts)
        if let key = run.key { string("key", key) }
        string("explanation", explanation)
    }

    /// Writes a notice.
    ///
    /// The type of the line is its kind: dropped, ignored, superseded, revoked or refused.
    package mutating func notice(_ notice: RecordedNotice, _ links: some EventLinks, _ explanation: String) {
        string("type", notice.kind.rawValue)
        string("reason", notice.reason)
        member("rule") { $0.object { $0.step(notice.rule) } }
        if let action = notice.action { reference("action", links.reference(toAction: action)) }
        if let text = notice.actionText { string("text", text) }
        if let cause = notice.cause { reference("by", links.reference(toAction: cause)) }
        if let run = notice.run { reference("run", links.reference(toRun: run)) }
        integer("time", notice.time.nanoseconds)
        presentations(notice.presentations)
        string("explanation", explanation)
    }

    package mutating func row(_ row: Row, _ links: some EventLinks) {
        head(row, links)
        member("action") { $0.raw(row.json) }
        bool("described", row.isDescribed)
        if row.isShortened { bool("shortened", true) }
        string("text", row.actionText)
        member("trail") { $0.array(row.steps) { json, step in json.object { $0.step(step) } } }
        string("change", row.change)
        presentations(row.presentations)
    }

    /// Writes the parts of an action that are cheap to compute.
    package mutating func head(_ row: Row, _ links: some EventLinks) {
        string("type", "action")
        let (store, number) = Numbering.storeAndNumber(of: row.number)
        integer("number", number)
        integer("storeNumber", store)
        if let store = row.store { string("store", store) }
        if let cause = row.cause { reference("cause", links.reference(toAction: cause)) }
        if let run = row.run { reference("run", links.reference(toRun: run)) }
        string("name", row.caseName)
        string("file", row.place.file)
        string("function", row.place.function)
        integer("line", row.place.line)
        integer("time", row.time.nanoseconds)
        integer("handle", row.durations.handle.nanoseconds)
        integer("reduce", row.durations.reduce.nanoseconds)
        integer("observers", row.durations.observers.nanoseconds)
        integer("io", row.durations.io.nanoseconds)
        integer("thread", row.thread)
        bool("done", row.isDone)
    }

    private mutating func presentations(_ presentations: [PresentationPlace]) {
        guard !presentations.isEmpty else { return }
        member("presentations") { json in
            json.array(presentations) { json, presentation in
                json.object { member in
                    member.string("id", presentation.id)
                    member.string("container", presentation.container)
                    member.string("place", presentation.place)
                }
            }
        }
    }

    mutating func step(_ step: ActionSource.Step) {
        string("kind", step.kind)
        string("text", step.text)
        if let key = step.key { string("key", key) }
        string("file", step.file)
        string("function", step.function)
        integer("line", step.line)
    }
}
