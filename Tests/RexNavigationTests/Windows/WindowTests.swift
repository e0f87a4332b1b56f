// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import Prism
import RexCore
import RexNavigation
import RexTesting
import Testing

private struct Sheet: Codable, Sendable, Equatable { var seconds = 0 }

@Prism private enum SheetAction: Sendable, Equatable { case ticked }

private let sheet = Feature<SheetAction, Sheet, Void> { _, sheet in
    sheet.seconds += 1
} effects: { effects, _ in
    effects.during({ _ in true }) { effect in
        while true {
            try await effect.sleep(for: .seconds(1))
            effect.send(.ticked)
        }
    }
}

private struct Window: Identifiable, Codable, Sendable, Equatable {
    let id: Int
    let scene: String
    var answers = 0
    var sheet = Presented<Sheet>()
    var toasts = Signals<String>()
}

@Prism private enum WindowAction: Sendable, Equatable {
    case asked, answered, added(String), opened, toastsSeen(SignalID), sheet(PresentationAction<SheetAction>)
}

private let window = Feature<WindowAction, Window, Void>.combine {
    Feature { action, window in
        switch action {
        case .answered: window.answers += 1
        case .added: window.toasts.post("Added")
        case .opened: window.sheet.present(Sheet())
        case .toastsSeen(let id): window.toasts.seen(upTo: id)
        case .asked, .sheet: break
        }
    } effects: { effects, _ in
        effects.on(\.isAsked) { effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.answered)
        }
    }
    sheet.lift(.case(WindowAction.prisms.sheet, presented: \.sheet))
}

private struct Windows: Codable, Sendable, Equatable {
    var list: [Window] = []
    private var lastID = 0

    mutating func connect(_ scene: String) {
        guard !list.contains(where: { $0.scene == scene }) else { return }
        lastID += 1
        list.append(Window(id: lastID, scene: scene))
    }

    mutating func discard(_ scene: String) {
        list.removeAll { $0.scene == scene }
    }
}

private struct Root: Sendable, Equatable {
    var notes: [String] = []
    var windows = Windows()
}

@Prism private enum RootAction: Sendable, Equatable {
    case connected(String), discarded(String), window(ElementIDAction<Int, WindowAction>)
}

private let root = Feature<RootAction, Root, Void>.combine {
    Feature { action, root in
        switch action {
        case .connected(let scene): root.windows.connect(scene)
        case .discarded(let scene): root.windows.discard(scene)
        case .window(let row): if case .added(let text) = row.action { root.notes.append(text) }
        }
    }
    window.lift(.case(RootAction.prisms.window, each: \.windows.list))
}

/// An app with two windows, as the page about windows describes it.
@Suite struct WindowTests {
    private let test = TestStore(initialState: Root(), feature: root, dependencies: ())

    init() {
        for scene in ["A", "B"] { test.send(.connected(scene)) { $0.windows.connect(scene) } }
    }

    private func row(_ id: Int, _ action: WindowAction) -> RootAction {
        .window(ElementIDAction(id: id, action: action))
    }

    private func finish() {
        for window in test.state.windows.list {
            test.send(.discarded(window.scene)) { $0.windows.discard(window.scene) }
        }
        test.run()
        test.finish()
    }

    @Test func closingAWindowLeavesTheOtherAndEndsItsEffectsAndPresentations() {
        for id in 1...2 {
            test.send(row(id, .opened)) { $0.windows.list[id - 1].sheet.present(Sheet()) }
            test.send(row(id, .asked))
        }
        test.send(.discarded("A")) { $0.windows.discard("A") }
        test.advance(by: .seconds(1))
        test.receive(row(2, .sheet(.presented(1, .ticked)))) {
            $0.windows.list[0].sheet.update(1) { $0.seconds = 1 }
        }
        test.receive(row(2, .answered)) { $0.windows.list[0].answers = 1 }
        #expect(test.state.windows.list.map(\.id) == [2])
        #expect(test.state.windows.list.first?.sheet.id == 1)
        finish()
    }

    @Test func lateActionsOfAClosedWindowAreRefusedAndReachNoOther() {
        test.send(row(1, .opened)) { $0.windows.list[0].sheet.present(Sheet()) }
        test.send(.discarded("A")) { $0.windows.discard("A") }
        for action: WindowAction in [.added("late"), .toastsSeen(1), .answered, .sheet(.dismissed(1))] {
            test.sendLate(row(1, action))
        }
        #expect(test.state.notes == [])
        finish()
    }

    @Test func aSceneThatIsOpenedAgainGetsAWindowWithAnotherID() {
        test.send(row(2, .added("Milk"))) {
            $0.notes = ["Milk"]
            $0.windows.list[1].toasts.post("Added")
        }
        for scene in ["A", "B"] { test.send(.discarded(scene)) { $0.windows.discard(scene) } }
        test.send(.connected("B")) { $0.windows.connect("B") }
        #expect(test.state.windows.list.map(\.id) == [3])
        test.sendLate(row(2, .toastsSeen(1)))
        finish()
    }

    @Test func theSharedPartStandsAboveAndEachWindowHasItsOwnSignals() {
        for id in 1...2 {
            test.send(row(id, .added("note \(id)"))) {
                $0.notes.append("note \(id)")
                $0.windows.list[id - 1].toasts.post("Added")
            }
        }
        test.send(row(1, .toastsSeen(1))) { $0.windows.list[0].toasts.seen(upTo: 1) }
        #expect(test.state.windows.list.map(\.toasts.pending.count) == [0, 1])
        test.send(.discarded("A")) { $0.windows.discard("A") }
        #expect(test.state.notes == ["note 1", "note 2"])
        finish()
    }

    @Test func restoredScenesFindTheirWindowsAndNewOnesGetNewIDs() throws {
        test.send(row(2, .opened)) { $0.windows.list[1].sheet.present(Sheet()) }
        test.send(row(2, .added("Milk"))) {
            $0.notes = ["Milk"]
            $0.windows.list[1].toasts.post("Added")
        }
        test.send(.discarded("A")) { $0.windows.discard("A") }
        let data = try JSONEncoder().encode(test.state.windows)
        finish()

        let restored = try JSONDecoder().decode(Windows.self, from: data)
        let next = TestStore(initialState: Root(windows: restored), feature: root, dependencies: ())
        // The scene finds its window, which changes nothing.
        next.send(.connected("B"))
        #expect(next.state.windows.list.map(\.id) == [2])
        #expect(next.state.windows.list.first?.sheet.id == 1)
        #expect(next.state.windows.list.first?.toasts.pending.isEmpty == true)
        next.send(.connected("A")) { $0.windows.connect("A") }
        #expect(next.state.windows.list.map(\.id) == [2, 3])
        // The effects of a restored presentation run.
        next.advance(by: .seconds(1))
        next.receive(row(2, .sheet(.presented(1, .ticked)))) {
            $0.windows.list[0].sheet.update(1) { $0.seconds = 1 }
        }
        for scene in ["A", "B"] { next.send(.discarded(scene)) { $0.windows.discard(scene) } }
        next.run()
        next.finish()
    }
}
