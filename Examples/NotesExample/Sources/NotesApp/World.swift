// SPDX-License-Identifier: MIT

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
package import SettingsFeature
package import SessionFeature

/// The dependencies of the app.
nonisolated package struct World: Sendable {
    package var list: ListDependencies
    package var outbox: OutboxDependencies
    package var library: StateFile<Library>
    package var settings: StateFile<Settings>
    package var edit: EditText
    package var network: ReachabilityMiddlewareDependencies
    package var log: LogPrinter

    package init(
        server: NotesServer,
        files: Files,
        edit: @escaping EditText = { $0.text },
        network: ReachabilityMiddlewareDependencies = ReachabilityMiddlewareDependencies(),
        log: LogPrinter = .custom { _ in }
    ) {
        list = ListDependencies(server: server)
        outbox = OutboxDependencies(server: server, file: files.outbox)
        (library, settings) = (files.library, files.settings)
        (self.edit, self.network, self.log) = (edit, network, log)
    }
}

/// What outlives the process, in one folder.
nonisolated package struct Files: Sendable {
    package let outbox: OutboxFile<NoteJob>
    package let library: StateFile<Library>
    package let settings: StateFile<Settings>

    package init(in folder: String, storage: some Storage = .files) {
        outbox = OutboxFile(at: folder + "/outbox", storage: storage)
        library = StateFile(at: folder + "/library.json", storage: storage)
        settings = Settings.file(at: folder + "/settings.json", storage: storage)
    }

    /// The state that the app begins with.
    package func load(_ session: Session) throws -> AppState {
        AppState(
            session: session,
            pending: PendingNotes(try library.load() ?? Library(), outbox: try outbox.load()),
            settings: try settings.load() ?? Settings()
        )
    }
}
