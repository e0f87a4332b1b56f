// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism enum ListAction: Sendable {
    case add(title: String)
    case row(ElementIDAction<Todo.ID, TodoAction>)
    case remove(Todo.ID)
    /// Moves a to-do.
    ///
    /// Positions are counted from 1. A position beyond the end means the end.
    case move(Todo.ID, position: Int)
    case filter(Filter)
}
