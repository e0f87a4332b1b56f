// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import ConnectionFeature
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
import RexNavigation
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
    following
    keeping
    Feature(middleware: BridgeMiddleware.app)
    log
}

nonisolated private let parts = Feature<AppAction, AppState, World>.combine {
    Feature(.lifecycle).lift(case: AppAction.prisms.lifecycle, state: \.lifecycle)
    network
    Feature.connection.lift(case: AppAction.prisms.connection, state: \.connection, dependencies: { _ in })
    Feature.session.lift(.case(AppAction.prisms.session, presented: \.session), dependencies: \.session)
    Feature.settings.lift(case: AppAction.prisms.settings, state: \.settings, dependencies: \.settings)
}

nonisolated private let network = Feature<
    ReachabilityEvent, ReachabilityState, ReachabilityMiddlewareDependencies
>.combine {
    Feature(.reachability)
    Feature(middleware: MiddlewareReader.reachability)
}
.lift(case: AppAction.prisms.network, state: \AppState.network, dependencies: \World.network)

/// Sends changes while the session is online.
nonisolated private let sending = Feature<AppAction, AppState, World>.combine {
    Feature.outbox(
        case: AppAction.prisms.outbox,
        state: \.pending.outbox,
        while: \.isOnline,
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
}

/// Saves the notes of the server, in step with the outbox.
nonisolated private let keeping =
    Feature<AppAction, AppState, World>.identity
    <> .saving(
        \.pending.library,
        to: { $0.library },
        acknowledging: AppAction.prisms.outbox,
        state: \.pending.outbox,
        now: \.lifecycle?.didEnterBackground
    )

/// The user's actions on notes, and the results of the session's presentations.
nonisolated private let library = Feature<AppAction, AppState, World> { action, app in
    switch action {
    case .library(let action): app.take(action)
    case .logIn:
        app.connection.failure = nil
        app.logIn()
    case .session(.presented(_, .named(let name))): app.take(.create(name: name))
    case .session(.presented(_, .configured(let settings))): app.settings = settings
    case .session(.presented(_, .chosen(.open(let name)))): app.show(name)
    default: break
    }
}

nonisolated extension AppState {
    fileprivate mutating func take(_ action: LibraryAction) {
        let notes = pending.library.shown
        switch action {
        case .create(let name):
            if notes[name] == nil { pending.write(name, "", over: nil) }
            show(name)
        case .write(let name, let text, let over): pending.write(name, text, over: over)
        case .delete(let name):
            guard let note = notes[name] else { return }
            let deleted = Deleted(id: pending.add(.delete(name: name, over: note.text)), note: note)
            session.update { session in
                if session.note.value?.name == name { session.note.dismiss() }
                session.deleted = deleted
            }
        case .undo:
            guard let deleted = session.value?.deleted else { return }
            session.update { $0.deleted = nil }
            pending.takeBack(deleted.id, of: deleted.note)
        case .drop:
            guard let note = current else { return }
            pending.dropRefused(note.name)
            if pending.library.shown[note.name] == nil { session.update { $0.note.dismiss() } }
        case .open(let name): if notes[name] != nil { session.update { $0.note.present(OpenNote(name: name)) } }
        case .edit:
            guard let note = openNote.flatMap({ notes[$0.name] }), !isEditing else { return }
            let draft = drafts.begin(name: note.name, text: note.text)
            session.update { $0.note.update { $0.editing.start(draft) } }
        case .retry: for entry in pending.outbox.entries { pending.outbox.retry(entry.id) }
        }
    }

    /// Opens a note instead of the one that is open.
    fileprivate mutating func show(_ name: String) {
        guard pending.library.shown[name] != nil else { return }
        session.update { $0.note.replace(with: OpenNote(name: name)) }
    }
}

/// The connections between features that do not know each other.
nonisolated private let following = Feature<AppAction, AppState, World> { action, app in
    switch action {
    case .session(.presented(_, .list(let action))): app.follow(action)
    // A list and texts that were requested before this may lack the change.
    case .outbox(.sent(let id, let delivery)):
        let mark = app.pending.library.mark
        app.session.update { session in
            session.list.folder.start(Listing.Folder(mark: mark))
            if let question = delivery.question { session.conflict.replace(with: question) }
            // A note that was not deleted cannot be restored.
            if session.deleted?.id == id, delivery.conflict != nil { session.deleted = nil }
        }
    case .outbox(.cancelled(let id, _)): app.session.update { if $0.deleted?.id == id { $0.deleted = nil } }
    case .outbox(.storageFailed(let error)): app.storageFailure = "\(error)"
    case .outbox(.saved): app.storageFailure = nil
    default: break
    }
    let (isOnline, last) = (app.isOnline, app.found.count - 1)
    app.session.update { session in
        session.list.isWatched = isOnline
        session.selection = max(0, min(session.selection, last))
    }
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
    fileprivate mutating func follow(_ action: ListAction) {
        guard let askedAt = session.value?.list.mark else { return }
        switch action {
        case .pulled:
            let mark = pending.library.mark
            session.update { $0.list.folder.startIfIdle(Listing.Folder(mark: mark)) }
        case .folder(.answered(let remote)):
            take(remote)
            // The server is reachable again, so waiting changes are retried.
            for entry in pending.outbox.entries where entry.phase == .waiting { pending.outbox.retry(entry.id) }
        case .texts(.answered(let remote, let text)):
            let note = Note(name: remote.name, text: text, version: remote.version)
            // A text that was requested before a change was confirmed may lack the change.
            let isOld = pending.library.mark != askedAt
            if !isOld { pending.library.take(.server(.write(note))) }
            session.update { $0.list.end(remote, isStale: isOld) }
        case .folder, .texts: break
        }
    }

    /// Takes the server's list: requests new texts and drops removed notes.
    private mutating func take(_ remote: [RemoteNote]) {
        let known = pending.library.base.notes
        let new = remote.filter { known[$0.name]?.version != $0.version }
        session.update { $0.list.load(new) }
        let names = Set(remote.map(\.name))
        let hasRemoved = !names.isSuperset(of: known.keys)
        // With all texts, this is the server's whole state.
        let mark = pending.library.mark
        guard mark == session.value?.list.mark, hasRemoved || new.isEmpty && pending.library.isStale else { return }
        pending.library.take(.pulled(.only(names), askedAt: mark))
        let next = pending.library.mark
        session.update { $0.list.move(to: next) }
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
