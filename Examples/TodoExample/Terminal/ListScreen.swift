// SPDX-License-Identifier: MIT

import Observation
import RexCore
import RexObservation

/// The list in the terminal.
///
/// Only the rows that were notified are drawn again.
///
/// Notifications only mark rows. `draw()` draws them, as a screen does with its next frame.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor final class ListScreen {
    private struct Line {
        let text: String
        let isDone: Bool
    }

    private let model: ObservableStore<AppAction, AppState>
    private let print: @Sendable (String) -> Void
    private let onDraw: (String) -> Void
    /// The rows that were not notified since they were drawn.
    private var lines: [Todo.ID: Line] = [:]
    private var needsDrawing = true
    private var shown = ""

    /// - Parameter onDraw: Gets the text of each drawn row, without its position.
    init(
        _ model: ObservableStore<AppAction, AppState>,
        print: @escaping @Sendable (String) -> Void,
        onDraw: @escaping (String) -> Void = { _ in }
    ) {
        self.model = model
        self.print = print
        self.onDraw = onDraw
    }

    /// Draws the list, and again after each line, until the lines end or the user quits.
    func run(reading nextLine: () -> String?) {
        draw()
        while model.terminal.isOpen, let line = nextLine() {
            model.send(.terminal(.entered(line)))
            draw()
        }
    }

    /// Prints the list if it has changed.
    func draw() {
        guard needsDrawing else { return }
        needsDrawing = false
        let list = withObservationTracking {
            look()
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.needsDrawing = true }
        }
        let rows = zip(1..., list.rows.map(line)).filter { _, line in list.filter.shows(isDone: line.isDone) }
        let text = (rows.map { ListView.row($0, $1.text) } + [list.summary]).joined(separator: "\n")
        guard text != shown else { return }
        shown = text
        print(text)
    }

    private func look() -> (rows: ObservableElements<TodoAction, Todo>, filter: Filter, summary: String) {
        let rows = model.elements(\.list.todos) { action in AppAction.list(.row(action)) }
        if lines.count > rows.count { lines = lines.filter { rows.ids.contains($0.key) } }
        return (rows, model[dynamicMember: \.list.filter], model.select(.summary))
    }

    private func line(of row: ObservableStore<TodoAction, Todo>) -> Line {
        let id = row.id
        if let line = lines[id] { return line }
        let line = withObservationTracking {
            Line(text: ListView.text(row.title, isDone: row.isDone), isDone: row.isDone)
        } onChange: { [weak self] in
            MainActor.assumeIsolated {
                self?.lines[id] = nil
                self?.needsDrawing = true
            }
        }
        lines[id] = line
        onDraw(line.text)
        return line
    }
}

extension StateSelector where State == AppState, Value == String {
    /// The line below the list.
    static let summary = StateSelector(\.list.todos, \.list.filter, \.storage) { todos, filter, storage in
        ListView.summary(of: todos, filter: filter, storage: storage)
    }
}
