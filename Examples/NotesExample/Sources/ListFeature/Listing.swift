// SPDX-License-Identifier: MIT

import EffectMiddleware
package import NotesServer
package import OutboxMiddleware
import Prism
package import RequestMiddleware
package import RexCore

/// The list of the server's notes, and the notes whose texts are needed.
package struct Listing: Codable, Equatable, Sendable {
    /// A request for the list, which contains the notes that were confirmed up to its mark.
    package struct Folder: Codable, Hashable, Sendable {
        package let mark: OptimisticMark

        package init(mark: OptimisticMark) { self.mark = mark }
    }

    package var folder = Request<Folder, [RemoteNote]>()
    package var texts = Requests<RemoteNote, String>()
    /// The mark of the last list, for whose notes the texts are requested.
    package private(set) var mark: OptimisticMark
    /// Whether the list is requested repeatedly.
    package var isWatched: Bool

    package init(mark: OptimisticMark, isWatched: Bool = false) { (self.mark, self.isWatched) = (mark, isWatched) }

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

    /// Requests the texts of these notes of the answered list, and retries those that have failed.
    package mutating func load(_ notes: [RemoteNote]) {
        if case .done(let folder) = folder.phase { mark = folder.mark }
        texts.need(notes)
        for note in notes { texts.retry(note) }
    }

    /// Takes the mark after the list, whose texts are still requested.
    package mutating func move(to mark: OptimisticMark) { self.mark = mark }

    /// Ends the request for a text that was answered.
    ///
    /// - Parameter isStale: Whether the answer was dropped, so that the next list requests it again.
    package mutating func end(_ note: RemoteNote, isStale: Bool) {
        texts.need(texts.needed.filter { $0 != note })
        if isStale { texts.invalidate([note]) }
    }
}

@Prism package enum ListAction: Codable, Sendable {
    /// The list is due; the app starts the request, since it knows the mark of the notes.
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
            Feature { _, _ in
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
