// SPDX-License-Identifier: MIT

// The examples of the documentation comments. Those for SwiftUI and UIKit are compiled for Apple's platforms.

import RexCore
import RexNavigation
import RexObservation
import Testing

@MainActor @Suite struct PresentationExampleTests {
    private let notes = NotesStore()

    @Test func exampleOfASheet() {
        notes.change { $0.path.push(Detail(note: 7)) }
        let model = notes.model.stack(\.path, action: NotesAction.path).model(1)
        let editor = model?.presented(\.editor, action: DetailAction.editor)
        editor?.model?.send(.typed("Milk"))  // nil while nothing is presented
        model?.send(.edit)
        editor?.model?.send(.typed("Milk"))
        #expect(editor?.model?.text == "Milk")
        #expect(notes.actions.count == 2)
    }

    @Test func exampleOfAStack() {
        let path = notes.model.stack(\.path, action: NotesAction.path)
        for note in [7, 8] { notes.change { $0.path.push(Detail(note: note)) } }
        path.models.last?.send(.edit)  // to the top screen
        #expect(notes.actions == ["path #2 edit"])
    }

    @Test func exampleOfASignal() {
        let pad = PadStore()
        let view = Screen()
        view.connection = pad.model.onSignal(\.page.numbers, seen: PadAction.seen) { [weak view] number in
            view?.show(number)
        }
        pad.post(2)
        #expect(view.shown == [1, 2])
    }

    private final class Screen {
        var connection: SignalConnection?
        private(set) var shown: [Int] = []

        func show(_ number: Int) { shown.append(number) }
    }
}
