// SPDX-License-Identifier: MIT

import RexCore

/// Writes a sequence of states as trees with shared nodes: an unchanged part keeps its node number
/// from the previous state.
///
/// The texts are written by ``ValueText``. They are complete, except that `…` stands for values below
/// the depth limit. Parts that share their storage with the previous state are not read.
package struct ValueTree {
    /// The depth of nested values that are written.
    package static let depthLimit = 64
    /// The number of consecutive patches of a list after which it is written completely, so that
    /// readers need not follow long chains.
    private static let patchLimit = 64

    /// A part of a state.
    package enum Node {
        case leaf(String)
        /// A list with the text before its bracket.
        ///
        /// `parts` replaces the middle of the list `base`, after its `first` parts and before its
        /// `last` parts.
        case list(open: String, base: Int?, first: Int, last: Int, parts: [Part])
    }

    /// A part between brackets: a label or a key, which may be empty, and the number of its node.
    package struct Part: Equatable {
        package let label: String
        package let node: Int
    }

    private struct List {
        let open: String
        let parts: [Part]
        let patches: Int
    }

    /// The content of a value: its text, or its parts.
    private enum Content {
        case leaf(String)
        case list(open: String, [(label: String, value: Any)])
    }

    private var count = 0
    /// The lists of the last state by node number, with all their parts.
    private var lists: [Int: List] = [:]
    private var leaves: [Int: String] = [:]
    private var last: (value: Any, node: Int)?
    private var openObjects: Set<ObjectIdentifier> = []
    private var depth = 0

    package init() {}

    /// Calls `write` with each new node of a state.
    ///
    /// Children come before their parents. Nodes are numbered from 0 in this order.
    ///
    /// - Returns: The number of the state's node.
    package mutating func add(_ state: Any, _ write: (Node) -> Void) -> Int {
        let node = add(state, since: last, write)
        last = (state, node)
        return node
    }

    private mutating func add(_ value: Any, since old: (value: Any, node: Int)?, _ write: (Node) -> Void) -> Int {
        let old = old.flatMap { type(of: $0.value) == type(of: value) ? $0 : nil }
        if let old, Bytes.areEqual(old.value, value) { return old.node }
        depth += 1
        defer { depth -= 1 }
        let object = type(of: value) is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
        if let object, !openObjects.insert(object).inserted {
            return leaf("\(ValueText.typeName(of: value))(…)", old?.node, write)
        }
        defer { if let object { openObjects.remove(object) } }
        guard depth <= ValueTree.depthLimit else { return leaf("…", old?.node, write) }
        if let old, let list = lists[old.node], let ends = ListEnds(old.value, value), ends.oldCount == list.parts.count
        {
            return patch(list, old.node, ends, write)
        }
        switch ValueTree.content(of: value) {
        case .leaf(let text): return leaf(text, old?.node, write)
        case .list(let open, let parts): return list(open, parts, since: old, write)
        }
    }

    private mutating func leaf(_ text: String, _ old: Int?, _ write: (Node) -> Void) -> Int {
        let text = text.visible
        if let old, leaves[old] == text { return old }
        if let old { forget(old) }
        write(.leaf(text))
        leaves[count] = text
        count += 1
        return count - 1
    }

    /// Adds a list.
    ///
    /// Parts are compared with the old parts of the same label.
    private mutating func list(
        _ open: String,
        _ parts: [(label: String, value: Any)],
        since old: (value: Any, node: Int)?,
        _ write: (Node) -> Void
    ) -> Int {
        var oldParts: [(label: String, value: Any)] = []
        let oldList = old.flatMap { lists[$0.node] }
        if let old, let oldList, oldList.open == open, case .list(_, let found) = ValueTree.content(of: old.value),
            found.count == oldList.parts.count
        {
            oldParts = found
        }
        let isKeyed = open == "[" && parts.first.map { !$0.label.isEmpty } == true
        let places = isKeyed ? Dictionary(oldParts.enumerated().map { ($1.label, $0) }) { first, _ in first } : [:]
        let nodes = parts.enumerated().map { index, part in
            let place = isKeyed ? places[part.label] : index < oldParts.count ? index : nil
            let before = place.flatMap { place in oldList.map { (oldParts[place].value, $0.parts[place].node) } }
            return Part(label: part.label.visible, node: add(part.value, since: before, write))
        }
        if let old, let oldList, oldList.open == open, oldList.parts == nodes { return old.node }
        return finish(open, nodes, oldList, old?.node, write)
    }

    /// Adds a list whose first and last elements are the same as in the old one.
    private mutating func patch(_ list: List, _ old: Int, _ ends: ListEnds, _ write: (Node) -> Void) -> Int {
        let between = ends.between.enumerated().map { index, pair in
            let before = pair.old.map { ($0, list.parts[ends.first + index].node) }
            return Part(label: "", node: add(pair.new, since: before, write))
        }
        let parts = list.parts.prefix(ends.first) + between + list.parts.suffix(ends.last)
        if list.parts.count == parts.count, list.parts.elementsEqual(parts) { return old }
        return finish("[", Array(parts), list, old, write)
    }

    private mutating func finish(_ open: String, _ parts: [Part], _ old: List?, _ node: Int?, _ write: (Node) -> Void)
        -> Int
    {
        var (first, last, patches) = (0, 0, 0)
        if let old, old.open == open, old.patches < ValueTree.patchLimit {
            first = zip(old.parts, parts).prefix { $0 == $1 }.count
            let room = min(old.parts.count, parts.count) - first
            last = zip(old.parts.reversed(), parts.reversed()).prefix(room).prefix { $0 == $1 }.count
            patches = first + last > 0 ? old.patches + 1 : 0
        }
        if let node { forget(node) }
        write(
            .list(
                open: open.visible,
                base: patches > 0 ? node : nil,
                first: first,
                last: last,
                parts: Array(parts[first..<(parts.count - last)])
            )
        )
        lists[count] = List(open: open, parts: parts, patches: patches)
        count += 1
        return count - 1
    }

    /// Removes a node that left the state, so that its number is not used again.
    private mutating func forget(_ node: Int) {
        lists[node] = nil
        leaves[node] = nil
    }

    private static func content(of value: Any) -> Content {
        switch ValueText.parts(of: value) {
        case nil: .leaf(ValueText.whole(value))
        case .some(let parts): .list(open: parts.open, parts.values)
        }
    }
}

