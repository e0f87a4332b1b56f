// SPDX-License-Identifier: MIT

public import RexCore

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Models of the elements of a collection in the state, in its order; for a `ForEach`.
    ///
    /// ```swift
    /// for row in model.elements(\.todos, action: AppAction.row) { print(row.title) }
    /// ```
    ///
    /// It registers the reader for the order of the ids alone: for elements that come, go and move.
    /// Each model is made when it is first read, once for its id, and is identical as long as it is
    /// in use, as that of ``scope(action:state:)``. A change of one element notifies the readers of
    /// that element alone. An element that is gone keeps the state that it had.
    ///
    /// - Parameters:
    ///   - path: the collection, whose elements have ids that are unique.
    ///   - action: makes an action of this model from one of an element.
    /// - Complexity: O(*n*) when the collection is read for the first time after a change of the
    ///   state. As long as someone is registered for the order, a change of the state compares the
    ///   ids; without that it looks only at the elements that were read, or whose models are in
    ///   use.
    public func elements<Elements: RandomAccessCollection & SendableMetatype, ElementAction>(
        _ path: any KeyPath<State, Elements> & Sendable,
        action: @autoclosure @escaping () -> @Sendable (ElementIDAction<Elements.Element.ID, ElementAction>) -> Action
    ) -> ObservableElements<ElementAction, Elements.Element>
    where Elements.Element: Identifiable & Sendable, Elements.Element.ID: Sendable {
        typealias Link = ElementsLink<State, Elements, Elements.Element.ID>
        let link = node.link(path) { Link(path, id: \.id, in: node) }
        let snapshot = link.readList()
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
                    embedding: embedding,
                    elementID: id,
                    getState: { [getState] in getState()[keyPath: path].first { $0.id == id } ?? first }
                )
            }
        }
    }
}
