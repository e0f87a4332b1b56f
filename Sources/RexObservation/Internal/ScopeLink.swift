// SPDX-License-Identifier: MIT

import RexCore

/// Connects a node to the node of a part of its state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class ScopeLink<State, Child>: Tracked {
    private let path: KeyPath<State, Child>
    private weak var node: StateNode<Child>?
    /// Keeps the node alive for readers without a model.
    private var trackedNode: StateNode<Child>?
    var models = WeakList()
    private let nothing = Cell(())

    init(_ path: KeyPath<State, Child>) {
        self.path = path
        unsafe super.init(offset: nil, last: UnsafeRawPointer(nothing.pointer), size: 0)
    }

    func node(below parent: StateNode<State>) -> StateNode<Child> {
        if let node { return node }
        let node = StateNode { [unowned parent, path] in
            parent.current()[keyPath: path]
        } attach: { [weak self, weak parent] in
            guard let self else { return }
            trackedNode = self.node
            parent?.track(self)
        }
        self.node = node
        return node
    }

    override var isHeld: Bool { trackedNode?.isHeld ?? false }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        guard let trackedNode else { return false }
        if let offset = MemoryLayout<State>.offset(of: path) {
            unsafe trackedNode.update(from: state + offset, into: &notices)
        } else {
            let child = unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
            unsafe withUnsafePointer(to: child) {
                unsafe trackedNode.update(from: UnsafeRawPointer($0), into: &notices)
            }
        }
        if !trackedNode.isTracked { self.trackedNode = nil }
        return trackedNode.isTracked
    }
}
