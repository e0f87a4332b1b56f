// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexObservation
import Testing

// The code of the documentation comments.

@Suite struct NavigationDocExamples {
    struct Editor: Equatable { var text: String }
    struct Note: Equatable {
        var text = ""
        var editor = Presented<Editor>()
    }
    struct Detail: Equatable { var note: Int }

    // `PresentationID`
    @Test func idsCountFromOne() {
        var path = PresentationStack<String>()
        path.push("Inbox")
        path.push("Mail")
        #expect(path.ids == [1, 2])
    }

    // `Presented`
    @Test func aSecondTapPresentsNothing() {
        var note = Note()
        var ids = [note.editor.present(Editor(text: "Milk")), note.editor.present(Editor(text: "Eggs"))]
        note.editor.dismiss(1)
        ids.append(note.editor.present(Editor(text: "Eggs")))
        #expect(ids == [1, nil, 2])
    }

    // `PresentationStack`
    @Test func aPushComesFromTheTop() {
        var path = PresentationStack<Detail>()
        var ids = [path.push(Detail(note: 7), from: nil), path.push(Detail(note: 7), from: nil)]
        ids.append(path.push(Detail(note: 8), from: 1))
        path.dismiss(1)
        ids.append(path.push(Detail(note: 9), from: nil))
        #expect(ids == [1, nil, 2, 3])
        #expect(path.ids == [3])
    }

    // `DeepLinks`
    @Test func pathsAreParsedAndPrinted() {
        let links = DeepLinks<Route>(
            RoutePattern("folder", Route.prisms.folder),
            RoutePattern("note", Route.prisms.note),
            RoutePattern("settings", Route.prisms.settings)
        )
        #expect(links.parse(path: "/folder/To%20do/note/7") == [.folder("To do"), .note(7)])
        #expect(links.print([.folder("To do"), .note(7)]) == "/folder/To%20do/note/7")
        #expect(links.parse(path: "/note/seven") == nil)
        #expect(links.parse("https://notes.app/note/7", scheme: "https", host: "notes.app") == [.note(7)])
        #expect(links.parse("notes://note/7", scheme: "notes") == [.note(7)])
    }

    // `PresentationCoordinator`
    @Test func aSheetIsReplacedThroughNothing() {
        var coordinator = PresentationCoordinator(.single)
        coordinator.show([1])
        var offers = [coordinator.nextOffer()]
        coordinator.show([2])
        offers.append(coordinator.nextOffer())
        coordinator.transitionEnded(1, showing: [1])
        coordinator.beginTurn()
        offers.append(coordinator.nextOffer())
        coordinator.transitionEnded(2, showing: [])
        coordinator.beginTurn()
        offers.append(coordinator.nextOffer())
        #expect(offers.map { $0?.number } == [1, nil, 2, 3])
        #expect(offers.map { $0?.ids } == [[1], nil, [], [2]])
    }

    // `Signals`
    @Test func anEditorPostsAToast() {
        let store = Store(initialState: SignalEditor(), feature: signalEditor, dependencies: ())
        store.dispatch(.save)
        #expect(store.state.toasts.pending.map(\.value) == ["Saved"])
        store.dispatch(.toastsSeen(1))
        #expect(store.state.toasts.pending.isEmpty)
    }

    // `SignalCoordinator`
    @Test func aCoordinatorDeliversEachValueOnce() {
        var toasts = Signals<String>()
        var coordinator = SignalCoordinator()
        toasts.post("Saved")
        toasts.post("Sent")
        var values: [String?] = []
        for _ in 0..<3 { values.append(coordinator.next(in: toasts)?.value) }
        #expect(values == ["Saved", "Sent", nil])
        #expect(coordinator.takeAcknowledgement() == 2)
    }
}

private struct SignalEditor: Sendable, Equatable {
    var text = ""
    var toasts = Signals<String>()
}

@Prism private enum SignalEditorAction: Sendable, Equatable {
    case save, toastsSeen(SignalID)
}

private let signalEditor = Feature<SignalEditorAction, SignalEditor, Void> { action, editor in
    switch action {
    case .save: editor.toasts.post("Saved")
    case .toastsSeen(let id): editor.toasts.seen(upTo: id)
    }
}
