// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexNavigation
import Testing

@Suite struct PresentationMapTests {
    /// The entries of the effects, without their places.
    private func text(_ map: FeatureMap) -> String {
        "\(map)".replacing(/Effect at Notes.swift:\d+/, with: "Effect")
    }

    @Test func presentationsContainTheirFeaturesAndTheirEndings() {
        let expected = """
            Notes
              path, \\Notes.path
                Presentation
                  Effect, a function of the state
                  editor, \\Detail.editor
                    Presentation
                      Effect, a function of the action, latest
                      preview, \\Editor.preview
                        Presentation
                          Effect, a function of the action, each
                          Ends by a function of the action, sends an action
                      Ends by a function of the action, sends an action
                      Ends by a function of the action
                  Ends by a function of the action, sends an action
                  Ends by a function of the action, sends an action
              alert, \\Notes.alert
                Presentation
                  Ends by a function of the action, sends an action
            """
        #expect(text(notes.map(NotesWorld())) == expected)
    }

    @Test func endingSaysWhatItSends() {
        let endings: [(PresentationEnding<EditorAction, Editor, DetailAction>, String)] = [
            (.when(\.isCancelled), "Ends by a function of the action"),
            (.when(\.isCancelled, sending: .tick), "Ends by a function of the action, sends an action"),
            (
                .when(\.isCancelled, state: { .edited($0.text) }),
                "Ends by a function of the action, sends an action made from the state"
            ),
        ]
        for (ending, text) in endings {
            let app = Feature<EditorAction, Editor, Void> { _, _ in }
                .lift(.case(DetailAction.prisms.editor, presented: \Detail.editor, ends: ending))
            #expect("\(app.map(()))" == "Detail\n  editor, \\Detail.editor\n    Presentation\n      \(text)")
        }
    }
}
