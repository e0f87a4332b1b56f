// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import Testing

@testable import RexObservation

/// Alerts, which close by themselves and announce nothing.
@MainActor @Suite struct DialogBridgeWhiteBoxTests {
    let notes = NotesStore()
    let alert: BridgeStage<Choice, Dialog<Choice>>

    init() {
        alert = BridgeStage(.dialog, notes.model.presented(\.alert, action: NotesAction.alert).source)
        present()
        alert.time.turn()
    }

    private func present() {
        notes.change { $0.alert.present(Dialog("Delete?", buttons: [.init("Delete", choice: .delete)])) }
    }

    private func choose() {
        alert.bridge.latest?.send(.delete)
    }

    @Test func choiceIsSentOnceIfItComesBeforeTheAlertHasClosed() {
        choose()
        alert.close()
        for _ in 0..<3 { alert.time.turn() }
        #expect(notes.actions == ["alert #1 delete", "chosen delete"])
        #expect(alert.requests == [[], [1], []])
    }

    @Test func choiceIsSentOnceIfItComesAfterTheAlertHasClosed() {
        alert.close()
        choose()
        for _ in 0..<3 { alert.time.turn() }
        #expect(notes.actions == ["alert #1 delete", "chosen delete"])
        #expect(alert.requests == [[], [1], []])
    }

    @Test func alertThatIsClosedWithoutAChoiceIsDismissedInTheNextTurn() {
        alert.close()
        #expect(notes.actions.isEmpty)
        alert.time.turn()
        #expect(notes.actions == ["alert #1 dismissed"])
    }

    @Test func alertCountsAsShownAfterTheLimitAndIsNotRequestedAgain() {
        for _ in 0..<3 {
            alert.time.limit()
            alert.time.turn()
        }
        #expect(alert.requests == [[], [1]])
        notes.change { $0.alert.dismiss() }
        #expect(alert.requests == [[], [1], []])
    }

    @Test(arguments: [false, true])
    func nextAlertIsRequestedInTheTurnAfterTheChoice(isAfterTheLimit: Bool) {
        if isAfterTheLimit { alert.time.limit() }
        choose()
        present()
        alert.close()
        alert.time.turn()
        #expect(alert.requests == [[], [1], [], [2]])
        #expect(alert.bridge.latest?.model.title == "Delete?")
    }

    @Test func titleStaysWhileTheAlertCloses() {
        alert.close()
        alert.time.turn()
        #expect(alert.items.isEmpty)
        #expect(alert.bridge.latest?.model.title == "Delete?")
    }
}
