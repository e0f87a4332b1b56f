// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// The complete list as text.
struct ListView: Sendable {
    private let rows: [String]
    private let summary: String

    init(_ app: AppState) {
        rows = zip(1..., app.list.todos).filter { app.list.filter.shows(isDone: $1.isDone) }.map { place, todo in
            Self.row(place, Self.text(todo.title, isDone: todo.isDone))
        }
        summary = Self.summary(of: app.list.todos, filter: app.list.filter, storage: app.storage)
    }

    /// The line below the rows.
    static func summary(of todos: [Todo], filter: Filter, storage: StorageState) -> String {
        let doneCount = todos.count(where: \.isDone)
        var notes = ["\(todos.count - doneCount) open", "\(doneCount) done"]
        if filter != .all { notes.append("\(filter) shown") }
        if !storage.isAutosaving { notes.append("autosave is off") }
        switch storage.failure?.reason {
        case nil: break
        case .wasDamaged(let copy): notes.append("the saved list was damaged and is kept as \(copy)")
        case let reason?: notes.append("not saved: \(reason)")
        }
        return notes.joined(separator: ", ")
    }

    /// Returns the text of a to-do with its check box.
    static func text(_ title: String, isDone: Bool) -> String { "[\(isDone ? "x" : " ")] \(title)" }

    /// Returns a row of the list, with the position that commands use.
    static func row(_ place: Int, _ text: String) -> String { "\(place) \(text)" }

    var text: String { (rows + [summary]).joined(separator: "\n") }
}
