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
/// Every place is reached in constant time. It does not call itself a `RandomAccessCollection`,
/// since a `ForEach` or `List` of one asks each element for its id, which would make a model of
/// each: a `ForEach` takes it as it is and goes by ``ids``, and others take ``rows``.
///
/// - Precondition: It is used on the main actor.
/// - Complexity: as long as it is kept, the next change of the collection copies the collection.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct ObservableElements<Action, Element: Identifiable & Sendable>: BidirectionalCollection
where Element.ID: Sendable {
    /// The ids in the order of the elements.
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
    /// The places of all elements.
    public var indices: Range<Int> { ids.indices }
    /// The number of elements.
    public var count: Int { ids.count }
    /// The next place.
    public func index(after position: Int) -> Int { position + 1 }
    /// The place before.
    public func index(before position: Int) -> Int { position - 1 }
    /// The place that is so far away.
    public func index(_ position: Int, offsetBy distance: Int) -> Int { position + distance }
    /// The distance between two indices.
    public func distance(from start: Int, to end: Int) -> Int { end - start }
    /// The model of the element at this place, made once for its id.
    public subscript(position: Int) -> ObservableStore<Action, Element> {
        MainActor.assumeIsolated { [model] in model(position) }
    }

    /// The elements by their ids, whose models are made when they are asked for.
    ///
    /// ```swift
    /// List(model.elements(\.todos, action: AppAction.row).rows) { row in RowView(model: row.model) }
    /// ```
    @inlinable public var rows: LazyMapCollection<Range<Int>, Row> {
        ids.indices.lazy.map { [ids, model] in Row(id: ids[$0], position: $0, makeModel: model) }
    }

    /// One of the elements: its id, and its model once that is asked for.
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

        /// The model of the element, made once for its id.
        public var model: ObservableStore<Action, Element> {
            MainActor.assumeIsolated { [makeModel, position] in makeModel(position) }
        }
    }
}

@available(*, unavailable)
extension ObservableElements: Sendable {}
@available(*, unavailable)
extension ObservableElements.Row: Sendable {}
