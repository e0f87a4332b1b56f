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
    /// in use. A change of one element notifies the readers of that element alone.
    /// An element that is gone keeps the state that it had.
    ///
    /// - `path`: the collection, whose elements have ids that are unique.
    /// - `action`: makes an action of this model from one of an element.
    /// - Complexity: O(*n*) when the collection is read for the first time after a change of its
    ///   order. As long as someone is registered for the order, a change of the state compares the
    ///   ids; without that it looks only at the elements that were read.
    public func elements<Elements: RandomAccessCollection, ElementAction>(
        _ path: any KeyPath<State, Elements> & Sendable,
        action: @escaping @Sendable (ElementIDAction<Elements.Element.ID, ElementAction>) -> Action
    ) -> ObservableElements<ElementAction, Elements.Element>
    where Elements.Element: Identifiable & Sendable, Elements.Element.ID: Sendable {
        let link = node.link(LinkKey(path: path, action: ObjectIdentifier(ElementAction.self))) {
            ElementsLink(path, in: node)
        }
        let ids = link.readList()
        return ObservableElements(ids: ids) { [self] offset in model(of: ids[offset], at: offset, in: link, action) }
    }

    private func model<Elements: RandomAccessCollection, ElementAction>(
        of id: Elements.Element.ID,
        at offset: Int,
        in link: ElementsLink<State, Elements>,
        _ action: @escaping @Sendable (ElementIDAction<Elements.Element.ID, ElementAction>) -> Action
    ) -> ObservableStore<ElementAction, Elements.Element>
    where Elements.Element: Identifiable & Sendable, Elements.Element.ID: Sendable {
        let row = link.row(id, at: offset)
        if let model = row.model as? ObservableStore<ElementAction, Elements.Element> { return model }
        let last = row.last.value
        let model = ObservableStore<ElementAction, Elements.Element>(
            node: link.node(of: row),
            handler: handler.contramap { action(ElementIDAction(id: id, action: $0)) },
            parent: self,
            elementID: id,
            getState: { last }
        )
        row.model = model
        return model
    }
}

/// The models of the elements of a collection, as it was when it was read; for the main actor only.
///
/// - Precondition: It is used on the main actor.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct ObservableElements<Action, Element: Identifiable & Sendable>: RandomAccessCollection
where Element.ID: Sendable {
    /// The ids in the order of the elements.
    public let ids: [Element.ID]
    private let model: @MainActor (Int) -> ObservableStore<Action, Element>

    init(ids: [Element.ID], model: @escaping @MainActor (Int) -> ObservableStore<Action, Element>) {
        self.ids = ids
        self.model = model
    }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { ids.count }
    /// The model of the element at this place, made once for its id.
    public subscript(position: Int) -> ObservableStore<Action, Element> {
        MainActor.assumeIsolated { [model] in model(position) }
    }
}

@available(*, unavailable)
extension ObservableElements: Sendable {}
