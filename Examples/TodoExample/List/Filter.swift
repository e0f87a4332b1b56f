// SPDX-License-Identifier: MIT

/// The to-dos that are shown.
enum Filter: String, CaseIterable, Sendable {
    case all
    case open
    case done

    func shows(isDone: Bool) -> Bool {
        switch self {
        case .all: true
        case .open: !isDone
        case .done: isDone
        }
    }
}
