// SPDX-License-Identifier: MIT

import Notes
import OutboxFeature
import RexNavigation
import SessionFeature

nonisolated extension Delivery {
    /// Tells the user about the conflict, and asks which note to open.
    ///
    /// Nil without a conflict.
    var question: Dialog<ConflictChoice>? {
        guard let conflict else { return nil }
        let close = DialogButton<ConflictChoice>("close", role: .cancel)
        if let ours = conflict.ours {
            return Dialog(
                "'\(change.name)' was changed elsewhere; your text is in '\(ours.name)'",
                buttons: [.init("open yours", choice: .open(name: ours.name)), close]
            )
        }
        let open: DialogButton<ConflictChoice>? = conflict.theirs.map { _ in
            .init("open it", choice: .open(name: change.name))
        }
        return Dialog(
            "'\(change.name)' was changed elsewhere and is not deleted",
            buttons: [open, close].compactMap(\.self)
        )
    }
}

nonisolated extension Presentation<Dialog<ConflictChoice>> {
    /// The buttons, each with its key.
    private var keys: [(key: Character, button: DialogButton<ConflictChoice>)] {
        zip("123456789", value.buttons).map { ($0, $1) }
    }

    func action(of key: Character) -> PresentationAction<ConflictChoice>? {
        keys.first { $0.key == key }?.button.action(for: id)
    }

    /// The text with the keys.
    var text: String { "\(value.title) (\(keys.map { "\($0): \($1.title)" }.joined(separator: ", ")))" }
}
