// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore
import RexObservation
import RexTestSupport
import Testing

@testable import TodoExample

@MainActor @Suite struct DrawingWhiteBoxTests {
    private let events = Recorder<String>()

    @Test func listIsDrawnOnlyWhenItWasSaved() {
        let storage = MemoryStorage()
        let world = World(file: StateFile(at: "list", storage: storage), print: { _ in }, log: nil)
        let model = ObservableStore(Store(initialState: AppState(), feature: app, dependencies: world))
        let screen = ListScreen(model) { [events] text in
            let isSaved = storage.read("list").map { String(decoding: $0, as: UTF8.self).contains("Buy milk") }
            events.record("\(isSaved.map(String.init) ?? "nothing"): \(text)")
        }
        screen.draw()
        for command in ["add Buy milk", "remove 1", "", "unknown"] {
            model.send(.terminal(.entered(command)))
            screen.draw()
        }
        #expect(
            events.events == [
                "nothing: 0 open, 0 done", "true: 1 [ ] Buy milk\n1 open, 0 done", "false: 0 open, 0 done",
            ]
        )
    }

    @Test func rowIsDrawnOnlyIfItWasNotified() {
        let world = World(file: StateFile(at: "list", storage: .memory), print: { _ in }, log: nil)
        let model = ObservableStore(Store(initialState: AppState(), feature: app, dependencies: world))
        let screen = ListScreen(model, print: { _ in }, onDraw: events.record)
        for command in [
            "add a", "add b", "add c", "done 2", "move 3 1", "rename 2 new", "filter open", "filter all", "remove 3",
        ] {
            model.send(.terminal(.entered(command)))
            screen.draw()
        }
        #expect(events.events == ["[ ] a", "[ ] b", "[ ] c", "[x] b", "[ ] new"])
    }
}
