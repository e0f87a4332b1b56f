// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexNavigation
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// The presentations of actions and of refused actions, and their texts.
@Suite struct PresentationTextTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// In memory, in a file, in JSON lines, and in a redacted recording.
    @Test func actionsContainTheIDsOfTheirPresentations() throws {
        let path = folder.file("run.rex")
        let recorders = [NotesRecorder(), NotesRecorder(file: path), NotesRecorder(redacting: { $0 })]
        for recorder in recorders { Feature.record(with: recorder) }
        let recordings: [Recording<NotesAction, Notes>] = [
            recorders[0].recording(), try Recording(file: path), recorders[2].recording(),
            try Recording(jsonLines: recorders[0].recording().text(as: .jsonLines)),
        ]
        for recording in recordings {
            #expect(
                recording.entries.map(\.actionText) == [
                    "open", "path(presented(#1, edit))",
                    #"path(presented(#1, editor(presented(#1, typed("presented(#9, a)")))))"#, "open",
                    "path(presented(#2, edit))", #"path(presented(#2, editor(presented(#1, typed("b")))))"#,
                    "path(presented(#2, edit))", #"path(presented(#2, editor(presented(#2, typed("c")))))"#, "ask",
                    #"alert(presented(#1, typed("d")))"#, "path(dismissed(#2))", "path(presented(#1, edit))",
                    "alert(dismissed(#1))",
                ]
            )
            #expect(
                recording.notices.map { [$0.actionText, $0.reason] } == [
                    [#"path(presented(#2, editor(presented(#1, typed("late")))))"#, "presentation #1 is gone"],
                    ["path(presented(#2, edit))", "presentation #2 is gone"],
                    [#"path(presented(#2, editor(presented(#1, typed("later")))))"#, "presentation #2 is gone"],
                ]
            )
            #expect(
                try presentations(in: recording) == [
                    "2: #1 of path", "3: #1 of path, #1 of editor", "5: #2 of path", "6: #2 of path, #1 of editor",
                    "7: #2 of path", "8: #2 of path, #2 of editor", "11: #1 of alert", "12: #2 of path",
                    "15: #1 of path", "16: #1 of alert", "refused: #2 of path, #1 of editor", "refused: #2 of path",
                    "refused: #2 of path, #1 of editor",
                ]
            )
        }
    }

    /// Returns the presentations of each line, after the number of its action.
    private func presentations(in recording: Recording<NotesAction, Notes>) throws -> [String] {
        struct Line: Decodable {
            struct Place: Decodable { let id, container: String }
            let type: String
            let number: Int?
            let presentations: [Place]?
        }
        return try recording.text(as: .jsonLines).split(separator: "\n").compactMap { text in
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            guard let presentations = line.presentations else { return nil }
            let places = presentations.map { "\($0.id) of \($0.container)" }.joined(separator: ", ")
            let name = line.number.map { "\($0 % ActionSource.rangeOfNumbers)" } ?? line.type
            return "\(name): \(places)"
        }
    }

    /// The ids of elements are values, which are redacted too.
    @Test func containersOfRefusedActionsAreRedacted() {
        let recorder = WindowsRecorder(redacting: { _ in .window("…", .path(.dismissed(1))) })
        Feature.record([.window("SECRET", .path(.dismissed(1)))], in: ["SECRET"], with: recorder)
        let lines = recorder.recording().text(as: .jsonLines)
        #expect(lines.contains(#""container":"window(id: \"…\").path""#))
        #expect(!lines.contains("SECRET"))
    }
}
