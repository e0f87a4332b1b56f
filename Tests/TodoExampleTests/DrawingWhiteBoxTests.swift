// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

@testable import TodoExample

@MainActor @Suite struct DrawingWhiteBoxTests {
    private let events = Recorder<String>()

    @Test func listIsDrawnOnlyWhenItWasSaved() {
        let world = World(
            file: TodoFile(read: { [] }, replace: { [events] _, todos in events.record("saved \(todos.count)") }),
            print: { _ in },
            log: nil
        )
        let store = Store(initialState: AppState(), feature: app, dependencies: world)
        store.dispatch(.storage(.load))
        store.dispatch(.storage(.autosave(isOn: true)))
        let model = ObservableStore(store)
        let screen = ListScreen(model) { [events] in events.record("drawn " + $0) }
        screen.draw()
        for command in ["add Buy milk", "remove 1", "", "unknown"] {
            model.send(.terminal(.entered(command)))
            screen.draw()
        }
        #expect(
            events.events == [
                "drawn 0 open, 0 done",
                "saved 1", "drawn 1 [ ] Buy milk\n1 open, 0 done",
                "saved 0", "drawn 0 open, 0 done",
            ]
        )
    }

    @Test func rowIsDrawnOnlyIfItWasNotified() {
        let world = World(file: TodoFile(read: { [] }, replace: { _, _ in }), print: { _ in }, log: nil)
        let store = Store(initialState: AppState(), feature: app, dependencies: world)
        store.dispatch(.storage(.load))
        let model = ObservableStore(store)
        let screen = ListScreen(model, print: { _ in }, onDraw: events.record)
        for command in [
            "add a", "add b", "add c", "done 2", "move 3 1", "rename 1 new", "filter open", "filter all", "remove 2",
        ] {
            model.send(.terminal(.entered(command)))
            screen.draw()
        }
        #expect(events.events == ["1 [ ] a", "2 [ ] b", "3 [ ] c", "2 [x] b", "1 [ ] new"])
    }
}
