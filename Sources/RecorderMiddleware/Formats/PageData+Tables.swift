// SPDX-License-Identifier: MIT

import RexCore

/// A column of a table in the page's data, with a number for each row.
///
/// The scripts read and write columns by name, so the lists in this file are the only ones.
private struct PageColumn<Element> {
    let name: String
    /// Whether the numbers are places in the list of texts, or -1.
    let isText: Bool
    let number: (inout PageData, Element) -> Int

    static func number(_ name: String, _ number: @escaping (Element) -> Int) -> PageColumn {
        PageColumn(name: name, isText: false) { number($1) }
    }

    static func flag(_ name: String, _ flag: @escaping (Element) -> Bool) -> PageColumn {
        number(name) { flag($0) ? 1 : 0 }
    }

    static func text(_ name: String, _ text: @escaping (Element) -> String?) -> PageColumn {
        PageColumn(name: name, isText: true) { data, element in text(element).map { data.number(of: $0) } ?? -1 }
    }

    /// A number of something that is written once for all rows.
    static func shared(_ name: String, _ number: @escaping (inout PageData, Element) -> Int) -> PageColumn {
        PageColumn(name: name, isText: false, number: number)
    }
}

extension PageData {
    mutating func tables(of rows: Rows, _ page: inout JSONText) {
        table("actions", of: rows.actions, PageData.columns(ofActions: rows), &page)
        table("runs", of: rows.runs, PageData.columns(ofRuns: rows), &page)
        table("notices", of: rows.notices, PageData.columns(ofNotices: rows), &page)
        // Written after the tables that add to it.
        table("presentations", of: presentations, PageData.columnsOfPresentations, &page)
    }

    /// Writes a list for each column, which parses faster than an object for each row.
    private mutating func table<Element>(
        _ name: String,
        of elements: [Element],
        _ columns: [PageColumn<Element>],
        _ page: inout JSONText
    ) {
        var numbers = columns.map { _ in [Int]() }
        // Row by row, since a state is written as its difference from the one before.
        for element in elements {
            for (place, column) in columns.enumerated() { numbers[place].append(column.number(&self, element)) }
        }
        func group(isText: Bool, _ json: inout JSONText) {
            json.object { group in
                for (column, numbers) in zip(columns, numbers) where column.isText == isText {
                    group.member(column.name) { $0.integers(numbers) }
                }
            }
        }
        page.member(name) { json in
            json.object { table in
                table.member("numbers") { group(isText: false, &$0) }
                table.member("texts") { group(isText: true, &$0) }
            }
        }
    }

    private static func columns(ofActions rows: Rows) -> [PageColumn<Row>] {
        [
            .number("store") { Numbering.storeAndNumber(of: $0.number).store },
            .number("number") { Numbering.storeAndNumber(of: $0.number).number },
            .shared("cause") { $0.index(of: $1.cause, in: rows) },
            .number("run") { rows.runNumber($0.run) },
            .text("name") { $0.caseName },
            .text("text") { $0.actionText },
            .text("change") { $0.change },
            .number("thread") { $0.thread },
            .flag("done") { $0.isDone },
            .flag("described") { $0.isDescribed },
            .flag("shortened") { $0.isShortened },
            .number("time") { Int($0.time.nanoseconds) },
            .number("handle") { Int($0.durations.handle.nanoseconds) },
            .number("reduce") { Int($0.durations.reduce.nanoseconds) },
            .number("observers") { Int($0.durations.observers.nanoseconds) },
            .number("io") { Int($0.durations.io.nanoseconds) },
            .text("file") { $0.place.file },
            .text("function") { $0.place.function },
            .number("line") { Int($0.place.line) },
            .shared("trail") { $0.trail($1.steps) },
            .shared("address") { $0.address($1.presentations) },
            .shared("before") { $0.state($1.before, of: Numbering.storeAndNumber(of: $1.number).store) },
            .shared("after") { $0.state($1.after, of: Numbering.storeAndNumber(of: $1.number).store) },
        ]
    }

    private static var columnsOfPresentations: [PageColumn<NestedPresentation>] {
        [
            .number("outer") { $0.outer },
            .text("id") { $0.place.id },
            .text("container") { $0.place.container },
            .text("place") { $0.place.place },
        ]
    }

    private static func columns(ofRuns rows: Rows) -> [PageColumn<RecordedRun>] {
        [
            .number("number") { rows.runNumber($0.number) },
            .shared("cause") { $0.index(of: $1.cause, in: rows) },
            .text("kind") { $0.kind },
            .text("name") { $0.name },
            .text("file") { $0.file },
            .number("line") { Int($0.line) },
            .text("ending") { $0.ending.kind },
            .number("began") { Int($0.began.nanoseconds) },
            .number("ended") { $0.ended.map { Int($0.nanoseconds) } ?? -1 },
            .text("text") { $0.ending.text },
            .number("limit") { $0.ending.limit.map { Int($0.nanoseconds) } ?? -1 },
            .flag("caught") { $0.ending.isCaught == true },
            .shared("by") { $0.index(of: $1.ending.canceller, in: rows) },
            .number("attempts") { $0.attempts },
            .text("key") { $0.key },
            .text("explanation") { rows.explanation($0) },
        ]
    }

    private static func columns(
        ofNotices rows: Rows
    ) -> [PageColumn<(notice: RecordedNotice, explanation: String)>] {
        [
            .shared("action") { $0.index(of: $1.notice.action, in: rows) },
            .text("kind") { $0.notice.kind.rawValue },
            .text("reason") { $0.notice.reason },
            .text("ruleKind") { $0.notice.rule.kind },
            .text("ruleText") { $0.notice.rule.text },
            .text("ruleKey") { $0.notice.rule.key },
            .text("ruleFile") { $0.notice.rule.file },
            .text("ruleFunction") { $0.notice.rule.function },
            .number("ruleLine") { Int($0.notice.rule.line) },
            .text("text") { $0.notice.actionText },
            .shared("address") { $0.address($1.notice.presentations) },
            .shared("by") { $0.index(of: $1.notice.cause, in: rows) },
            .number("run") { rows.runNumber($0.notice.run) },
            .number("time") { Int($0.notice.time.nanoseconds) },
            .text("explanation") { $0.explanation },
        ]
    }
}

extension PageData {
    /// Returns the index of an action, or -1 for nil.
    ///
    /// For one that is not kept, returns -2 minus the number of a text with its label and the reason.
    fileprivate mutating func index(of action: Int?, in rows: Rows) -> Int {
        guard let action else { return -1 }
        return rows.place(of: action) ?? -2 - number(of: "\(rows.label(action)) (\(rows.missing(action).rawValue))")
    }
}

extension Rows {
    /// Returns the number of a run, counted from 1, 0 for nil, or -1 if it is not kept.
    fileprivate func runNumber(_ number: Int?) -> Int { number == nil ? 0 : runPlace(of: number).map { $0 + 1 } ?? -1 }
}
