// SPDX-License-Identifier: MIT

/// A file format of recordings.
public enum RecordingFormat: String, CaseIterable, Hashable, Sendable {
    /// A page in a single file, with a timeline, causes, changes, states, a search, and a
    /// comparison.
    ///
    /// It loads nothing.
    case html
    /// A JSON value on each line: a header, the runs, and the actions.
    ///
    /// ``Recording/init(jsonLines:)`` reads it.
    case jsonLines
    /// Trace events of Chrome, which Perfetto opens.
    case trace
    /// A diagram of causes for Mermaid, with at most 400 actions or 49,000 characters, the newest
    /// ones.
    case mermaid
    /// The format that the Redux DevTools extension imports.
    case reduxDevTools
    /// A tree of causes for a terminal, without control characters.
    case text

    /// Makes the format of a file name extension, or nil if the extension is unknown.
    ///
    /// The extensions are `.html`, `.jsonl`, `.trace`, `.mmd`, `.txt`, and `.json` for the
    /// DevTools.
    public init?(path: String) {
        let name = path.split(separator: "/").last.map(String.init)?.lowercased() ?? ""
        let format = RecordingFormat.endings.first { name.hasSuffix($0.ending) }?.format
        guard let format else { return nil }
        self = format
    }

    /// The extensions.
    ///
    /// If one ends with another, the longer one comes first.
    private static let endings: [(ending: String, format: RecordingFormat)] = [
        (".html", .html), (".htm", .html), (".jsonl", .jsonLines), (".ndjson", .jsonLines), (".trace", .trace),
        (".trace.json", .trace), (".mmd", .mermaid), (".mermaid", .mermaid), (".json", .reduxDevTools), (".txt", .text),
    ]

    /// The extensions of ``init(path:)``, for a message.
    public static let knownEndings = endings.map(\.ending).joined(separator: ", ")
}
