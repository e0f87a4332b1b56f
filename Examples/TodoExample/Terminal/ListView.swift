// SPDX-License-Identifier: MIT

/// What the terminal shows of the app.
struct ListView: Equatable, Sendable {
    private let todos: [Todo]
    private let summary: String

    init(_ app: AppState) {
        let list = app.list
        let doneCount = list.todos.count(where: \.isDone)
        var notes = ["\(list.todos.count - doneCount) open", "\(doneCount) done"]
        if list.filter != .all { notes.append("\(list.filter) shown") }
        if !app.storage.isAutosaving { notes.append("autosave is off") }
        if let reason = app.storage.unsaved?.reason { notes.append("not saved: \(reason)") }
        todos = list.todos.filter(list.filter.shows)
        summary = notes.joined(separator: ", ")
    }

    var text: String {
        (todos.map { "\($0.id) [\($0.isDone ? "x" : " ")] \($0.title)" } + [summary]).joined(separator: "\n")
    }
}
