// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism enum ListAction: Sendable {
    case add(title: String)
    case row(ElementIDAction<Todo.ID, TodoAction>)
    case remove(Todo.ID)
    /// Positions are counted from 1. One beyond the end is the end.
    case move(Todo.ID, position: Int)
    case filter(Filter)
}
