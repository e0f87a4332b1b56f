// SPDX-License-Identifier: MIT

package import ConnectionFeature
package import ListFeature
package import LoggerMiddleware
package import NoteFeature
package import Notes
package import NotesServer
package import OutboxFeature
package import OutboxMiddleware
package import PersistenceMiddleware
package import ReachabilityMiddleware
import RexCore
import SessionFeature
package import SettingsFeature

/// The dependencies of the app.
nonisolated package struct World: Sendable {
    package var list: ListDependencies
    package var outbox: OutboxDependencies
    package var library: StateFile<OptimisticLibrary>
    package var settings: StateFile<Settings>
    package var drafts: DraftDependencies
    package var network: ReachabilityMiddlewareDependencies
    package var log: LogPrinter

    var session: SessionDependencies { SessionDependencies(list: list, edit: drafts.edit) }

    package init(
        server: NotesServer,
        files: Files,
        drafts: DraftDependencies = DraftDependencies(),
        network: ReachabilityMiddlewareDependencies = ReachabilityMiddlewareDependencies(),
        log: LogPrinter = .custom { _ in }
    ) {
        list = ListDependencies(server: server)
        outbox = OutboxDependencies(server: server, file: files.outbox)
        (library, settings) = (files.library, files.settings)
        (self.drafts, self.network, self.log) = (drafts, network, log)
    }
}

/// The dependencies of drafts.
nonisolated package struct DraftDependencies: Sendable {
    package var edit: EditText
    package var remove: @Sendable (Draft) throws -> Void

    /// Makes the dependencies.
    ///
    /// Without an editor, texts stay the same.
    package init(edit: @escaping EditText = { $0.text }, remove: @escaping @Sendable (Draft) throws -> Void = { _ in })
    {
        (self.edit, self.remove) = (edit, remove)
    }
}

/// The app's files, in one folder.
nonisolated package struct Files: Sendable {
    package let outbox: OutboxFile<NoteJob>
    package let library: StateFile<OptimisticLibrary>
    package let settings: StateFile<Settings>
    package let drafts: DraftFiles

    package init(in folder: String, storage: some Storage = .files) {
        outbox = OutboxFile(at: folder + "/outbox", storage: storage)
        library = StateFile(at: folder + "/library.state", storage: storage)
        settings = Settings.file(at: folder + "/settings.state", storage: storage)
        drafts = DraftFiles(in: folder + "/drafts", storage: storage)
    }

    /// Loads the initial state of the app.
    package func load(_ connection: Connection) throws -> AppState {
        let pending = PendingNotes(try library.load() ?? OptimisticLibrary(Library()), try outbox.load())
        return AppState(
            connection: connection,
            pending: pending,
            drafts: Drafts(left: try drafts.left(besides: pending.library.shown.notes)),
            settings: try settings.load() ?? Settings()
        )
    }
}
