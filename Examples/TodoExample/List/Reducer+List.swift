// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == ListAction, StateType == ListState {
    static let list: Reducer =
        Reducer<TodoAction, Todo>.todo.lift(.case(ListAction.prisms.row, each: \ListState.todos))
        <> Reducer.reduce { action, list in
            switch action {
            case .add(let title):
                guard list.canAdd else { return }
                list.todos.append(Todo(id: list.nextID, title: title))
                list.nextID += 1
            case .row:
                // The reducer of the row handles this action.
                break
            case .remove(let id):
                list.todos.removeAll { $0.id == id }
            case .move(let id, let position):
                guard let index = list.todos.firstIndex(where: { $0.id == id }) else { return }
                let todo = list.todos.remove(at: index)
                list.todos.insert(todo, at: min(max(position, 1) - 1, list.todos.count))
            case .filter(let filter):
                list.filter = filter
            }
        }
}
