// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// The list as text, all of it.
struct ListView: Sendable {
    private let todos: [Todo]
    private let summary: String

    init(_ app: AppState) {
        todos = app.list.todos.filter { app.list.filter.shows(isDone: $0.isDone) }
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

    /// A row of the list.
    static func row(_ id: Todo.ID, _ title: String, isDone: Bool) -> String { "\(id) [\(isDone ? "x" : " ")] \(title)" }

    var text: String {
        (todos.map { Self.row($0.id, $0.title, isDone: $0.isDone) } + [summary]).joined(separator: "\n")
    }
}
