// SPDX-License-Identifier: MIT

/// Which to-dos are shown.
enum Filter: String, CaseIterable, Sendable {
    case all
    case open
    case done

    func shows(_ todo: Todo) -> Bool {
        switch self {
        case .all: true
        case .open: !todo.isDone
        case .done: todo.isDone
        }
    }
}
