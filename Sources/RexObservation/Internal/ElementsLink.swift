// SPDX-License-Identifier: MIT

/// Connects a node with those of the elements of a collection in its state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class ElementsLink<State, Elements: RandomAccessCollection>: Watched where Elements.Element: Identifiable {
    typealias Element = Elements.Element
    typealias ID = Element.ID

    /// What is known of one element.
    final class Row {
        let id: ID
        /// How far from the beginning it was found last.
        var offset: Int
        /// What it is, or was when it was there.
        let last: Place<Element>
        /// There as long as a model is in use, or readers.
        weak var node: Node<Element>?
        /// Kept for the readers, who need not have a model.
        var watchedNode: Node<Element>?
        /// The model that is in use.
        weak var model: AnyObject?

        init(id: ID, offset: Int, element: Element) {
            self.id = id
            self.offset = offset
            last = Place(element)
        }
    }

    private unowned let parent: Node<State>
    private let path: KeyPath<State, Elements>
    private let nothing = Place(())
    private var ids: [ID] = []
    private var isListRead = false
    private var rows: [ID: Row] = [:]
    private var rowLimit = 64
    private var watchedRows: [Row] = []

    init(_ path: KeyPath<State, Elements>, in parent: Node<State>) {
        self.path = path
        self.parent = parent
        unsafe super.init(offset: nil, last: UnsafeRawPointer(nothing.pointer), size: 0)
    }

    /// The ids of the elements in their order; registers the reader for that order alone.
    func readList() -> [ID] {
        if !isListRead {
            ids = parent.current()[keyPath: path].map(\.id)
            isListRead = true
        }
        parent.watch(self)
        access()
        return ids
    }

    /// The element with this id, which is looked for at an offset first.
    func row(_ id: ID, at offset: Int) -> Row {
        if let row = rows[id] {
            row.offset = offset
            if row.node != nil { return row }
        }
        if rows.count >= rowLimit {
            rows = rows.filter { $0.value.node != nil }
            rowLimit = max(64, 2 * rows.count)
        }
        let elements = parent.current()[keyPath: path]
        guard let index = Self.index(of: id, near: offset, in: elements) else {
            preconditionFailure(
                """
                An element was taken from a list that has changed since: its state has no element \(id) any more.
                Ask the model for its elements each time; do not keep them.
                """
            )
        }
        let row = Row(id: id, offset: offset, element: elements[index])
        rows[id] = row
        return row
    }

    func node(of row: Row) -> Node<Element> {
        if let node = row.node { return node }
        let node = Node { [unowned self] in
            current(row)
        } attach: { [unowned self, weak row] in
            guard let row else { return }
            row.watchedNode = row.node
            watchedRows.append(row)
            parent.watch(self)
        }
        row.node = node
        return node
    }

    private func current(_ row: Row) -> Element {
        let elements = parent.current()[keyPath: path]
        if let index = Self.index(of: row.id, near: row.offset, in: elements) {
            row.offset = elements.distance(from: elements.startIndex, to: index)
            row.last.value = elements[index]
        }
        return row.last.value
    }

    private static func index(of id: ID, near offset: Int, in elements: Elements) -> Elements.Index? {
        if offset < elements.count {
            let index = elements.index(elements.startIndex, offsetBy: offset)
            if elements[index].id == id { return index }
        }
        return elements.firstIndex { $0.id == id }
    }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        let elements: Elements
        if let offset = MemoryLayout<State>.offset(of: path) {
            elements = unsafe (state + offset).assumingMemoryBound(to: Elements.self).pointee
        } else {
            elements = unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
        }
        if isListRead, !elements.lazy.map(\.id).elementsEqual(ids) {
            isListRead = false
            notices.append(takeReaders())
        }
        updateRows(from: elements, into: &notices)
        return isListRead || !watchedRows.isEmpty
    }

    private func updateRows(from elements: Elements, into notices: inout [Notice]) {
        guard !watchedRows.isEmpty else { return }
        var offsets: [ID: Int]?
        watchedRows = watchedRows.filter { row in
            guard let index = index(of: row, in: elements, offsets: &offsets) else {
                // It may come back, if someone waits for it.
                if isKnownUniquelyReferenced(&row.watchedNode) { row.watchedNode = nil }
                return row.watchedNode != nil
            }
            guard let node = row.watchedNode else { return false }
            unsafe withUnsafePointer(to: elements[index]) { element in
                unsafe node.update(from: UnsafeRawPointer(element), into: &notices)
            }
            row.last.value = elements[index]
            if !node.isWatched { row.watchedNode = nil }
            return node.isWatched
        }
    }

    /// Where an element is; those that have moved are looked up in a table that is made for all of them.
    private func index(of row: Row, in elements: Elements, offsets: inout [ID: Int]?) -> Elements.Index? {
        let start = elements.startIndex
        if row.offset < elements.count {
            let index = elements.index(start, offsetBy: row.offset)
            if elements[index].id == row.id { return index }
        }
        let table = offsets ?? Dictionary(elements.enumerated().map { ($1.id, $0) }) { first, _ in first }
        offsets = table
        guard let offset = table[row.id] else { return nil }
        row.offset = offset
        return elements.index(start, offsetBy: offset)
    }
}

@available(*, unavailable)
extension ElementsLink.Row: Sendable {}
