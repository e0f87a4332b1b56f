// SPDX-License-Identifier: MIT

import PreviewFeature
import QueryFeature
import RequestMiddleware
import ResultsFeature
import Terminal
import TextSearch

// The parts of the screen. Each is made from its own contents alone.

nonisolated extension QueryState {
    /// Returns the input line.
    ///
    /// A long line is scrolled to the left.
    func row(_ columns: Int) -> Row {
        let head = text.prefix(cursor)
        var (hidden, used) = (0, String(head).columns)
        for character in head where used > columns - 3 {
            hidden += 1
            used -= character.columns
        }
        var row = Row()
        row.append("> ", .match)
        row.append(String(text.dropFirst(hidden)))
        row.cursor = 2 + used
        return row
    }
}

/// The progress of the search.
nonisolated struct Progress: Hashable {
    let counts: SearchCounts
    let total: Int
    let isCounted: Bool
    let isSearching: Bool
    let failure: String?

    init(_ results: ResultsState) {
        (counts, total, isCounted) = (results.counts, results.total, results.isCounted)
        (isSearching, failure) = (results.isSearching, results.failure)
    }

    /// The counts, and a progress bar during the search.
    var row: Row {
        var row = Row()
        if let failure {
            row.append("  \(failure)", .match)
            return row
        }
        let lines = "\(counts.matches) \(counts.matches == 1 ? "line" : "lines")"
        row.append("  \(lines), \(counts.files) of \(max(total, counts.files))\(isCounted ? "" : "+") files")
        for (count, name) in [
            (counts.binary, "binary"), (counts.unreadable, "unreadable"), (counts.vanished, "vanished"),
        ] where count > 0 { row.append(", \(count) \(name)", .dim) }
        if isSearching, isCounted, total > 0 {
            let width = 20
            let full = min(width, counts.files * width / total)
            row.append(
                " [" + String(repeating: "#", count: full) + String(repeating: "-", count: width - full) + "]",
                .bar
            )
        }
        return row
    }
}

/// The hits, with the selected one.
nonisolated struct HitList: Hashable {
    let hits: [Hit]
    let selection: Int?
    let query: SearchQuery?

    init(_ results: ResultsState) {
        (hits, selection, query) = (results.hits, results.selection, results.search?.query)
    }

    /// Returns the rows of the hits around the selected one, followed by empty rows.
    func rows(_ count: Int, folder: PathName) -> [Row] {
        guard let selection, count > 0 else { return Row.filling([], count) }
        let first = max(0, min(selection - count / 2, hits.count - count))
        let rows = hits.indices[first...].prefix(count).map { index in
            let hit = hits[index]
            var row = Row()
            row.isSelected = index == selection
            row.append(String(displaying: hit.path.relative(to: folder)), .path)
            row.append(":")
            row.append("\(hit.line)", .number)
            row.append(": ")
            row.append(hit.text, matching: query)
            return row
        }
        return Row.filling(rows, count)
    }
}

nonisolated extension PreviewState {
    /// Returns the name of the file, and its lines with the hit in the middle.
    func rows(_ count: Int, query: SearchQuery?, folder: PathName) -> [Row] {
        let failed: (hit: Hit, reason: String)? =
            if case .failed(let hit, let failure) = lines.phase { (hit, failure.message) } else { nil }
        guard let shown = failed?.hit ?? lines.output?.hit, count > 1 else { return Row.filling([], count) }
        var title = Row()
        title.append("-- ", .dim)
        title.append(String(displaying: shown.path.relative(to: folder)), .path)
        title.append(" --", .dim)
        guard failed == nil, let excerpt = lines.output?.excerpt else {
            title.append(" \(failed?.reason ?? "")", .dim)
            return Row.filling([title], count)
        }
        let index = min(max(0, shown.line - excerpt.firstLine), excerpt.lines.count)
        let first = max(0, min(index - (count - 1) / 2, excerpt.lines.count - (count - 1)))
        let lines = excerpt.lines.indices[first...].prefix(count - 1).map { index in
            let number = "\(excerpt.firstLine + index)"
            var row = Row()
            row.append(String(repeating: " ", count: max(0, 5 - number.count)) + number + " ", .number)
            row.append(excerpt.lines[index], matching: excerpt.firstLine + index == shown.line ? query : nil)
            return row
        }
        return Row.filling([title] + lines, count)
    }
}

nonisolated extension Row {
    /// Appends empty rows.
    fileprivate static func filling(_ rows: [Row], _ count: Int) -> [Row] {
        rows + Array(repeating: Row(), count: max(0, count - rows.count))
    }

    /// Appends text of a file, with the words of a query highlighted.
    fileprivate mutating func append(_ text: [UInt8], matching query: SearchQuery?) {
        var place = 0
        for range in query?.ranges(in: text) ?? [] {
            append(String(displaying: text[place..<range.lowerBound]))
            append(String(displaying: text[range]), .match)
            place = range.upperBound
        }
        append(String(displaying: text[place...]))
    }
}

nonisolated extension PathName {
    /// Returns the path relative to a folder.
    fileprivate func relative(to folder: PathName) -> ArraySlice<UInt8> {
        guard bytes.starts(with: folder.bytes) else { return bytes[...] }
        return bytes.dropFirst(folder.bytes.count).drop { $0 == UInt8(ascii: "/") }
    }
}
