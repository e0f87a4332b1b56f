// SPDX-License-Identifier: MIT

package import AppLifecycleMiddleware
package import ConnectionFeature
import ListFeature
package import NoteFeature
package import Notes
import NotesServer
package import OutboxFeature
import OutboxMiddleware
import Prism
package import ReachabilityMiddleware
import RequestMiddleware
package import RexCore
package import RexNavigation
import SearchFeature
package import SessionFeature
package import SettingsFeature
package import Terminal

package typealias AppStore = Store<AppAction, AppState>

nonisolated package struct AppState: Codable, Sendable {
    package var lifecycle = AppLifecycle.initial
    package var network = ReachabilityState.initial
    package var connection: Connection
    package var pending: PendingNotes
    package var drafts: Drafts
    package var settings: Settings
    package var screen = ScreenState()
    /// The user's screens, or nothing after the log-out.
    package var session = Presented<Session>()
    /// The drafts whose files still exist.
    package var ended: [EndedDraft] = []
    /// The reason why the last change was not saved, or nil.
    package var storageFailure: String?

    /// Makes the state of a user who is logged in.
    package init(
        connection: Connection,
        pending: PendingNotes = PendingNotes(),
        drafts: Drafts = Drafts(),
        settings: Settings = Settings()
    ) {
        (self.connection, self.pending, self.drafts, self.settings) = (connection, pending, drafts, settings)
        logIn()
    }

    mutating func logIn() { session.present(Session(list: Listing(mark: pending.library.mark))) }

    /// Whether changes and requests are sent to the server.
    package var isOnline: Bool { !session.isEmpty && connection.isOnline }

    package var openNote: OpenNote? { session.value?.note.value }

    /// Whether an editor has the terminal.
    package var isEditing: Bool { openNote?.editing.isRunning ?? false }

    /// The notes that match the search, in the order of the settings.
    package var found: [Note] {
        guard let search = session.value?.search else { return [] }
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
        if let openNote { return pending.library.shown[openNote.name] }
        guard let selection = session.value?.selection else { return nil }
        let found = found
        return found.indices.contains(selection) ? found[selection] : nil
    }
}

nonisolated package struct ScreenState: Codable, Hashable, Sendable {
    package var size = TerminalDevice.Size(rows: 24, columns: 80)
    /// The number of times that the whole screen had to be redrawn.
    package var renewals = 0
    package var isOver = false

    package init() {}
}

@Prism nonisolated package enum AppAction: Codable, Sendable {
    case lifecycle(AppLifecycleAction)
    case network(ReachabilityEvent)
    case connection(ConnectionAction)
    case outbox(NotesOutboxAction)
    /// The files of a draft were removed.
    case removed(EndedDraft)
    case settings(SettingsAction)
    case screen(ScreenAction)
    case library(LibraryAction)
    case logIn
    /// An action for the screens of a user, or the log-out.
    case session(PresentationAction<SessionAction>)
}

nonisolated extension AppAction {
    /// The action for the screens of the user, if this is one.
    package var inSession: SessionAction? { session?.presented?.action }
}

/// The user's actions on notes.
@Prism nonisolated package enum LibraryAction: Codable, Hashable, Sendable {
    /// Opens the note, which is made if it does not exist.
    case create(name: String)
    /// Writes a text over the text that its author saw.
    case write(name: String, text: String, over: String?)
    case delete(name: String)
    case undo
    /// Opens the note, unless a note is open.
    case open(name: String)
    case edit
    /// Retries rejected and waiting changes at once.
    case retry
    /// Drops the last change of the selected note, if it was rejected.
    case drop
}

@Prism nonisolated package enum ScreenAction: Codable, Hashable, Sendable {
    case resized(TerminalDevice.Size)
    case end
}
