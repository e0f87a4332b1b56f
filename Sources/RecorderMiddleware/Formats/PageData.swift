// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// The data of the page.
///
/// Each text, each step of a source and each part of a state is written once, and referred to by
/// number.
package struct PageData: ~Copyable {
    private var places: [String: Int] = [:]
    private var texts: [String] = []
    /// The steps of all trails, each with the number of the step before it.
    private var steps = JSONText()
    private var stepPlaces: [[Int]: Int] = [:]
    private(set) var presentations: [NestedPresentation] = []
    private var presentationPlaces: [NestedPresentation: Int] = [:]
    /// The parts of all states.
    private var nodes = JSONText()
    private var nodeCount = 0
    /// The last known state of each store.
    private var states: [Int: LastState] = [:]

    package init() {}

    /// A presentation in the one with the number `outer`, or in none with the number -1.
    struct NestedPresentation: Hashable {
        let outer: Int
        let place: PresentationPlace
    }

    private struct LastState {
        var tree = ValueTree()
        /// The positions of the tree's nodes among the nodes of all stores.
        var numbers: [Int] = []
        /// The last state that is only known as text, and its node.
        var text: (units: [UInt16], node: Int)?
    }

    /// Returns JSON without special characters of HTML.
    mutating func json(of rows: Rows, startOfDay: UInt64, damage: RecordingError?) -> String {
        var json = JSONText()
        json.object { page in
            page.integer("version", JSONLinesFormat.version)
            page.number("start", Double(startOfDay) / 1_000_000)
            if let program = rows.program { page.string("program", program) }
            if rows.isRedacted { page.bool("redacted", true) }
            if let damage { page.string("damage", damage.description) }
            page.bool("several", rows.hasSeveralStores)
            page.member("stores") { json in
                json.array(Array(rows.storeNames.keys).sorted()) { json, store in
                    json.byte("[")
                    json.integer(store)
                    json.byte(",")
                    json.string(rows.storeNames[store] ?? "")
                    json.byte("]")
                }
            }
            tables(of: rows, &page)
            // Written after the parts that add to them.
            page.member("steps") { $0.list(steps.bytes) }
            page.member("nodes") { $0.list(nodes.bytes) }
            page.member("texts") { $0.strings(texts) }
        }
        return json.text.replacing("<", with: "\\u003c")
    }

    /// Returns two states, as parts and texts with numbers of their own.
    package mutating func states(_ before: RowState, _ after: RowState) -> [UInt8] {
        let (before, after) = (state(before, of: 0), state(after, of: 0))
        var json = JSONText()
        json.object { page in
            page.integer("before", before)
            page.integer("after", after)
            page.member("nodes") { $0.list(nodes.bytes) }
            page.member("texts") { $0.strings(texts) }
        }
        return json.bytes
    }

    mutating func number(of text: String) -> Int {
        if let place = places[text] { return place }
        places[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }

    mutating func trail(_ trail: [ActionSource.Step]) -> Int {
        var last = -1
        for step in trail {
            let numbers = [
                last, number(of: step.kind), number(of: step.text), number(of: step.file), number(of: step.function),
                Int(step.line),
            ]
            if let place = stepPlaces[numbers] {
                last = place
                continue
            }
            last = stepPlaces.count
            stepPlaces[numbers] = last
            for number in numbers { steps.element { $0.integer(number) } }
        }
        return last
    }

    /// Returns the number of the innermost presentation, or -1 for none.
    mutating func address(_ places: [PresentationPlace]) -> Int {
        var last = -1
        for place in places {
            let nested = NestedPresentation(outer: last, place: place)
            if let known = presentationPlaces[nested] {
                last = known
                continue
            }
            last = presentations.count
            presentationPlaces[nested] = last
            presentations.append(nested)
        }
        return last
    }

    mutating func state(_ state: RowState, of store: Int) -> Int {
        switch state {
        case .missing: -1
        case .value(let value): node(of: value, in: store)
        case .text(let text): node(of: text, in: store)
        }
    }

    private mutating func node(of state: Any, in store: Int) -> Int {
        let last = states.removeValue(forKey: store) ?? LastState()
        var (tree, numbers) = (last.tree, last.numbers)
        let node = tree.add(state) { write($0, &numbers) }
        states[store] = LastState(tree: tree, numbers: numbers, text: last.text)
        return numbers[node]
    }

    private mutating func write(_ node: ValueTree.Node, _ numbers: inout [Int]) {
        numbers.append(nodeCount)
        nodeCount += 1
        switch node {
        case .leaf(let text):
            let text = number(of: text)
            nodes.element { $0.integer(text) }
        case .list(let open, let base, let first, let last, let parts):
            var columns = [number(of: open), base.map { numbers[$0] } ?? -1, first, last]
            for part in parts { columns += [part.label.isEmpty ? -1 : number(of: part.label), numbers[part.node]] }
            nodes.element { $0.integers(columns) }
        }
    }

    /// Adds a text as its difference from the previous one: the lengths of the common beginning and
    /// end, and the text between them.
    private mutating func node(of text: String, in store: Int) -> Int {
        let new = Array(text.utf16)
        var start = 0
        var end = 0
        if let old = states[store]?.text {
            if old.units == new { return old.node }
            let shorter = min(old.units.count, new.count)
            while start < shorter, old.units[start] == new[start] { start += 1 }
            // Not within a surrogate pair.
            while start > 0, UTF16.isTrailSurrogate(new.count > start ? new[start] : 0) { start -= 1 }
            while end < shorter - start, old.units[old.units.count - end - 1] == new[new.count - end - 1] { end += 1 }
            while end > 0, UTF16.isTrailSurrogate(new[new.count - end]) { end -= 1 }
        }
        let middle = number(of: String(decoding: new[start..<(new.count - end)], as: UTF16.self))
        let columns = [-1, states[store]?.text?.node ?? -1, start, end, middle]
        nodes.element { $0.integers(columns) }
        states[store, default: LastState()].text = (new, nodeCount)
        nodeCount += 1
        return nodeCount - 1
    }
}

extension JSONText {
    /// Appends an element to a list whose brackets are written separately.
    fileprivate mutating func element(_ write: (inout JSONText) -> Void) {
        if buffer.count > 0 { byte(",") }
        write(&self)
    }

    fileprivate mutating func list(_ elements: [UInt8]) {
        byte("[")
        raw(elements)
        byte("]")
    }
}
