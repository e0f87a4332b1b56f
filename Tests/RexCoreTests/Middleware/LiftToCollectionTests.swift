// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private struct Row: Identifiable, Sendable, Equatable {
    let id: Int
    var value = 0
}

private enum RowAction: Sendable, Equatable { case add(Int), removed, added(Int) }

private enum AppAction: Sendable, Equatable {
    case row(ElementIDAction<Int, RowAction>)
    case other

    var row: ElementIDAction<Int, RowAction>? {
        if case .row(let action) = self { action } else { nil }
    }
}

/// Records its element before and after the reducer.
private struct ElementRecorder: MiddlewareProtocol, Sendable {
    let values: Recorder<String>

    func handle(action: RowAction, from dispatcher: ActionSource, state: @escaping GetState<Row>) -> IO<RowAction> {
        let before = state().value
        return IO { [values] output in
            values.record("\(state().id): \(before) -> \(state().value)")
            if case .add(let value) = action { output.dispatch(.added(value), from: dispatcher) }
        }
    }
}

private let reducer = Reducer<AppAction, [Row]>.reduce { action, rows in
    guard case .row(let local) = action else { return }
    switch local.action {
    case .add(let value):
        if let index = rows.firstIndex(where: { $0.id == local.id }) { rows[index].value += value }
    case .removed: rows.removeAll { $0.id == local.id }
    case .added: break
    }
}

@Suite struct LiftToCollectionTests {
    private let values = Recorder<String>()
    private let processed = Recorder<AppAction>()

    private func run(
        _ middleware: sending some MiddlewareProtocol<AppAction, AppAction, [Row]>,
        _ actions: [AppAction]
    ) {
        let noting = Reducer<AppAction, [Row]>.reduce { [processed] action, _ in processed.record(action) }
        let store = Store(
            initialState: [Row(id: 1), Row(id: 2)],
            reducer: noting <> reducer,
            middleware: middleware
        )
        for action in actions { store.dispatch(action) }
    }

    private func row(_ id: Int, _ action: RowAction) -> AppAction { .row(ElementIDAction(id: id, action: action)) }

    @Test func middlewareReadsItsElementBeforeAndAfterAndAnswersForIt() {
        run(
            ElementRecorder(values: values).lift(
                .case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \[Row].self)
            ),
            [row(2, .add(5)), .other]
        )
        #expect(values.events == ["2: 0 -> 5", "2: 5 -> 5"])
        #expect(processed.events == [row(2, .add(5)), row(2, .added(5)), .other])
    }

    @Test func actionForAnAbsentElementIsIgnored() {
        run(
            ElementRecorder(values: values).lift(
                .case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \[Row].self)
            ),
            [row(9, .add(5)), .other]
        )
        #expect(values.events == [])
    }

    @Test func removedElementIsReadAsItWas() {
        run(
            ElementRecorder(values: values).lift(
                .case(CasePath(extract: \AppAction.row, embed: AppAction.row), each: \[Row].self)
            ),
            [row(1, .add(5)), row(1, .removed)]
        )
        #expect(values.events == ["1: 0 -> 5", "1: 5 -> 5", "1: 5 -> 5"])
    }
}
