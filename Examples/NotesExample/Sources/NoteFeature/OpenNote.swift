// SPDX-License-Identifier: MIT

import Prism
package import RexCore

/// The note on the screen.
package struct OpenNote: Equatable, Sendable {
    package let name: String
    /// The first visible line.
    package var firstLine = 0

    package init(name: String) { self.name = name }
}

@Prism package enum NoteAction: Hashable, Sendable {
    case scrolled(by: Int)
}

extension Feature where ActionType == NoteAction, StateType == OpenNote, Dependencies == Void {
    package static var note: Feature {
        Feature { action, note in
            switch action {
            case .scrolled(let lines): note.firstLine = max(0, note.firstLine + lines)
            }
        }
    }
}
