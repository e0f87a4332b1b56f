// SPDX-License-Identifier: MIT

import RexCore

/// A JSON value on each line.
struct JSONLinesFormat {
    let text: String

    init(_ rows: Rows, startOfDay: UInt64, damage: RecordingError?) {
        var json = JSONText()
        json.object { line in
            line.string("type", "recording")
            line.integer("version", 1)
            line.integer("began", startOfDay)
            line.integer("actions", rows.actions.count)
            if let damage { line.string("damage", damage.description) }
        }
        json.byte("\n")
        for run in rows.runs {
            json.object { $0.run(run) }
            json.byte("\n")
        }
        for row in rows.actions {
            json.object { $0.row(row) }
            json.byte("\n")
        }
        text = json.text
    }
}

extension JSONText {
    fileprivate mutating func run(_ run: RecordedRun) {
        string("type", "run")
        integer("number", run.number)
        if let cause = run.cause { integer("cause", cause) }
        string("kind", run.kind)
        string("name", run.name)
        string("file", run.file)
        integer("line", run.line)
        integer("began", run.began.nanoseconds)
        if let ended = run.ended { integer("ended", ended.nanoseconds) }
        string("ending", run.ending.rawValue)
    }

    fileprivate mutating func row(_ row: Row) {
        string("type", "action")
        integer("number", row.number)
        if let cause = row.cause { integer("cause", cause) }
        if let run = row.run { integer("run", run) }
        string("name", row.name)
        member("action") { $0.raw(row.json()) }
        bool("described", row.isDescribed)
        string("text", row.text)
        string("file", row.place.file)
        string("function", row.place.function)
        integer("line", row.place.line)
        member("trail") { $0.array(row.trail) { json, step in json.object { $0.step(step) } } }
        string("change", row.change)
        integer("time", row.time)
        integer("handle", row.handle)
        integer("reduce", row.reduce)
        integer("observers", row.observers)
        integer("io", row.io)
        integer("thread", row.thread)
        bool("done", row.isDone)
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
