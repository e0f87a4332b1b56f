// SPDX-License-Identifier: MIT

import RexCore

/// Connects a node to the nodes of the elements of a collection in its state, or of an optional
/// part.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class ElementsLink<State, Elements: RandomAccessCollection, ID: Hashable>: Tracked {
    typealias Element = Elements.Element

    /// An element that is in use.
    final class Row {
        let id: ID
        /// The last known offset.
        var offset: Int
        /// The element, or its last value before it was removed.
        let last: Cell<Element>
        /// Alive as long as it has a model or readers.
        weak var node: StateNode<Element>?
        /// Keeps the node alive for readers without a model.
        var trackedNode: StateNode<Element>?
        var models = WeakList()
        /// The snapshots through which the element was read, and may be read again.
        var snapshots = WeakList()

        init(id: ID, offset: Int, element: Element) {
            self.id = id
            self.offset = offset
            last = Cell(element)
        }
    }

    /// The elements at the time that they were read.
    ///
    /// Only its reader retains it.
    final class Snapshot {
        let ids: [ID]
        private let elements: Elements

        init(ids: [ID], elements: Elements) {
            self.ids = ids
            self.elements = elements
        }

        subscript(offset: Int) -> Element { elements[elements.index(elements.startIndex, offsetBy: offset)] }
    }

    private unowned let parent: StateNode<State>
    private let path: KeyPath<State, Elements>
    private let id: (Element) -> ID
    private let nothing = Cell(())
    private var ids: [ID] = []
    private var isListRead = false
    private weak var snapshot: Snapshot?
    /// Whether `ids` are known to be current: no state has arrived since they were checked.
    private var isListNew = false
    /// The rows that are updated with each state, since they have a model or readers that wait for
    /// a change.
    private var followedRows: [Row] = []
    private var rows: [ID: Row] = [:]

    init(_ path: KeyPath<State, Elements>, id: @escaping (Element) -> ID, in parent: StateNode<State>) {
        self.path = path
        self.id = id
        self.parent = parent
        unsafe super.init(offset: nil, last: UnsafeRawPointer(nothing.pointer), size: 0)
    }

    /// Returns the elements in order, and registers the reader for their order only.
    func readList() -> Snapshot {
        defer { access() }
        if isListNew, let snapshot { return snapshot }
        let elements = parent.current()[keyPath: path]
        if isListRead, !isListNew || elements.count != ids.count, !elements.lazy.map(id).elementsEqual(ids) {
            // An observer of the store is reading a state that this link has not received yet. When
            // it does, it notifies the previous readers.
            return Snapshot(ids: elements.map(id), elements: elements)
        }
        if !isListRead {
            ids = elements.map(id)
            #if DEBUG
            areIDsChecked = false
            #endif
            isListRead = true
            parent.track(self)
        }
        isListNew = true
        let new = Snapshot(ids: ids, elements: elements)
        snapshot = new
        return new
    }

    #if DEBUG
    private var areIDsChecked = false

    /// Returns the first id that several elements have, at the first call for these ids.
    func newRepeatedID() -> ID? {
        guard !areIDsChecked else { return nil }
        areIDsChecked = true
        var known: Set<ID> = []
        return ids.first { !known.insert($0).inserted }
    }
    #endif

    /// Returns the row of the element at an offset of a snapshot.
    func row(at offset: Int, of snapshot: Snapshot) -> Row {
        let row = row(snapshot.ids[offset], at: offset, of: snapshot)
        _ = row.snapshots.first {
            $0 === snapshot
        } orAdd: {
            snapshot
        }
        return row
    }

    private func row(_ id: ID, at offset: Int, of snapshot: Snapshot) -> Row {
        if let row = rows[id] { return row }
        let row = Row(id: id, offset: offset, element: snapshot[offset])
        rows[id] = row
        followedRows.append(row)
        parent.track(self)
        return row
    }

    func node(of row: Row) -> StateNode<Element> {
        if let node = row.node { return node }
        let node = StateNode { [unowned self] in
            current(row)
        } attach: { [weak row] in
            row?.trackedNode = row?.node
        }
        row.node = node
        return node
    }

    private func current(_ row: Row) -> Element {
        let elements = parent.current()[keyPath: path]
        var offsets: [ID: Int]?
        if let index = index(of: row, in: elements, offsets: &offsets) { row.last.value = elements[index] }
        return row.last.value
    }

    override var isHeld: Bool { followedRows.contains { $0.trackedNode?.isHeld ?? false } }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        let elements: Elements
        if let offset = MemoryLayout<State>.offset(of: path) {
            elements = unsafe (state + offset).assumingMemoryBound(to: Elements.self).pointee
        } else {
            elements = unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
        }
        isListNew = false
        if isListRead, !elements.lazy.map(id).elementsEqual(ids) {
            isListRead = false
            notices.append(takeReaders())
        }
        updateRows(from: elements, into: &notices)
        return isListRead || !followedRows.isEmpty
    }

    private func updateRows(from elements: Elements, into notices: inout [Notice]) {
        var offsets: [ID: Int]?
        followedRows = followedRows.filter { row in
            if let index = index(of: row, in: elements, offsets: &offsets) {
                if let node = row.trackedNode {
                    unsafe withUnsafePointer(to: elements[index]) { element in
                        unsafe node.update(from: UnsafeRawPointer(element), into: &notices)
                    }
                    if !node.isTracked { row.trackedNode = nil }
                }
                row.last.value = elements[index]
            } else if row.models.isEmpty, row.snapshots.isEmpty, row.trackedNode?.isHeld != true {
                // The element has no model and no snapshot, so it can't be read again.
                row.trackedNode = nil
            }
            if row.trackedNode != nil || !row.models.isEmpty { return true }
            rows[row.id] = nil
            return false
        }
    }

    /// Returns the index of an element.
    ///
    /// If it has moved, looks it up in a table of all offsets, which is made once for
    /// an update or a read.
    private func index(of row: Row, in elements: Elements, offsets: inout [ID: Int]?) -> Elements.Index? {
        let start = elements.startIndex
        if row.offset < elements.count {
            let index = elements.index(start, offsetBy: row.offset)
            if id(elements[index]) == row.id { return index }
        }
        let table = offsets ?? Dictionary(elements.enumerated().map { (id($1), $0) }) { first, _ in first }
        offsets = table
        guard let offset = table[row.id] else { return nil }
        row.offset = offset
        return elements.index(start, offsetBy: offset)
    }
}

@available(*, unavailable)
extension ElementsLink.Row: Sendable {}
@available(*, unavailable)
extension ElementsLink.Snapshot: Sendable {}
