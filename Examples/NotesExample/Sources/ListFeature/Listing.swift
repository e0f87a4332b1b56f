// SPDX-License-Identifier: MIT

import EffectMiddleware
package import NotesServer
import Prism
package import RequestMiddleware
package import RexCore

/// What the server has, and of which of it the text is needed.
package struct Listing: Equatable, Sendable {
    /// A folder has no name here; there is one.
    package struct Folder: Hashable, Sendable {}

    package var folder = Request<Folder, [RemoteNote]>()
    package var texts = Requests<RemoteNote, String>()
    /// True while the list is to be asked for again and again.
    package var isWatched: Bool

    package init(isWatched: Bool = false) { self.isWatched = isWatched }

    /// Which texts could not be loaded, and why; nil if none has failed.
    package var failure: String? {
        let failed = texts.needed.filter { texts[$0].failure != nil }
        guard let note = failed.first, let reason = texts[note].failure?.message else { return nil }
        return failed.count == 1
            ? "'\(note.name)' is not loaded: \(reason)"
            : "\(failed.count) notes are not loaded, such as '\(note.name)': \(reason)"
    }

    /// Asks for these texts, once more for those that have failed.
    package mutating func load(_ notes: [RemoteNote]) {
        texts.need(notes)
        for note in notes { texts.retry(note) }
    }

    /// Gives up what is under way for a note, and the list, since both may be of a time before now;
    /// and asks for the list.
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

/// What lists depend on.
package struct ListDependencies: Sendable {
    package var server: NotesServer
    /// The time between two lists.
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
                // A newer text comes with the next list, under its own version.
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
