// SPDX-License-Identifier: MIT

import RexCore

/// The schedules that were tried, as a tree of their choices.
///
/// A schedule is a path from the root to a leaf. Random schedules avoid exhausted subtrees, so each
/// one is new. When the root is exhausted, all schedules were tried. A subtree with one schedule is
/// stored as the rest of its choices, and an exhausted subtree is dropped.
final class ChoiceTree: Sendable {
    typealias Choice = Exploration.Choice

    fileprivate enum Subtree: Sendable {
        case untried
        /// The remaining choices of the only schedule that was tried here.
        ///
        /// Not empty.
        case one(ArraySlice<Choice>)
        /// The index of a node with several schedules.
        case node(Int)
    }

    fileprivate struct Node {
        /// The number of possible values of the choice.
        let count: Int
        /// The values that were tried and are not exhausted.
        var subtrees: [Int: Subtree] = [:]
        /// The values whose schedules were all tried.
        var exhausted: Set<Int> = []

        mutating func exhaust(_ value: Int) {
            subtrees[value] = nil
            exhausted.insert(value)
        }
    }

    /// A value in a node, or nil for the root.
    fileprivate typealias Position = (node: Int, value: Int)?

    fileprivate struct Contents {
        var root = Subtree.untried
        var nodes: [Node] = []
        /// The indices of unused nodes.
        var free: [Int] = []
        var isExhausted = false
    }

    private let contents = Lock(Contents())

    /// Whether all schedules were tried.
    var isExhausted: Bool { contents.withLock { $0.isExhausted } }

    /// Marks all schedules that begin with these choices as tried.
    ///
    /// - Returns: False if another schedule had a different choice at the same point: the body does
    ///   not do the same each time.
    func insert(_ path: some Collection<Choice>) -> Bool { contents.withLock { $0.insert(Array(path)) } }
}

extension ChoiceTree.Contents {
    fileprivate mutating func insert(_ path: [Exploration.Choice]) -> Bool {
        var trail: [(node: Int, value: Int)] = []
        var subtree = root
        for (index, choice) in path.enumerated() {
            let number: Int
            switch subtree {
            case .untried:
                set(.one(path[index...]), at: trail.last)
                return true
            case .one(let rest):
                let isSame = rest.elementsEqual(path[index...]) { $0.value == $1.value && $0.count == $1.count }
                if isSame { return true }
                number = split(rest, at: trail.last)
            case .node(let node): number = node
            }
            guard nodes[number].count == choice.count else { return false }
            if nodes[number].exhausted.contains(choice.value) { return true }
            trail.append((number, choice.value))
            subtree = nodes[number].subtrees[choice.value] ?? .untried
        }
        exhaust(trail)
        return true
    }

    /// Makes a node from the first choice of the only schedule of a subtree.
    ///
    /// Returns its index.
    private mutating func split(_ rest: ArraySlice<Exploration.Choice>, at position: ChoiceTree.Position) -> Int {
        let first = rest[rest.startIndex]
        var node = ChoiceTree.Node(count: first.count)
        if rest.count == 1 { node.exhaust(first.value) } else { node.subtrees[first.value] = .one(rest.dropFirst()) }
        let number = free.popLast() ?? nodes.count
        if number < nodes.count { nodes[number] = node } else { nodes.append(node) }
        set(.node(number), at: position)
        return number
    }

    private mutating func set(_ subtree: ChoiceTree.Subtree, at position: ChoiceTree.Position) {
        if let position { nodes[position.node].subtrees[position.value] = subtree } else { root = subtree }
    }

    /// Drops the subtree at the end of a trail, and each parent that becomes exhausted.
    private mutating func exhaust(_ trail: [(node: Int, value: Int)]) {
        for (node, value) in trail.reversed() {
            nodes[node].exhaust(value)
            guard nodes[node].exhausted.count == nodes[node].count else { return }
            nodes[node] = ChoiceTree.Node(count: 0)
            free.append(node)
        }
        isExhausted = true
    }
}

extension ChoiceTree {
    /// The position of a schedule in the tree.
    struct Walk: Sendable {
        private let tree: ChoiceTree
        private var subtree: Subtree

        init(_ tree: ChoiceTree) {
            self.tree = tree
            subtree = tree.contents.withLock { $0.root }
        }

        /// Moves to a value, or to the next value that is not exhausted, and returns it.
        mutating func take(_ drawn: Int, below count: Int) -> Int {
            let value: Int
            (value, subtree) = tree.step(from: subtree, drawn, below: count)
            return value
        }
    }

    private func step(from subtree: Subtree, _ drawn: Int, below count: Int) -> (Int, Subtree) {
        switch subtree {
        case .untried: return (drawn, .untried)
        case .one(let rest):
            let tried = rest[rest.startIndex]
            guard tried.count == count, tried.value == drawn else { return (drawn, .untried) }
            return rest.count == 1 ? ((drawn + 1) % count, .untried) : (drawn, .one(rest.dropFirst()))
        case .node(let number):
            return contents.withLock { contents in
                let node = contents.nodes[number]
                guard node.count == count else { return (drawn, .untried) }
                var value = drawn
                while node.exhausted.contains(value) { value = (value + 1) % count }
                return (value, node.subtrees[value] ?? .untried)
            }
        }
    }
}
