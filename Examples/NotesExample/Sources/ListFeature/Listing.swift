// SPDX-License-Identifier: MIT

import EffectMiddleware
package import NotesServer
import Prism
package import RequestMiddleware
package import RexCore

/// The list of the server's notes, and the notes whose texts are needed.
package struct Listing: Equatable, Sendable {
    /// The only folder.
    ///
    /// It needs no name here.
    package struct Folder: Hashable, Sendable {}

    package var folder = Request<Folder, [RemoteNote]>()
    package var texts = Requests<RemoteNote, String>()
    /// Whether the list is requested repeatedly.
    package var isWatched: Bool

    package init(isWatched: Bool = false) { self.isWatched = isWatched }

    /// The texts that could not be loaded, with a reason.
    ///
    /// Nil if all were loaded.
    package var failure: String? {
        let failed = texts.needed.filter { texts[$0].failure != nil }
        guard let note = failed.first, let reason = texts[note].failure?.message else { return nil }
        return failed.count == 1
            ? "'\(note.name)' is not loaded: \(reason)"
            : "\(failed.count) notes are not loaded, such as '\(note.name)': \(reason)"
    }

    /// Requests the texts of these notes, and retries those that have failed.
    package mutating func load(_ notes: [RemoteNote]) {
        texts.need(notes)
        for note in notes { texts.retry(note) }
    }

    /// Drops the text and the requests of a note, and requests the list again, since running
    /// requests may be older than a change.
    package mutating func forget(_ name: String) {
        texts.need(texts.needed.filter { $0.name != name })
        folder.start(Folder())
    }
}

@Prism package enum ListAction: Sendable {
    case pulled
    case folder(RequestAction<Listing.Folder, [RemoteNote]>)
    case texts(RequestsAction<RemoteNote, String>)
}

/// The dependencies of lists.
package struct ListDependencies: Sendable {
    package var server: NotesServer
    /// The time between two requests of the list.
    package var pause: Duration

    package init(server: NotesServer, pause: Duration = .seconds(30)) {
        (self.server, self.pause) = (server, pause)
    }
}

extension Feature where ActionType == ListAction, StateType == Listing, Dependencies == ListDependencies {
    package static var list: Feature {
        .combine {
            Feature { action, list in
                if action.isPulled { list.folder.startIfIdle(Listing.Folder()) }
            } effects: { effects, dependencies in
                effects.during(\.isWatched) { effect in
                    while true {
                        effect.send(.pulled)
                        try await effect.sleep(for: dependencies.pause)
                    }
                }
            }
            Feature<_, _, ListDependencies>.request { (_: Listing.Folder, world: ListDependencies) in
                try await world.server.list()
            }
            .lift(case: ListAction.prisms.folder, state: \.folder)
            Feature<_, _, ListDependencies>.requests(
                keptFor: .seconds(1),
                limit: 4,
                policy: .retrying(2, delay: .constant(.seconds(1))) { $0 as? ServerError != .noText }
            ) { (note: RemoteNote, world: ListDependencies) in
                // The next list brings a newer text, with its own version.
                guard let found = try await world.server.read(note.name), found.version == note.version else {
                    throw ServerError.changed
                }
                guard let text = found.text else { throw ServerError.noText }
                return text
            }
            .lift(case: ListAction.prisms.texts, state: \.texts)
        }
    }
}
