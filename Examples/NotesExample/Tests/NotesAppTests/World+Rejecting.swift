// SPDX-License-Identifier: MIT

import NotesApp
import NotesServer
import PersistenceMiddleware

extension World {
    /// A server without notes that rejects all changes.
    static func rejecting(_ files: Files = Files(in: "notes", storage: MemoryStorage())) -> World {
        let server = NotesServer(
            list: { [] },
            read: { _ in nil },
            write: { _, _, _ in throw ServerError.denied },
            delete: { _, _ in throw ServerError.denied }
        )
        return World(server: server, files: files)
    }
}
