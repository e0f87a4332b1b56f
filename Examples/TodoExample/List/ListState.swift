// SPDX-License-Identifier: MIT

struct ListState: Sendable {
    var todos: [Todo]
    var filter = Filter.all
    /// The id of the next to-do.
    ///
    /// The ids of removed to-dos are not used again.
    var nextID: Int

    init(_ todos: [Todo] = []) {
        self.todos = todos
        nextID = (todos.map(\.id).max() ?? 0) + 1
    }

    /// Whether there is an id for another to-do.
    var canAdd: Bool { Todo.ids.contains(nextID) }
}
