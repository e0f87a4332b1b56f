// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexTestSupport
import Testing

@testable import RexObservation

/// The bridge between a store and the views of its presentations.
@MainActor @Suite struct PresentationBridgeWhiteBoxTests {
    let notes = NotesStore()

    private func sheet() -> BridgeStage<EditorAction, Editor> {
        BridgeStage(.sheet, notes.model.presented(\.sheet, action: NotesAction.sheet).source)
    }

    private func stack() -> BridgeStage<DetailAction, Detail> {
        BridgeStage(.stack, notes.model.stack(\.path, action: NotesAction.path).source)
    }

    @Test func oneSheetIsReplacedByAnotherThroughNothing() {
        let sheet = sheet()
        notes.change { $0.sheet.present(Editor(text: "one")) }
        sheet.acknowledge()
        let first = sheet.items.last?.model
        notes.change { $0.sheet.replace(with: Editor(text: "two")) }
        for _ in 0..<3 { sheet.acknowledge() }
        #expect(sheet.requests == [[], [1], [], [2]])
        #expect((first?.text, sheet.items.last?.model.text) == ("one", "two"))
        #expect(notes.actions.isEmpty)
    }

    @Test func restoredPresentationIsRequestedAtTheStart() {
        notes.change { for note in 1...3 { $0.path.push(Detail(note: note)) } }
        #expect(stack().requests == [[1, 2, 3]])
    }

    @Test func changeInATransitionWaitsForItsEnd() {
        let sheet = sheet()
        notes.change { $0.sheet.present(Editor()) }
        notes.change { $0.sheet.dismiss() }
        sheet.time.turn()
        #expect(sheet.requests == [[], [1]])
        sheet.acknowledge()
        #expect(sheet.requests == [[], [1], []])
    }

    @Test func thereIsOneRequestInATurn() {
        let stack = stack()
        notes.change { $0.path.push(Detail(note: 1)) }
        for item in stack.items { stack.bridge.appeared(item) }
        notes.change { $0.path.push(Detail(note: 2)) }
        #expect(stack.requests == [[], [1]])
        stack.time.turn()
        #expect(stack.requests == [[], [1], [1, 2]])
    }

    @Test func transitionWithoutAnEndCountsAsEndedAfterTheLimit() {
        let sheet = sheet()
        notes.change { $0.sheet.present(Editor()) }
        sheet.time.turn()
        notes.change { $0.sheet.dismiss() }
        sheet.time.limit()
        #expect(sheet.requests == [[], [1], []])
    }

    @Test func sheetThatTheUserClosesIsDismissedOnceFromTheLineThatPresentsIt() {
        let line: UInt = #line + 1
        let source = notes.model.presented(\.sheet, action: NotesAction.sheet).source
        let sheet = BridgeStage(.sheet, source)
        notes.change { $0.sheet.present(Editor()) }
        sheet.acknowledge()
        let before = sheet.items
        sheet.close()
        sheet.bridge.write([], insteadOf: before)
        sheet.bridge.ended(showing: [])
        sheet.time.turn()
        #expect(notes.actions == ["sheet #1 dismissed"])
        #expect(notes.lines == [line])
        #expect((sheet.requests, notes.state.sheet.id) == ([[], [1], []], nil))
    }

    @Test func nextSheetWaitsUntilTheOneThatTheUserClosesIsGone() {
        let sheet = sheet()
        notes.change { $0.sheet.present(Editor()) }
        sheet.acknowledge()
        sheet.close()
        notes.change { $0.sheet.present(Editor()) }
        sheet.time.turn()
        #expect(sheet.requests == [[], [1], []])
        sheet.bridge.ended(showing: [])
        sheet.time.turn()
        #expect(sheet.requests == [[], [1], [], [2]])
    }

    @Test func lateWriteOfASheetThatIsGoneClosesNothing() {
        let sheet = sheet()
        notes.change { $0.sheet.present(Editor()) }
        sheet.acknowledge()
        let gone = sheet.items
        notes.change { $0.sheet.replace(with: Editor()) }
        for _ in 0..<3 { sheet.acknowledge() }
        sheet.bridge.write([], insteadOf: gone)
        #expect((notes.actions, notes.state.sheet.id) == ([], 2))
    }

    @Test func dismissalThatTheStateDoesNotFollowIsUndoneAfterTheLimit() {
        var state = Notes()
        state.sheet.present(Editor())
        let sent = Recorder<PresentationID>()
        let double = StoreDouble<NotesAction, Notes>(initialState: state) { action in
            if case .sheet(.dismissed(let id)) = action.action { sent.record(id) }
        }
        let model = ObservableStore(double)
        let sheet = BridgeStage(.sheet, model.presented(\.sheet, action: NotesAction.sheet).source)
        sheet.acknowledge()
        sheet.close()
        sheet.bridge.ended(showing: [])
        sheet.time.turn()
        #expect(sheet.requests == [[1], []])
        sheet.time.limit()
        #expect(sheet.requests == [[1], [], [1]])
        #expect(sent.events == [1])
    }

