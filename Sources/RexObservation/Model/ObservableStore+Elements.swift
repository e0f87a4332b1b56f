// SPDX-License-Identifier: MIT

public import RexCore

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Returns models of the elements of a collection in the state, in order, for a `ForEach`.
    ///
    /// ```swift
    /// for row in model.elements(\.todos, action: AppAction.row) { print(row.title) }
    /// ```
    ///
    /// It registers the reader for the order of the ids only: for elements that are inserted,
    /// removed or moved. Each model is made when it is first read, once for its id, and stays
    /// identical while it is in use, as with ``scope(action:state:)``. A change of an element
    /// notifies only the readers of that element. The model of a removed element keeps its last
    /// state.
    ///
    /// - Parameters:
    ///   - path: The collection. The ids of its elements must be unique: the models of two elements
    ///     with one id show the same one. Debug builds report the id once as a mistake.
    ///   - action: Returns the action of this model for an action of an element.
    /// - Complexity: O(*n*) at the first read of the collection after a change of the state. While
    ///   readers are registered for the order, each change of the state compares the ids. Otherwise
    ///   it only checks the elements that were read or whose models are in use.
    public func elements<Elements: RandomAccessCollection & SendableMetatype, ElementAction>(
        _ path: any KeyPath<State, Elements> & Sendable,
        action: @autoclosure @escaping () -> @Sendable (ElementIDAction<Elements.Element.ID, ElementAction>) -> Action
    ) -> ObservableElements<ElementAction, Elements.Element>
    where Elements.Element: Identifiable & Sendable, Elements.Element.ID: Sendable {
        typealias Link = ElementsLink<State, Elements, Elements.Element.ID>
        let link = node.link(path) { Link(path, id: \.id, in: node) }
        let snapshot = link.readList()
        #if DEBUG
        if let id = link.newRepeatedID() { reportRepeated(id, in: path) }
        #endif
        let embedding = Embedding(ofElements: action)
        return ObservableElements(ids: snapshot.ids) { [self] offset in
            let row = link.row(at: offset, of: snapshot)
            return row.models.first {
                $0.isChild(of: self, by: embedding)
            } orAdd: {
                let (id, first, embed) = (row.id, snapshot[offset], embedding.embed)
                return ObservableStore<ElementAction, Elements.Element>(
                    node: link.node(of: row),
                    handler: handler.contramap { embed(ElementIDAction(id: id, action: $0)) },
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
        }
    }
    #if DEBUG
    /// Reports elements with one id, once for each collection of a model that was made from a store.
    private func reportRepeated(_ id: some Any, in path: AnyKeyPath) {
        guard root.reportedPaths.insert(path).inserted else { return }
        handler.post(
            .mistake,
            .mistake(
                """
                Several elements of \(path) have the id \(id). Their models all show the same one. Give each \
                element an id of its own.
                """
            )
        )
    }
    #endif
}
