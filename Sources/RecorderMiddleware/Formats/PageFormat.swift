// SPDX-License-Identifier: MIT

import RexCore

/// The page: the files of `Page/`, with the recording as data between them.
struct PageFormat {
    let text: String

    init(_ rows: Rows, startOfDay: UInt64, damage: RecordingError?) {
        var data = PageData()
        let parts: [Substring: String] = [
            "STYLE": PageFormat.text(of: PackageResources.page_css),
            "SCRIPT": [
                PackageResources.data_js, PackageResources.timeline_js, PackageResources.runs_js,
                PackageResources.list_js,
                PackageResources.details_js, PackageResources.main_js,
            ].map(PageFormat.text).joined(),
            "DATA": data.json(of: rows, startOfDay: startOfDay, damage: damage),
        ]
        // The template has each name between two of these signs, and no other ones.
        text = PageFormat.text(of: PackageResources.page_html)
            .split(separator: "@", omittingEmptySubsequences: false)
            .map { parts[$0] ?? String($0) }
            .joined()
    }

    private static func text(of file: [UInt8]) -> String { String(decoding: file, as: UTF8.self) }
}

/// The data of the page: each text once, and numbers that lead to them.
private struct PageData {
    private var places: [String: Int] = [:]
    private var texts: [String] = []
    private var lastState: [UInt16] = []

    /// JSON in which no character means something to a parser of HTML.
    mutating func json(of rows: Rows, startOfDay: UInt64, damage: RecordingError?) -> String {
        var json = JSONText()
        json.object { page in
            page.number("start", Double(startOfDay) / 1_000_000)
            if let damage { page.string("damage", damage.description) }
            page.member("actions") { json in
                json.array(rows.actions.enumerated()) { json, row in
                    action(row.element, rows, isFirst: row.offset == 0, &json)
                }
            }
            page.member("runs") { json in
                json.array(rows.runs) { json, run in self.run(run, rows, &json) }
            }
            // Behind those who use them.
            page.member("texts") { json in json.array(texts) { $0.string($1) } }
        }
        return json.text.replacing("<", with: "\\u003c")
    }

    private mutating func number(of text: String) -> Int {
        if let place = places[text] { return place }
        places[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }

    private mutating func action(_ row: Row, _ rows: Rows, isFirst: Bool, _ json: inout JSONText) {
        let place = [number(of: row.place.file), number(of: row.place.function), Int(row.place.line)]
        let trail = row.trail.map { step in
            [
                number(of: step.kind), number(of: step.text), number(of: step.file), number(of: step.function),
                Int(step.line),
            ]
        }
        let numbers = [
            rows.place(of: row.cause) ?? (row.cause == nil ? -1 : -2), row.run ?? 0, number(of: row.name),
            number(of: row.text), number(of: row.change), row.thread, row.isDone ? 1 : 0, row.isDescribed ? 1 : 0,
        ]
        json.array(0..<7) { json, column in
            switch column {
            case 0: json.string(rows.label(row.number))
            case 1: json.array(numbers) { $0.integer($1) }
            case 2: json.array([row.time, row.handle, row.reduce, row.observers, row.io]) { $0.integer($1) }
            case 3: json.array(place) { $0.integer($1) }
            case 4: json.array(trail) { json, step in json.array(step) { $0.integer($1) } }
            // In one store it is the state after the action before it.
            case 5: state(isFirst || rows.hasSeveralStores ? row.oldStateText : { nil }, &json)
            default: state(row.stateText, &json)
            }
        }
    }

    /// A state by what differs from the one before it: how much of its beginning and of its end stays, and what is between.
    private mutating func state(_ text: () -> String?, _ json: inout JSONText) {
        guard let text = text() else { return json.null() }
        let state = Array(text.utf16)
        var start = zip(lastState, state).prefix { $0 == $1 }.count
        // Not within a character of two units.
        while start > 0, UTF16.isTrailSurrogate(state.count > start ? state[start] : 0) { start -= 1 }
        let room = min(lastState.count, state.count) - start
        var end = zip(lastState.reversed(), state.reversed()).prefix(room).prefix { $0 == $1 }.count
        while end > 0, UTF16.isTrailSurrogate(state[state.count - end]) { end -= 1 }
        let middle = String(decoding: state[start..<(state.count - end)], as: UTF16.self)
        lastState = state
        json.array(0..<3) { json, column in
            switch column {
            case 0: json.integer(start)
            case 1: json.integer(end)
            default: json.string(middle)
            }
        }
    }

    private mutating func run(_ run: RecordedRun, _ rows: Rows, _ json: inout JSONText) {
        let numbers = [
            run.number, rows.place(of: run.cause) ?? -1, number(of: run.kind), number(of: run.name),
            number(of: run.file), Int(run.line), number(of: run.ending.rawValue), Int(run.began.nanoseconds),
            run.ended.map { Int($0.nanoseconds) } ?? -1,
        ]
        json.array(numbers) { $0.integer($1) }
    }
}
