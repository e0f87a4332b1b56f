// SPDX-License-Identifier: MIT

import RexCore

/// Trace events of Chrome: actions and their phases on their threads, runs as asynchronous events,
/// and causes as flows.
struct TraceFormat {
    let text: String

    init(_ rows: Rows) {
        var json = JSONText()
        json.raw("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n")
        TraceFormat.names(rows, &json)
        for (index, row) in rows.actions.enumerated() {
            TraceFormat.action(row, in: rows, &json)
            guard let cause = rows.place(of: row.cause) else { continue }
            let origin = rows.actions[cause]
            // An arrow starts within the cause and ends within the action that it caused.
            TraceFormat.event(&json, "cause", phase: "s", at: TraceFormat.middle(of: origin), thread: origin.thread) {
                $0.integer("id", index)
            }
            TraceFormat.event(&json, "cause", phase: "f", at: TraceFormat.middle(of: row), thread: row.thread) {
                $0.integer("id", index)
                $0.string("bp", "e")
            }
        }
        for (place, run) in rows.runs.enumerated() { TraceFormat.run(run, place + 1, in: rows, &json) }
        for (notice, explanation) in rows.notices {
            TraceFormat.event(&json, notice.kind.rawValue, phase: "i", at: notice.time.nanoseconds, thread: 0) {
                event in
                event.string("s", "p")
                event.member("args") { $0.object { $0.string("explanation", explanation) } }
            }
        }
        json.raw("{\"name\":\"recording\",\"ph\":\"M\",\"pid\":1}\n]}\n")
        text = json.text
    }

    /// Writes an event with a part of its own.
    ///
    /// Not inlined: it is longer than the code around each call.
    @inline(never) private static func event(
        _ json: inout JSONText,
        _ name: String,
        phase: String,
        at time: UInt64,
        thread: Int,
        _ more: (inout JSONText) -> Void
    ) {
        json.object { event in
            event.string("name", name)
            event.string("cat", "rex")
            event.string("ph", phase)
            // In microseconds.
            event.number("ts", Double(time) / 1_000)
            event.integer("pid", 1)
            event.integer("tid", thread)
            more(&event)
        }
        json.raw(",\n")
    }

    private static func middle(of row: Row) -> UInt64 { (row.time + row.durations.total / 2).nanoseconds }

    private static func names(_ rows: Rows, _ json: inout JSONText) {
        event(&json, "process_name", phase: "M", at: 0, thread: 0) { event in
            event.member("args") { $0.object { $0.string("name", "Rex") } }
        }
        for thread in Array(Set(rows.actions.map(\.thread))).sorted() {
            event(&json, "thread_name", phase: "M", at: 0, thread: thread) { event in
                event.member("args") { $0.object { $0.string("name", "Thread \(thread)") } }
            }
        }
    }

    private static func action(_ row: Row, in rows: Rows, _ json: inout JSONText) {
        func slice(_ name: String, at time: UInt64, lasting duration: UInt64, _ more: (inout JSONText) -> Void) {
            event(&json, name, phase: "X", at: time, thread: row.thread) { event in
                event.number("dur", Double(duration) / 1_000)
                more(&event)
            }
        }
        slice(row.caseName, at: row.time.nanoseconds, lasting: row.durations.total.nanoseconds) { event in
            event.member("args") { args in
                args.object { args in
                    args.string("number", rows.label(row.number))
                    args.string("action", row.actionText)
                    args.string("source", "\(row.place.file):\(row.place.line)")
                    if let cause = row.cause { args.string("cause", rows.label(cause)) }
                    if !row.change.isEmpty { args.string("change", row.change) }
                }
            }
        }
        var time = row.time.nanoseconds
        let durations = row.durations
        for (name, duration) in [
            ("handle", durations.handle), ("reduce", durations.reduce), ("observers", durations.observers),
            ("IO", durations.io),
        ] {
            if duration > .zero { slice(name, at: time, lasting: duration.nanoseconds) { _ in } }
            time += duration.nanoseconds
        }
    }

    private static func run(_ run: RecordedRun, _ number: Int, in rows: Rows, _ json: inout JSONText) {
        event(&json, run.name, phase: "b", at: run.began.nanoseconds, thread: 0) { event in
            event.integer("id", number)
            event.member("args") { args in
                args.object { args in
                    args.string("kind", run.kind)
                    args.string("source", "\(run.file):\(run.line)")
                    args.string("ending", run.ending.kind)
                    args.string("explanation", rows.explanation(run))
                    if let cause = run.cause { args.string("cause", rows.label(cause)) }
                }
            }
        }
        guard let ended = run.ended else { return }
        event(&json, run.name, phase: "e", at: ended.nanoseconds, thread: 0) { $0.integer("id", number) }
    }
}
