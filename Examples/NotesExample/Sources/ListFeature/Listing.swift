// SPDX-License-Identifier: MIT

import EffectMiddleware
public import NotesServer
public import Prism
public import RequestMiddleware
public import RexCore

/// What the server has, and of which of it the text is needed.
public struct Listing: Equatable, Sendable {
    /// A folder has no name here; there is one.
    public struct Folder: Hashable, Sendable {}

    public var folder = Request<Folder, [RemoteNote]>()
    public var texts = Requests<RemoteNote, String>()
    /// True while the list is to be asked for again and again.
    public var isWatched = false

    public init() {}

    /// Gives up what is under way for a note, and the list, since both may be of a time before now;
    /// and asks for the list.
    public mutating func forget(_ name: String) {
        texts.need(texts.needed.filter { $0.name != name })
        folder.start(Folder())
    }
}

@Prism public enum ListAction: Sendable {
    case pulled
    case folder(RequestAction<Listing.Folder, [RemoteNote]>)
    case texts(RequestsAction<RemoteNote, String>)
}

/// What lists depend on.
public struct ListDependencies: Sendable {
    public var server: NotesServer
    /// The time between two lists.
    public var pause: Duration

    public init(server: NotesServer, pause: Duration = .seconds(30)) {
        (self.server, self.pause) = (server, pause)
    }
}

extension Feature where ActionType == ListAction, StateType == Listing, Dependencies == ListDependencies {
    public static var list: Feature {
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
                policy: .retrying(2, delay: .constant(.seconds(1)))
            ) { (note: RemoteNote, world: ListDependencies) in
                // A newer text comes with the next list, under its own version.
                guard let found = try await world.server.read(note.name), found.version == note.version else {
                    throw ServerError.changed
                }
                return found.text
            }
            .lift(case: ListAction.prisms.texts, state: \.texts)
        }
    }
}
