// SPDX-License-Identifier: MIT

import ConnectionFeature
import EffectMiddleware
import NoteFeature
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import RequestMiddleware
import RexCore
import RexNavigation
import SessionFeature

/// A draft whose editor has ended.
nonisolated package struct EndedDraft: Codable, Hashable, Sendable {
    let draft: Draft
    /// The change with the user's text, or nil if the text is the same.
    let change: OutboxID?
}

/// Turns the user's text into a change, and removes its file when the change is on disk.
nonisolated let drafting = Feature<AppAction, AppState, World> { action, app in
    switch action {
    case .session(.presented(_, .note(.presented(_, .editing(let action))))): app.take(action)
    case .removed(let ended): app.ended.removeAll { $0 == ended }
    default: break
    }
} effects: { effects, world in
    effects.during(\.needless) { ended, _ in
        try world.drafts.remove(ended.draft)
    } catch: { error, _ in
        .connection(.failed("\(error)"))
    } ended: { _, ended in
        .removed(ended)
    }
}

nonisolated extension AppState {
    /// Ends the draft of the open note after its editor, unless the editor has left a text behind.
    fileprivate mutating func take(_ action: TypedRequestAction<Draft, String, EditFailure>) {
        switch (action, openNote?.editing.phase) {
        case (.answered(let text), .done(let draft)):
            drafts.end(draft)
            ended.append(EndedDraft(draft: draft, change: pending.write(draft.name, text, over: draft.text)))
        case (.failed(let failure), .failed(let draft, _)) where !failure.isKept:
            drafts.end(draft)
            ended.append(EndedDraft(draft: draft, change: nil))
        default: break
        }
    }

    /// The first draft whose files are no longer needed.
    fileprivate var needless: EndedDraft? {
        isEditing ? nil : ended.first { !isSaving($0.change) }
    }

    private func isSaving(_ change: OutboxID?) -> Bool { change.flatMap { pending.outbox[$0] }?.phase == .saving }

    /// The number of changes that a crash would lose.
    package var unsaved: Int { pending.outbox.entries.count { $0.phase == .saving } }

    /// Whether the user wants to leave, and no change would be lost that could still be saved.
    package var hasEnded: Bool {
        guard screen.isOver, !isEditing else { return false }
        return storageFailure != nil || (ended.isEmpty && unsaved == 0)
    }
}
