// SPDX-License-Identifier: MIT

import Prism
import RecorderMiddleware
import RexCore
import RexNavigation
import RexTesting
import Testing

private struct Screen: Sendable, Equatable { var toasts = Signals<String>() }

@Prism private enum ScreenAction: Sendable, Equatable { case saved, toastsSeen(SignalID) }

private struct Root: Sendable, Equatable {
    var screen = Presented<Screen>()
    var toasts = Signals<String>()
}

@Prism private enum RootAction: Sendable, Equatable {
    case open, sent, toastsSeen(SignalID), screen(PresentationAction<ScreenAction>)
}

private let screen = Feature<ScreenAction, Screen, Void> { action, screen in
    switch action {
    case .saved: screen.toasts.post("Saved")
    case .toastsSeen(let id): screen.toasts.seen(upTo: id)
    }
}

private let root = Feature<RootAction, Root, Void>.combine {
    Feature { action, root in
        switch action {
        case .open: root.screen.replace(with: Screen())
        case .sent:
            root.toasts.post("Sent")
            root.screen.dismiss()
        case .toastsSeen(let id): root.toasts.seen(upTo: id)
        case .screen: break
        }
    }
    screen.lift(.case(RootAction.prisms.screen, presented: \.screen))
}

/// A `Signals` in a store.
@Suite struct SignalStoreTests {
    private static func screen(_ id: PresentationID, _ action: ScreenAction) -> RootAction {
        .screen(.presented(id, action))
    }

    @Test func pendingIsOrdinaryStateOfATestStore() {
        let test = TestStore(initialState: Root(), feature: root, dependencies: ())
        test.send(.sent) { $0.toasts.post("Sent") }
        #expect(test.state.toasts.pending.map(\.value) == ["Sent"])
        test.send(.toastsSeen(1)) { $0.toasts.seen(upTo: 1) }
        #expect(test.state.toasts.pending.isEmpty)
        test.send(.toastsSeen(1))
        test.finish()
    }

    @Test func seenIsRefusedWithItsPresentation() {
        let test = TestStore(initialState: Root(), feature: root, dependencies: ())
        test.send(.open) { $0.screen.present(Screen()) }
        test.send(Self.screen(1, .saved)) { $0.screen.update(1) { $0.toasts.post("Saved") } }
        test.send(.open) { $0.screen.replace(with: Screen()) }
        test.send(Self.screen(2, .saved)) { $0.screen.update(2) { $0.toasts.post("Saved") } }
        // The acknowledgement of the first screen doesn't reach the second one.
        test.sendLate(Self.screen(1, .toastsSeen(1)))
        #expect(test.state.screen.value?.toasts.pending.map(\.value) == ["Saved"])
        test.send(Self.screen(2, .toastsSeen(1))) { $0.screen.update(2) { $0.toasts.seen(upTo: 1) } }
        test.finish()
    }

    @Test func aValueInTheParentOutlivesTheScreen() {
        let test = TestStore(initialState: Root(), feature: root, dependencies: ())
        test.send(.open) { $0.screen.present(Screen()) }
        test.send(.sent) {
            $0.toasts.post("Sent")
            $0.screen.dismiss()
        }
        test.send(.toastsSeen(1)) { $0.toasts.seen(upTo: 1) }
        test.finish()
    }

    @Test func theRecorderShowsPostsAndAcknowledgementsAsChangesOfTheState() {
        let recorder = Recorder<RootAction, Root>()
        let store = Store(initialState: Root(), feature: root.adding(recorder.middleware), dependencies: ())
        for action: RootAction in [.sent, .sent, .toastsSeen(1), .toastsSeen(1)] { store.dispatch(action) }
        #expect(
            recorder.recording().entries.map(\.change) == [
                #"""
                toasts.lastID.number: 0 → 1
                toasts.pending[0]: inserted Signal(id: #1, value: "Sent")
                """#,
                #"""
                toasts.lastID.number: 1 → 2
                toasts.pending[1]: inserted Signal(id: #2, value: "Sent")
                """#,
                #"toasts.pending[0]: removed Signal(id: #1, value: "Sent")"#,
                "",
            ]
        )
    }
}
