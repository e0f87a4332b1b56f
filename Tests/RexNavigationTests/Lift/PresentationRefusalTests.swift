// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexTestSupport
import Testing

@Suite struct PresentationRefusalTests {
    private let refused = Recorder<String>()
    private let log = Recorder<NotesAction>()

    /// A store of the notes and of another feature, which records processed and refused actions.
    private func store(
        _ other: Feature<NotesAction, Notes, NotesWorld> = .identity
    ) -> Store<NotesAction, Notes> {
        let log = log
        let parent = Feature<NotesAction, Notes, NotesWorld> { action, _ in log.record(action) }
        return Store(
            initialState: Notes(),
            feature: Feature(middleware: RefusalObserver(refused: refused)) <> parent <> notes <> other,
            dependencies: NotesWorld()
        )
    }

    private func dispatch(_ actions: NotesAction..., to store: Store<NotesAction, Notes>) {
        for action in actions { store.dispatch(action) }
    }

    @Test func parentsDoNotGetAnActionForAPresentationThatIsGone() {
        let store = store()
        dispatch(.opened(1), .path(.dismissed(1)), .detail(1, .edit), .detail(2, .edit), to: store)
        #expect(log.events == [.opened(1), .path(.dismissed(1))])
        #expect(refused.events == ["presentation #1 is gone", "presentation #2 is gone"])
    }

    @Test func lateDismissalIsRefused() {
        let store = store()
        dispatch(.opened(1), .path(.dismissed(1)), .path(.dismissed(1)), .opened(2), .path(.dismissed(1)), to: store)
        #expect(store.state.path.ids == [2])
        #expect(refused.events == ["presentation #1 is gone", "presentation #1 is gone"])
    }

    @Test func actionForAnInnerPresentationThatIsGoneIsRefusedAtAnyDepth() {
        let store = store()
        dispatch(.opened(1), .detail(1, .edit), .editor(1, 1, .previewed), to: store)
        let late: [NotesAction] = [
            .preview(1, 1, 2, .load), .preview(1, 2, 1, .load), .preview(2, 1, 1, .load), .editor(1, 2, .save),
            .detail(1, .editor(.dismissed(2))),
        ]
        for action in late { store.dispatch(action) }
        let reasons = ["#2", "#2", "#2", "#2", "#2"].map { "presentation \($0) is gone" }
        #expect(refused.events == reasons)
        #expect(log.events.count == 3)
        dispatch(.preview(1, 1, 1, .loaded(4)), to: store)
        #expect(store.state.path[id: 1]?.editor.value?.preview.value?.pages == 4)
    }

    @Test func secondTapOnDeleteDoesNothing() {
        let store = store()
        dispatch(.warned(3), .alert(.presented(1, .delete(3))), .alert(.presented(1, .delete(3))), to: store)
        #expect(store.state.log == ["delete 3"])
        #expect(refused.events == ["presentation #1 is gone"])
    }

    @Test func choiceThatNoButtonHasIsRefused() {
        let store = store()
        dispatch(.warned(3), .alert(.presented(1, .delete(4))), .alert(.presented(2, .delete(3))), to: store)
        #expect(store.state.log == [] && store.state.alert.id == 1)
        #expect(
            refused.events == ["no button of the dialog has the choice delete(4)", "presentation #2 is gone"]
        )
        dispatch(.alert(.presented(1, .delete(3))), to: store)
        #expect(store.state.log == ["delete 3"] && store.state.alert.isEmpty)
    }

    @Test func choiceThatIsNotEqualToItselfIsSent() {
        let prices = Feature<PriceAction, Prices, Void> { action, prices in
            if case .chosen(let price) = action { prices.chosen.append(price) }
        }
        let dialog = Feature<PriceAction, Prices, Void>
            .dialog(PriceAction.prisms.alert, state: \.alert, sending: PriceAction.chosen)
        var state = Prices()
        state.alert.present(Dialog("Price?", buttons: [.init("None", choice: .nan)]))
        let store = Store(initialState: state, feature: prices <> dialog, dependencies: ())
        store.dispatch(.alert(.presented(1, .nan)))
        #expect(store.state.chosen.count == 1 && store.state.alert.isEmpty)
    }

    @Test func resultForAParentThatIsGoneIsRefused() {
        // Goes back to the list as soon as a note is saved, so the detail never gets the result.
        let pop = Feature<NotesAction, Notes, NotesWorld> { action, notes in
            if action == .editor(1, 1, .saved("text")) { notes.path.popToRoot() }
        }
        let store = store(pop)
        dispatch(.opened(1), .detail(1, .edit), .editor(1, 1, .saved("text")), to: store)
        #expect(log.events == [.opened(1), .detail(1, .edit), .editor(1, 1, .saved("text"))])
        #expect(refused.events == ["presentation #1 is gone"])
    }

    @Test func actionOfAPresentationThatIsThereIsProcessedByAll() {
        let store = store()
        dispatch(.opened(1), .detail(1, .edit), .editor(1, 1, .typed("a")), .path(.dismissed(1)), to: store)
        #expect(log.events.count == 4)
        #expect(refused.events == [])
    }

    @Test func secondFeatureOfAStackAdmitsNoActionForAnInnerPresentationThatIsGone() {
        let count = Feature<DetailAction, Detail, NotesWorld> { _, detail in detail.ticks += 1 }
        let store = store(count.lift(.case(NotesAction.prisms.path, stack: \.path)))
        dispatch(.opened(1), .detail(1, .edit), .editor(1, 1, .cancelled), .editor(1, 1, .save), to: store)
        #expect(refused.events == ["presentation #1 is gone"])
        #expect(store.state.path[id: 1]?.ticks == 2)
    }
}

private struct RefusalObserver: MiddlewareProtocol {
    let refused: Recorder<String>

    func receiveContext(getState: @escaping GetState<Notes>, output: AnyActionHandler<NotesAction>) {
        output.eachRefused { [refused] in refused.record($0.reason.description) }
    }

    func handle(
        action: NotesAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<Notes>
    ) -> IO<NotesAction> { .pure() }
}

private struct Prices: Sendable {
    var alert = Presented<Dialog<Double>>()
    var chosen: [Double] = []
}

@Prism private enum PriceAction: Sendable {
    case alert(PresentationAction<Double>)
    case chosen(Double)
}
