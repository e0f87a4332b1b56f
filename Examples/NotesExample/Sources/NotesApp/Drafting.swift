// SPDX-License-Identifier: MIT

import EffectMiddleware
import NoteFeature
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import RequestMiddleware
import RexCore
import SessionFeature

/// A draft whose editor has ended.
nonisolated package struct EndedDraft: Hashable, Sendable {
    let draft: Draft
    /// The change with the user's text, or nil if the text is the same.
    let change: OutboxID?
}

/// Turns the user's text into a change, and removes its file when the change is on disk.
nonisolated let drafting = Feature<AppAction, AppState, World> { action, app in
    switch action {
    case .draft(.editing(.answered(let text))):
        guard case .done(let draft) = app.drafts.editing.phase else { return }
        app.ended.append(EndedDraft(draft: draft, change: app.pending.write(draft.name, text, over: draft.text)))
    case .draft(.editing(.failed(let failure))):
        guard !failure.isKept, case .failed(let draft, _) = app.drafts.editing.phase else { return }
        app.ended.append(EndedDraft(draft: draft, change: nil))
    case .removed(let ended): app.ended.removeAll { $0 == ended }
    default: break
    }
} effects: { effects, world in
    effects.during(\.needless) { ended, _ in
        try world.drafts.remove(ended.draft)
    } catch: { error in
        .session(.failed("\(error)"))
    } ended: { _, ended in
        .removed(ended)
    }
}

nonisolated extension AppState {
    /// The first draft whose files are no longer needed.
    fileprivate var needless: EndedDraft? {
        drafts.editing.isRunning ? nil : ended.first { !isSaving($0.change) }
    }

    private func isSaving(_ change: OutboxID?) -> Bool { change.flatMap { pending.outbox[$0] }?.phase == .saving }

    /// The number of changes that a crash would lose.
    package var unsaved: Int { pending.outbox.entries.count { $0.phase == .saving } }

    /// Whether the user wants to leave, and no change would be lost that could still be saved.
    package var hasEnded: Bool {
        guard screen.isOver, !drafts.editing.isRunning else { return false }
        return storageFailure != nil || (ended.isEmpty && unsaved == 0)
    }
}
