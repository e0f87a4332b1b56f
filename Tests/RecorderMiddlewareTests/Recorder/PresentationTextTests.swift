// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// The page finds presentations in the texts of actions.
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
        }
    }
}
