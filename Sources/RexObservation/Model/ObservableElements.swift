// SPDX-License-Identifier: MIT

/// The models of the elements of a collection at the time that it was read.
///
/// Only for the main actor.
///
/// ```swift
/// let todos = model.elements(\.todos, action: AppAction.row)
/// for id in todos.ids { print(id) }  // makes no model
/// todos[0].send(.read)
/// ```
///
/// As long as it is kept, it provides a model for each of its indices, even after changes of the
/// state: the model of the element if it still exists, otherwise a model with its last known state.
///
/// Every index is accessed in constant time. It isn't a `RandomAccessCollection`, because `ForEach`
/// and `List` would ask each element of one for its id and thereby make all models. `ForEach` has
/// an initializer for this type that uses ``ids``. For other views, use ``rows``.
///
/// - Precondition: It is used on the main actor.
/// - Complexity: While it is kept, the next change of the collection copies the collection.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct ObservableElements<Action, Element: Identifiable & Sendable>: BidirectionalCollection
where Element.ID: Sendable {
    /// The ids of the elements, in order.
    public let ids: [Element.ID]
    @usableFromInline let model: @MainActor (Int) -> ObservableStore<Action, Element>

    init(ids: [Element.ID], model: @escaping @MainActor (Int) -> ObservableStore<Action, Element>) {
        self.ids = ids
        self.model = model
    }

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { ids.count }
    /// The indices of all elements.
    public var indices: Range<Int> { ids.indices }
    /// The number of elements.
    public var count: Int { ids.count }
    /// Returns the next index.
    public func index(after position: Int) -> Int { position + 1 }
    /// Returns the previous index.
    public func index(before position: Int) -> Int { position - 1 }
    /// Returns the index at a distance.
    public func index(_ position: Int, offsetBy distance: Int) -> Int { position + distance }
    /// Returns the distance between two indices.
    public func distance(from start: Int, to end: Int) -> Int { end - start }
    /// The model of the element at an index.
    ///
    /// It is made once for an id.
    public subscript(position: Int) -> ObservableStore<Action, Element> {
        MainActor.assumeIsolated { [model] in model(position) }
    }

    /// The elements by id.
    ///
    /// Their models are made on demand.
    ///
    /// ```swift
    /// List(model.elements(\.todos, action: AppAction.row).rows) { row in RowView(model: row.model) }
    /// ```
    @inlinable public var rows: LazyMapCollection<Range<Int>, Row> {
        ids.indices.lazy.map { [ids, model] in Row(id: ids[$0], position: $0, makeModel: model) }
    }

    /// An element: its id, and its model on demand.
    public struct Row: Identifiable {
        /// The id of the element.
        public let id: Element.ID
        @usableFromInline let position: Int
        @usableFromInline let makeModel: @MainActor (Int) -> ObservableStore<Action, Element>

        @inlinable init(
            id: Element.ID,
            position: Int,
            makeModel: @escaping @MainActor (Int) -> ObservableStore<Action, Element>
        ) {
            self.id = id
            self.position = position
            self.makeModel = makeModel
        }

        /// The model of the element.
        ///
        /// It is made once for an id.
        public var model: ObservableStore<Action, Element> {
            MainActor.assumeIsolated { [makeModel, position] in makeModel(position) }
        }
    }
}

@available(*, unavailable)
extension ObservableElements: Sendable {}
@available(*, unavailable)
extension ObservableElements.Row: Sendable {}
