// SPDX-License-Identifier: MIT

/// A form in which a recording can be written.
public enum RecordingFormat: String, CaseIterable, Hashable, Sendable {
    /// A page to look at: one file that loads nothing, with a timeline, causes, changes and states,
    /// a search, and a comparison.
    case html
    /// A JSON value on each line: first what the recording is, then its runs and its actions; read
    /// again by ``Recording/init(jsonLines:)``.
    case jsonLines
    /// Trace events of Chrome, which Perfetto opens.
    case trace
    /// A diagram of causes for Mermaid, of the newest actions if there are more than it takes: 400,
    /// or 49,000 characters.
    case mermaid
    /// The format that the Redux DevTools extension imports.
    case reduxDevTools
    /// A tree of causes for a terminal, without control characters.
    case text

    /// The format that the ending of a file name stands for; nil for an ending that stands for
    /// none.
    ///
    /// `.html`, `.jsonl`, `.trace`, `.mmd`, `.json` for the DevTools, `.txt`.
    public init?(path: String) {
        let name = path.split(separator: "/").last.map(String.init)?.lowercased() ?? ""
        let format = RecordingFormat.endings.first { name.hasSuffix($0.ending) }?.format
        guard let format else { return nil }
        self = format
    }

    /// The longer endings first, where one ends with another.
    private static let endings: [(ending: String, format: RecordingFormat)] = [
        (".html", .html), (".htm", .html), (".jsonl", .jsonLines), (".ndjson", .jsonLines), (".trace", .trace),
        (".trace.json", .trace), (".mmd", .mermaid), (".mermaid", .mermaid), (".json", .reduxDevTools), (".txt", .text),
    ]

    /// The endings that ``init(path:)`` knows, for a message.
    public static let knownEndings = endings.map(\.ending).joined(separator: ", ")
}
