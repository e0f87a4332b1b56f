// SPDX-License-Identifier: MIT

struct ListState: Sendable {
    var todos: [Todo]
    var filter = Filter.all
    /// The number of the next to-do; that of one that was removed does not come again.
    var nextID: Int

    init(_ todos: [Todo] = []) {
        self.todos = todos
        nextID = (todos.map(\.id).max() ?? 0) + 1
    }

    /// True if there is a number left.
    var canAdd: Bool { Todo.numbers.contains(nextID) }
}
