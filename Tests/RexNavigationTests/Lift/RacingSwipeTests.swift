// SPDX-License-Identifier: MIT

import EffectMiddleware
import Prism
import RexCore
import RexNavigation
import RexTesting
import Testing

private struct Note: Sendable, Equatable {
    var text = ""
    var editor = Presented<String>()
}

@Prism private enum DraftAction: Sendable, Equatable { case save, saved(String) }

@Prism private enum NoteAction: Sendable, Equatable {
    case edit, edited(String), editor(PresentationAction<DraftAction>)
}

private let draft = Feature<DraftAction, String, Void> { _, _ in
} effects: { effects, _ in
    effects.on(\.isSave) { effect in
        let text = effect.state
        await Task.yield()
        effect.send(.saved(text))
    }
}

private let note = Feature<NoteAction, Note, Void>.combine {
    Feature { action, note in
        if case .edit = action { note.editor.present("Milk") }
        if case .edited(let text) = action { note.text = text }
    }
    draft.lift(.case(NoteAction.prisms.editor, presented: \.editor, ends: .when(\.saved, sending: NoteAction.edited)))
}

@Suite struct RacingSwipeTests {
    @Test func aSwipeThatRacesASaveIsSentOrRefused() {
        exploreSchedules(100) { schedule in
            let test = TestStore(initialState: Note(), feature: note, dependencies: (), schedule: schedule)
            test.send(.edit) { $0.editor.present("Milk") }
            test.send(.editor(.presented(1, .save)))
            let isSwiped = test.sendIfPresent(.editor(.dismissed(1))) { $0.editor.dismiss() }
            schedule.sometimes(isSwiped, "swiped")
            schedule.sometimes(!isSwiped, "saved")
            if !isSwiped {
                test.receive(.editor(.presented(1, .saved("Milk")))) { $0.editor.dismiss() }
                test.receive(.edited("Milk")) { $0.text = "Milk" }
            }
            #expect(test.refused.map(\.action) == (isSwiped ? [] : [.editor(.dismissed(1))]))
            test.finish()
        }
    }

    @Test func theChangeIsComparedUnlessTheStoreRefuses() {
        let failures = failures {
            let test = TestStore(initialState: Note(), feature: note, dependencies: ())
            test.send(.edit) { $0.editor.present("Milk") }
            test.sendIfPresent(.editor(.dismissed(1)))
            test.sendIfPresent(.editor(.dismissed(1))) { $0.text = "not compared" }
            test.finish()
        }
        #expect(failures.count == 1)
        #expect(
            failures.first?.hasPrefix("sendIfPresent(.editor(.dismissed(#1))): The action changed the state") == true
        )
    }
}
