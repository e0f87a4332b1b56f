// SPDX-License-Identifier: MIT

import RexCore

extension Recorder {
    /// Writes what is there now to a file, as ``Recording/write(to:as:)`` does, for a program that
    /// is about to end.
    ///
    /// If that fails one line on standard error says why.
    ///
    /// ```swift
    /// exit(recorder.write(to: "run.html") ? EXIT_SUCCESS : EXIT_FAILURE)
    /// ```
    ///
    /// - Returns: whether it was written.
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
    /// Writes the recording to a file, which is replaced if it is there.
    ///
    /// What is there stays until all of the new file is on the disk beside it, and keeps its
    /// rights; so does a link, whose target is replaced. A pipe, a device, and what stands for a
    /// descriptor in `/dev`, get the bytes as they are.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - format: the form; without one the ending of the path says it.
    /// - Throws: a ``RecordingError`` if the ending is unknown, or the file cannot be written.
    /// - Complexity: O(*n*) in the size of all actions, and of the states if they were kept.
    public func write(to path: String, as format: RecordingFormat? = nil) throws(RecordingError) {
        guard let format = format ?? RecordingFormat(path: path) else {
            throw RecordingError(
                "\(path) does not say in which form a recording is to be written: it has to end with one of "
                    + RecordingFormat.knownEndings
            )
        }
        try WholeFile.write(Array(text(as: format).utf8), to: path)
    }

    /// The recording in one of the forms.
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
            entries.lazy.map { Row($0) },
            runs: runs,
            notices: notices.map { ($0, explain($0)) },
            isRedacted: isRedacted,
            hasChanges: entries.contains { $0.recordedChange != nil || $0.stateBefore != nil && $0.stateAfter != nil },
            program: program,
            explanation: { explain($0) }
        )
    }

    /// The module of the actions, which is that of the program most often.
    private var program: String? {
        let name = String(reflecting: ActionType.self)
        let module = name.prefix { $0 != "." }
        let isName = module.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
        return isName && module.count < name.count && !["Swift", "RexCore"].contains(module) ? String(module) : nil
    }

    private var initialState: () -> [UInt8] {
        { [entries] in entries.first.map { $0.json(of: $0.stateBefore, $0.beforeDescription) } ?? Array("null".utf8) }
    }
}
