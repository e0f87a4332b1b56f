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
    /// What it has become; nil if there was nothing to change.
    let change: OutboxID?
}

/// What is written becomes a change, and its file goes when the change is on disk.
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
    /// The first of those drafts whose files are needed no more.
    fileprivate var needless: EndedDraft? {
        drafts.editing.isRunning ? nil : ended.first { !isSaving($0.change) }
    }

    private func isSaving(_ change: OutboxID?) -> Bool { change.flatMap { pending.outbox[$0] }?.phase == .saving }

    /// The number of changes that a crash would lose.
    package var unsaved: Int { pending.outbox.entries.count { $0.phase == .saving } }

    /// True if the user wants to leave, and loses nothing by it, or nothing that could be kept.
    package var hasEnded: Bool {
        guard screen.isOver, !drafts.editing.isRunning else { return false }
        return storageFailure != nil || (ended.isEmpty && unsaved == 0)
    }
}
