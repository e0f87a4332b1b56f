// SPDX-License-Identifier: MIT

import RexCore

extension Recorder {
    /// Writes the current recording to a file, as ``Recording/write(to:as:)`` does, for a program
    /// that is about to end.
    ///
    /// If that fails, a line on standard error tells why.
    ///
    /// ```swift
    /// exit(recorder.write(to: "run.html") ? EXIT_SUCCESS : EXIT_FAILURE)
    /// ```
    ///
    /// - Returns: Whether the file was written.
    /// - Complexity: O(*n*) in the size of all actions, and of the states if they were kept.
    @discardableResult
    public func write(to path: String, as format: RecordingFormat? = nil) -> Bool {
        do {
            try recording().write(to: path, as: format)
            return true
        } catch {
            report(error.description)
            return false
        }
    }
}

extension Recording {
    /// Writes the recording to a file, and replaces an existing one.
    ///
    /// The file is replaced when the new one is complete and on disk. Its permissions are kept. Of
    /// a link, the target is replaced. A pipe, a device, or a descriptor in `/dev` gets the bytes
    /// directly.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - format: The format. By default, the extension of the path determines it.
    /// - Throws: A ``RecordingError`` if the extension is unknown, or if the file cannot be
    ///   written.
    /// - Complexity: O(*n*) in the size of all actions, and of the states if they were kept.
    public func write(to path: String, as format: RecordingFormat? = nil) throws(RecordingError) {
        guard let format = format ?? RecordingFormat(path: path) else {
            throw RecordingError(
                "\(path) has no extension of a recording format. Use one of "
                    + RecordingFormat.knownEndings
            )
        }
        try WholeFile.write(Array(text(as: format).utf8), to: path)
    }

    /// Returns the recording in a format.
    public func text(as format: RecordingFormat) -> String {
        switch format {
        case .html: PageFormat(rows, startOfDay: startOfDay, damage: damage).text
        case .jsonLines: JSONLinesFormat(rows, startOfDay: startOfDay, damage: damage).text
        case .trace: TraceFormat(rows).text
        case .mermaid: MermaidFormat(rows).text
        case .reduxDevTools: DevToolsFormat(rows, startOfDay: startOfDay, initialState: initialState).text
        case .text: TreeFormat(rows).text
        }
    }

    private var rows: Rows {
        Rows(
            entries.lazy.map(\.withoutTypes),
            runs: runs,
            notices: notices.map { ($0, explain($0)) },
            isRedacted: isRedacted,
            hasChanges: entries.contains { $0.recordedChange != nil || $0.stateBefore != nil && $0.stateAfter != nil },
            program: program,
            numbering: numbering,
            explanation: { explain($0) }
        )
    }

    /// The module of the actions, which is usually the name of the program.
    var program: String? { Recording.program }

    static var program: String? {
        let name = String(reflecting: ActionType.self)
        guard let dot = name.firstIndex(of: ".") else { return nil }
        let module = String(name[..<dot])
        return SourceName.isWord(module) && !["Swift", "RexCore"].contains(module) ? module : nil
    }

    private var initialState: () -> [UInt8] {
        { [entries] in entries.first.map(\.jsonBefore) ?? Array("null".utf8) }
    }
}
