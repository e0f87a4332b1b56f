// SPDX-License-Identifier: MIT

// The examples of the documentation comments.

import Observation
import RexCore
import RexObservation
import RexTestSupport
import Testing

@MainActor @Suite struct ObservableStoreExampleTests {
    private struct Form: Sendable {
        var title = "Emma"
        var todos = [Book(id: 0, title: "read", isRead: false)]
    }

    private enum FormAction: Sendable {
        case rename(String)
        case row(ElementIDAction<Int, BookAction>)
    }

    private let store = Store(
        initialState: Form(),
        reducer: .reduce { (action: FormAction, form: inout Form) in
            if case .rename(let title) = action { form.title = title }
        }
    )

    @Test func exampleOfTheModel() {
        let printed = Recorder<String>()
        let model = ObservableStore(store)
        withObservationTracking {
            printed.record(model.title)
        } onChange: {
            printed.record("the title has changed")
        }
        model.send(.rename("Evelina"))
        for row in model.elements(\.todos, action: FormAction.row) { printed.record(row.title) }
        let text = model.value(\.title, send: FormAction.rename)
        text.set("Cecilia")
        #expect(printed.events == ["Emma", "the title has changed", "read"])
        #expect(model.title == "Cecilia")
    }

    @Test func exampleOfTheSelector() {
        let openCount = StateSelector(\Form.todos) { todos in todos.count { !$0.isRead } }
        #expect(openCount.value(of: store.state) == 1)
    }
}
