// SPDX-License-Identifier: MIT

struct ListState: Sendable {
    var todos: [Todo] = []
    var filter = Filter.all
    /// The number of the next to-do; that of one that was removed does not come again.
    var nextID = 1

    /// True if there is a number left.
    var canAdd: Bool { Todo.numbers.contains(nextID) }
}
