// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import Testing

@Suite struct LiftInvariantTests {
    @Test func nothingSentByOrForAPresentationIsProcessedByAnother() async {
        let notes = NotesStore()
        notes.dispatch(.opened(1), .detail(1, .edit), .editor(1, 1, .save))
        await notes.wait(for: "save")
        notes.dispatch(.detail(1, .replaceEditor), .editor(1, 1, .typed("late")))
        await notes.finish()
        #expect(notes.state.path[id: 1]?.editor.id == 2)
        #expect(notes.state.path[id: 1]?.editor.value == Editor(text: "other"))
        #expect(notes.state.path[id: 1]?.text == "")
        #expect(!notes.actions.contains(.editor(1, 1, .saved("saved"))))
        #expect(!notes.actions.contains(.editor(1, 2, .saved("saved"))))
    }

    @Test func aReplacedScreenOfAStackKeepsNoEffect() async {
        let notes = NotesStore()
        notes.dispatch(.opened(1))
        await notes.wait(for: "start 1")
        notes.dispatch(.replaced(2), .detail(1, .tick))
        await notes.wait(for: "cancel")
        await notes.wait(for: "start 2")
        #expect(notes.state.path[id: 2]?.ticks == 0)
        await notes.finish()
        #expect(notes.state.path.map(\.value.ticks) == [1])
        #expect(notes.actions.suffix(1) == [.detail(2, .tick)])
    }

    @Test(arguments: [NotesAction.path(.dismissed(1)), .replaced(2), .linked([]), .detail(1, .deleted), .resetAll])
    func whenAPresentationIsGoneAfterAReductionItsEffectsHaveEndedAtAnyDepth(ending: NotesAction) async {
        let notes = NotesStore()
        notes.dispatch(.opened(1), .detail(1, .edit), .editor(1, 1, .previewed), .preview(1, 1, 1, .load))
        notes.dispatch(.editor(1, 1, .save))
        await notes.wait(for: "load")
        await notes.wait(for: "save")
        await notes.wait(for: "start 1")
        notes.dispatch(ending)
        let log = notes.actions
        await notes.wait(for: "cancel")
        await notes.finish()
        // Only the new screen and the result of the ending may send.
        let allowed: [NotesAction] = [.detail(2, .tick), .deleted]
        #expect(notes.actions.dropFirst(log.count).allSatisfy(allowed.contains))
        #expect(!notes.state.path.contains(1))
    }

    @Test func theEffectsOfAnInnerPresentationEndWithoutTheOuterOne() async {
        let notes = NotesStore()
        notes.dispatch(.opened(1), .detail(1, .edit), .editor(1, 1, .previewed), .preview(1, 1, 1, .load))
        await notes.wait(for: "load")
        notes.dispatch(.editor(1, 1, .preview(.dismissed(1))), .editor(1, 1, .save))
        await notes.wait(for: "save")
        await notes.finish()
        #expect(!notes.actions.contains(.preview(1, 1, 1, .loaded(3))))
        #expect(notes.state.path[id: 1]?.text == "saved")
        #expect(notes.state.path[id: 1]?.editor.isEmpty == true)
    }

    @Test func anActionThatEndsAPresentationSendsItsResultOnce() {
        let notes = NotesStore()
        notes.dispatch(.opened(7), .detail(1, .done(7)), .detail(1, .done(7)))
        #expect(notes.state.log == ["#1 done 7"])
        #expect(notes.state.path.isEmpty)
        notes.dispatch(.opened(8), .detail(2, .deleted), .detail(2, .deleted))
        #expect(notes.state.log == ["#1 done 7", "deleted"])
        notes.dispatch(.warned(3), .alert(.presented(1, .delete(3))), .alert(.presented(1, .delete(3))))
        #expect(notes.state.log == ["#1 done 7", "deleted", "delete 3"])
        #expect(notes.state.alert.isEmpty)
    }
}