/// The number of equal elements at both ends of two arrays, and the elements between them.
private struct ListEnds {
    let first: Int
    let last: Int
    let oldCount: Int
    /// The new elements between the equal ones, each with the old element at the same index.
    let between: [(old: Any?, new: Any)]

    init?(_ old: Any, _ new: Any) {
        func ends<List: ComparedList>(_ old: List) -> ListEnds? {
            (new as? List).map { new in
                let (first, last) = old.commonEnds(with: new)
                let (olds, news) = (old.elements(first, last), new.elements(first, last))
                let between = news.enumerated().map { (old: $0 < olds.count ? olds[$0] : nil, new: $1) }
                return ListEnds(first: first, last: last, oldCount: old.count, between: between)
            }
        }
        guard let list = old as? any ComparedList, let found = ends(list) else { return nil }
        self = found
    }

    private init(first: Int, last: Int, oldCount: Int, between: [(old: Any?, new: Any)]) {
        self.first = first
        self.last = last
        self.oldCount = oldCount
        self.between = between
    }
}

/// An array that is compared with the static type of its elements.
private protocol ComparedList {
    var count: Int { get }
    func commonEnds(with other: Self) -> (first: Int, last: Int)
    /// Returns the elements without the first `first` and the last `last` ones.
    func elements(_ first: Int, _ last: Int) -> [Any]
}

extension Array: ComparedList {
    func commonEnds(with other: [Element]) -> (first: Int, last: Int) {
        let room = Swift.min(count, other.count)
        var first = 0
        while first < room, haveSameBytes(self[first], other[first]) { first += 1 }
        var last = 0
        while last < room - first,
            haveSameBytes(self[count - 1 - last], other[other.count - 1 - last])
        { last += 1 }
        return (first, last)
    }

    func elements(_ first: Int, _ last: Int) -> [Any] { self[first..<(count - last)].map { $0 } }
}
