// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import TodoExample

@Suite struct DrawingWhiteBoxTests {
    private let events = Recorder<String>()

    @Test func listIsDrawnOnlyWhenItWasSaved() {
        let world = World(
            file: TodoFile(read: { [] }, replace: { [events] _, todos in events.record("saved \(todos.count)") }),
            print: { _ in },
            log: nil
        )
        let store = Store(initialState: AppState(), reducer: .app, middleware: MiddlewareReader.app.inject(world))
        store.dispatch(.storage(.load))
        store.dispatch(.storage(.autosave(isOn: true)))
        let terminal = store.terminal
        let drawing = terminal.observe { [events] list in
            if let list { events.record("drawn " + list.text) }
        }
        terminal.dispatch("add Buy milk")
        terminal.dispatch("remove 1")
        drawing.cancel()
        #expect(
            events.events == [
                "drawn 0 open, 0 done",
                "saved 1", "drawn 1 [ ] Buy milk\n1 open, 0 done",
                "saved 0", "drawn 0 open, 0 done",
            ]
        )
    }
}
