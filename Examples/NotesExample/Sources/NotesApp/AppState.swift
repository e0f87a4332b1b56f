// SPDX-License-Identifier: MIT

package import AppLifecycleMiddleware
package import ListFeature
package import NoteFeature
package import Notes
import NotesServer
package import OutboxFeature
import OutboxMiddleware
import Prism
package import ReachabilityMiddleware
package import RexCore
package import SearchFeature
package import SessionFeature
package import SettingsFeature
package import Terminal

package typealias AppStore = Store<AppAction, AppState>

nonisolated package struct AppState: Sendable {
    package var lifecycle = AppLifecycle.initial
    package var network = ReachabilityState.initial
    package var session: Session
    package var list: Listing
    package var pending: PendingNotes
    package var open: OpenNote?
    package var drafts: Drafts
    package var search = Search()
    package var settings: Settings
    package var screen = ScreenState()
    /// The last deletion, until it is undone.
    package var deleted: Deleted?
    /// The drafts whose files still exist.
    package var ended: [EndedDraft] = []
    /// The reason why the last change was not saved, or nil.
    package var storageFailure: String?

    package init(
        session: Session,
        pending: PendingNotes = PendingNotes(),
        drafts: Drafts = Drafts(),
        settings: Settings = Settings()
    ) {
        (self.session, self.pending, self.drafts, self.settings) = (session, pending, drafts, settings)
        list = Listing(mark: pending.library.mark)
    }

    /// The notes that match the search, in the order of the settings.
    package var found: [Note] {
        let notes = pending.library.shown.notes.values.filter { search.finds("\($0.name) \($0.text)") }
        return notes.sorted { first, second in
            switch settings.order {
            case .byTitle where first.title != second.title: first.title < second.title
            case .byName, .byTitle: first.name < second.name
            }
        }
    }

    /// The selected note.
    package var current: Note? {
        if let open { return pending.library.shown[open.name] }
        let found = found
        return found.indices.contains(screen.selection) ? found[screen.selection] : nil
    }
}

nonisolated package struct Deleted: Hashable, Sendable {
    /// The id of the deletion, or nil if the server need not know of it.
    let id: OutboxID?
    package let note: Note
}

nonisolated package struct ScreenState: Hashable, Sendable {
    /// The meaning of keys.
    package enum Mode: Hashable, Sendable {
        case list
        case search
        /// The user types the name of a new note.
        case name(String)
    }

    package var mode = Mode.list
    package var selection = 0
    package var size = TerminalDevice.Size(rows: 24, columns: 80)
    /// The number of times that the whole screen had to be redrawn.
    package var renewals = 0
    package var isOver = false

    package init() {}
}

@Prism nonisolated package enum AppAction: Sendable {
    case lifecycle(AppLifecycleAction)
    case network(ReachabilityEvent)
    case session(SessionAction)
    case list(ListAction)
    case outbox(NotesOutboxAction)
    case note(NoteAction)
    case draft(DraftAction)
    /// The files of a draft were removed.
    case removed(EndedDraft)
    case search(SearchAction)
    case settings(SettingsAction)
    case screen(ScreenAction)
    case library(LibraryAction)
}

/// The user's actions on notes.
@Prism nonisolated package enum LibraryAction: Hashable, Sendable {
    /// Opens the note, which is made if it does not exist.
    case create(name: String)
    /// Writes a text over the text that its author saw.
    case write(name: String, text: String, over: String?)
    case delete(name: String)
    case undo
    case open(name: String)
    case close
    case edit
    /// Retries rejected and waiting changes at once.
    case retry
    /// Drops the last change of the selected note, if it was rejected.
    case drop
}

@Prism nonisolated package enum ScreenAction: Hashable, Sendable {
    case pressed(Key)
    case resized(TerminalDevice.Size)
    case select(by: Int)
    case mode(ScreenState.Mode)
    case end
}
