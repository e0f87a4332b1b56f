// SPDX-License-Identifier: MIT

/// The models of the elements of a collection, as it was when it was read; for the main actor only.
///
/// ```swift
/// let todos = model.elements(\.todos, action: AppAction.row)
/// for id in todos.ids { print(id) }  // makes no model
/// todos[0].send(.read)
/// ```
///
/// Whoever keeps one keeps the elements that it was made of, and so has an answer for each of its
/// places, whatever happened to the state since: for an element that is still there its model, for
/// one that is gone a model with the last state that is known of it.
///
/// - Precondition: It is used on the main actor.
/// - Complexity: as long as it is kept, the next change of the collection copies the collection.
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

    /// The elements by their ids, whose models are made when they are asked for.
    ///
    /// ```swift
    /// ForEach(model.elements(\.todos, action: AppAction.row).rows) { row in RowView(model: row.model) }
    /// ```
    ///
    /// This is what a `ForEach` of the elements goes by: it asks each element for its id, also those
    /// that are not shown.
    public var rows: LazyMapCollection<Range<Int>, Row> {
        indices.lazy.map { Row(elements: self, position: $0) }
    }

    /// One of the elements: its id, and its model once that is asked for.
    public struct Row: Identifiable {
        private let elements: ObservableElements
        private let position: Int

        fileprivate init(elements: ObservableElements, position: Int) {
            self.elements = elements
            self.position = position
        }

        /// The id of the element.
        public var id: Element.ID { elements.ids[position] }
        /// The model of the element, made once for its id.
        public var model: ObservableStore<Action, Element> { elements[position] }
    }
}

@available(*, unavailable)
extension ObservableElements: Sendable {}
@available(*, unavailable)
extension ObservableElements.Row: Sendable {}
