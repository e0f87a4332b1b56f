// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation

/// The presentations of a container in the state, for a view.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor struct PresentationSource<Action, State: Sendable> {
    /// The model and the container in its state.
    struct Identity: Hashable {
        let model: ObjectIdentifier
        let path: AnyKeyPath
    }

    let identity: Identity
    /// Returns the ids, from the bottom to the top, and registers the reader for them.
    let ids: @MainActor () -> [PresentationID]
    /// Returns the model of a presentation, or nil if it isn't there.
    let model: @MainActor (PresentationID) -> ObservableStore<Action, State>?
    /// Sends that the user has closed a presentation.
    let dismiss: @MainActor (PresentationID) -> Void
    /// Sends an action to a presentation, with the same source as a dismissal.
    let send: @MainActor (PresentationID, Action) -> Void

    init<ParentAction, ParentState, Container: RandomAccessCollection & SendableMetatype>(
        _ parent: ObservableStore<ParentAction, ParentState>,
        _ path: any KeyPath<ParentState, Container> & Sendable,
        by embedding: Embedding<PresentationAction<Action>, ParentAction>,
        file: String,
        function: String,
        line: UInt
    ) where Container.Element == Presentation<State> {
        identity = Identity(model: ObjectIdentifier(parent), path: path)
        ids = { parent.presentationIDs(in: path) }
        model = { parent.presentation($0, in: path, by: embedding) }
        dismiss = { id in
            parent.send(embedding.embed(.dismissed(id)), file: file, function: function, line: line)
        }
        send = { id, action in
            parent.send(embedding.embed(.presented(id, action)), file: file, function: function, line: line)
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    private typealias PresentationLink<Container: RandomAccessCollection> =
        ElementsLink<State, Container, PresentationID>

    private func link<Container: RandomAccessCollection, Child>(
        _ path: KeyPath<State, Container>
    ) -> PresentationLink<Container> where Container.Element == Presentation<Child> {
        node.link(path) { PresentationLink(path, id: \.id, in: node) }
    }

    fileprivate func presentationIDs<Container: RandomAccessCollection, Child>(
        in path: KeyPath<State, Container>
    ) -> [PresentationID] where Container.Element == Presentation<Child> {
        link(path).readList().ids
    }

    fileprivate func presentation<Container: RandomAccessCollection & SendableMetatype, ChildAction, Child: Sendable>(
        _ id: PresentationID,
        in path: any KeyPath<State, Container> & Sendable,
        by embedding: Embedding<PresentationAction<ChildAction>, Action>
    ) -> ObservableStore<ChildAction, Child>? where Container.Element == Presentation<Child> {
        let link = link(path)
        let snapshot = link.readList()
        guard let offset = snapshot.ids.firstIndex(of: id) else { return nil }
        let row = link.row(at: offset, of: snapshot)
        let presentation = row.models.first {
            $0.isChild(of: self, by: embedding)
        } orAdd: {
            let (first, embed) = (snapshot[offset], embedding.embed)
            // Unfiltered: the store refuses what is late, and reports it.
            return ObservableStore<ChildAction, Presentation<Child>>(
                node: link.node(of: row),
                handler: handler.contramap { embed(.presented(id, $0)) },
                parent: self,
                path: path,
                embedding: embedding,
                elementID: id,
                getState: { [getState] in getState()[keyPath: path].first { $0.id == id } ?? first },
                isPresent: { [getState, isPresent] in
                    isPresent() && getState()[keyPath: path].contains { $0.id == id }
                }
            )
        }
        return presentation.scope(Embedding(), \.value)
    }
}
