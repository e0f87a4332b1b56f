// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import EffectMiddleware
import GatedMiddleware
import ListFeature
import LoggerMiddleware
import NoteFeature
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import PersistenceMiddleware
import ReachabilityMiddleware
import RequestMiddleware
package import RexCore
import SearchFeature
import SessionFeature
import SettingsFeature

/// Everything except for the terminal.
nonisolated package let app = Feature<AppAction, AppState, World>.combine {
    parts
    sending
    library
    drafting
    screen
    keys
    following
    Feature(middleware: BridgeMiddleware.app)
    log
}

nonisolated let parts = Feature<AppAction, AppState, World>.combine {
    Feature(.lifecycle).lift(case: AppAction.prisms.lifecycle, state: \.lifecycle)
    network
    Feature.session.lift(case: AppAction.prisms.session, state: \.session, dependencies: { _ in })
    Feature.list.lift(case: AppAction.prisms.list, state: \.list, dependencies: \.list)
    Feature.note.lift(case: AppAction.prisms.note, state: \.open, dependencies: { _ in })
    Feature.drafts.lift(case: AppAction.prisms.draft, state: \.drafts, dependencies: \.drafts.edit)
    Feature.search.lift(case: AppAction.prisms.search, state: \.search, dependencies: { _ in })
    Feature.settings.lift(case: AppAction.prisms.settings, state: \.settings, dependencies: \.settings)
}

nonisolated private let network = Feature<
    ReachabilityEvent, ReachabilityState, ReachabilityMiddlewareDependencies
>.combine {
    Feature(.reachability)
    Feature(middleware: MiddlewareReader.reachability)
}
.lift(case: AppAction.prisms.network, state: \AppState.network, dependencies: \World.network)

/// Keeps the notes of the server, and sends changes while the session is online.
nonisolated private let sending = Feature<AppAction, AppState, World>.combine {
    Feature.outbox(
        case: AppAction.prisms.outbox,
        state: \.pending.outbox,
        while: \.session.isOnline,
        retrying: .exponential(from: .seconds(1), upTo: .seconds(30)),
        to: { $0.outbox.file }
    ) { change, id, world in
        do {
            return try await world.outbox.server.deliver(change, id)
        } catch ServerError.denied {
            throw .rejected("\(ServerError.denied)")
        }
    }
    Feature.pendingNotes.lift(case: AppAction.prisms.outbox, state: \.pending, dependencies: \.outbox)
    Feature.identity <> .saving(\.pending.library.base, to: { $0.library }, now: \.lifecycle?.didEnterBackground)
}

/// The user's actions on notes.
nonisolated let library = Feature<AppAction, AppState, World> { action, app in
    guard case .library(let action) = action else { return }
    let notes = app.pending.library.shown
    switch action {
    case .create(let name):
        if notes[name] == nil { app.pending.write(name, "", over: nil) }
        app.open = OpenNote(name: name)
    case .write(let name, let text, let over): app.pending.write(name, text, over: over)
    case .delete(let name):
        guard let note = notes[name] else { return }
        if app.open?.name == name { app.open = nil }
        app.deleted = Deleted(id: app.pending.add(.delete(name: name, over: note.text)), note: note)
    case .undo:
        guard let deleted = app.deleted else { return }
        app.deleted = nil
        app.pending.takeBack(deleted.id, of: deleted.note)
    case .drop:
        guard let note = app.current else { return }
        app.pending.dropRefused(note.name)
        if app.pending.library.shown[note.name] == nil { app.open = nil }
    case .open(let name): app.open = notes[name].map { OpenNote(name: $0.name) }
    case .close: app.open = nil
    case .edit: if let note = app.current { app.drafts.edit(name: note.name, text: note.text) }
    case .retry: for entry in app.pending.outbox.entries { app.pending.outbox.retry(entry.id) }
    }
}

/// The connections between features that do not know each other.
nonisolated private let following = Feature<AppAction, AppState, World> { action, app in
    switch action {
    case .list(.pulled): app.list.folder.startIfIdle(Listing.Folder(mark: app.pending.library.mark))
    case .list(.folder(.answered(let remote))):
        app.take(remote)
        // The server is reachable again, so waiting changes are retried.
        for entry in app.pending.outbox.entries where entry.phase == .waiting { app.pending.outbox.retry(entry.id) }
    case .list(.texts(.answered(let remote, let text))):
        let note = Note(name: remote.name, text: text, version: remote.version)
        app.pending.library.take(.pulled(.write(note, over: nil), askedAt: app.list.mark))
        app.list.end(remote, isStale: app.pending.library.isStale)
    // A list and texts that were requested before this may lack the change.
    case .outbox(.sent(let id, let delivery)):
        app.list.folder.start(Listing.Folder(mark: app.pending.library.mark))
        // A note that was not deleted cannot be restored.
        if app.deleted?.id == id, delivery.conflict != nil { app.deleted = nil }
    case .outbox(.cancelled(let id, _)): if app.deleted?.id == id { app.deleted = nil }
    case .outbox(.storageFailed(let error)): app.storageFailure = "\(error)"
    case .outbox(.saved): app.storageFailure = nil
    default: break
    }
    app.list.isWatched = app.session.isOnline
    app.screen.selection = max(0, min(app.screen.selection, app.found.count - 1))
}

nonisolated extension PendingNotes {
    /// Writes a text over the text that its author saw.
    ///
    /// Returns nil if both are the same.
    @discardableResult mutating func write(_ name: String, _ text: String, over: String?) -> OutboxID? {
        text == over ? nil : add(.write(Note(name: name, text: text), over: over))
    }
}

nonisolated extension AppState {
    /// Takes the server's list: requests new texts and drops removed notes.
    fileprivate mutating func take(_ remote: [RemoteNote]) {
        let known = pending.library.base.notes
        list.load(remote.filter { known[$0.name]?.version != $0.version })
        let names = Set(remote.map(\.name))
        for note in known.values where !names.contains(note.name) {
            pending.library.take(.pulled(.delete(name: note.name, over: note.text), askedAt: list.mark))
        }
    }
}

/// The log is behind a gate, which the settings open.
nonisolated private let log = Feature<AppAction, AppState, World> { world in
    LoggerMiddleware<AppAction, AppAction, AppState>(
        actionTransform: .actionNameOnly,
        stateDiffTransform: .none,
        printer: world.log
    )
}
.gated(state: \.settings.isLogging)