    @Test func closedSheetIsNotRequestedAgainWhileTheStoreIsLate() {
        var state = Notes()
        state.sheet.present(Editor())
        let double = StoreDouble<NotesAction, Notes>(initialState: state) { _ in }
        let model = ObservableStore(double)
        let sheet = BridgeStage(.sheet, model.presented(\.sheet, action: NotesAction.sheet).source)
        sheet.acknowledge()
        sheet.close()
        sheet.bridge.ended(showing: [])
        state.visits = 1
        double.set(state)
        for _ in 0..<2 { sheet.time.turn() }
        state.sheet.dismiss()
        double.set(state)
        sheet.time.turn()
        sheet.time.limit()
        #expect(sheet.requests == [[1], []])
    }

    @Test func goingBackClosesTheLowestScreenThatTheUserHasLeft() {
        let stack = stack()
        notes.change { for note in 1...3 { $0.path.push(Detail(note: note)) } }
        stack.acknowledge()
        let before = stack.items
        // An effect pushes a screen while the user goes back.
        notes.change { $0.path.push(Detail(note: 4)) }
        stack.bridge.write(Array(before.prefix(1)), insteadOf: before)
        stack.acknowledge()
        #expect(notes.actions == ["path #2 dismissed"])
        #expect((notes.state.path.ids, stack.requests.last) == ([1], [1]))
    }

    @Test func screenThatIsPushedAfterTheUserWentBackIsRequested() {
        let stack = stack()
        notes.change { $0.path.push(Detail(note: 1)) }
        stack.acknowledge()
        // The end of the transition comes before the write.
        stack.bridge.ended(showing: [])
        stack.close()
        notes.change { $0.path.push(Detail(note: 2)) }
        stack.time.turn()
        #expect(stack.requests == [[], [1], [], [2]])
    }

    @Test func anotherContainerIsShownAfterTheSheetOfTheFirstHasClosed() {
        let other = NotesStore()
        let sheet = sheet()
        notes.change { $0.sheet.present(Editor(text: "mine")) }
        sheet.acknowledge()
        let mine = sheet.items
        other.change { $0.sheet.present(Editor(text: "other")) }
        sheet.bridge.follow(other.model.presented(\.sheet, action: NotesAction.sheet).source)
        sheet.bridge.follow(other.model.presented(\.sheet, action: NotesAction.sheet).source)
        notes.change { $0.sheet.dismiss() }
        // The first sheet has the same id. It does not acknowledge the other one.
        for item in mine { sheet.bridge.appeared(item) }
        sheet.time.turn()
        #expect(sheet.requests == [[], [1], []])
        sheet.acknowledge()
        #expect(sheet.requests == [[], [1], [], [1]])
        #expect(sheet.items.last?.model.text == "other")
        sheet.bridge.write([], insteadOf: mine)
        #expect(other.actions.isEmpty)
        sheet.acknowledge()
        sheet.close()
        #expect((notes.actions, other.actions) == ([], ["sheet #1 dismissed"]))
    }

    @Test func laterPresentationsSendTheActionsOfTheLatestUpdate() {
        let sheet = sheet()
        for name in ["one", "two"] {
            let source = notes.model.presented(\.sheet) { (action: PresentationAction<EditorAction>) in
                .sheet(.presented(action.id, .typed(name)))
            }
            sheet.bridge.start(source.source)
            notes.change { $0.sheet.present(Editor()) }
            sheet.items.last?.model.send(.done)
            notes.change { $0.sheet.dismiss() }
            for _ in 0..<3 { sheet.acknowledge() }
        }
        #expect(notes.actions == ["sheet #1 typed(\"one\")", "sheet #2 typed(\"two\")"])
    }

    @Test func bridgeEndsWithItsView() {
        let time = ManualPresentationClock()
        var bridge: PresentationBridge? = PresentationBridge<EditorAction, Editor>(.sheet, clock: time.clock)
        bridge?.start(notes.model.presented(\.sheet, action: NotesAction.sheet).source)
        notes.change { $0.sheet.present(Editor()) }
        weak let released = bridge
        bridge = nil
        notes.change { $0.sheet.dismiss() }
        time.turn()
        time.limit()
        #expect(released == nil)
    }

    @Test func liveClockCallsInLaterTurns() async {
        let order = Recorder<String>()
        await withCheckedContinuation { continuation in
            PresentationClock.live.nextTurn {
                order.record("turn")
                continuation.resume()
            }
            order.record("returned")
        }
        #expect(order.events == ["returned", "turn"])
    }
}
