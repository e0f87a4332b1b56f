// SPDX-License-Identifier: MIT

/// Connects a node with that of a part of its state.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class ScopeLink<State, Child>: Watched {
    private let path: KeyPath<State, Child>
    private weak var node: Node<Child>?
    /// Kept for the readers, who need not have a model.
    private var watchedNode: Node<Child>?
    var models = WeakList()
    private let nothing = Place(())

    init(_ path: KeyPath<State, Child>) {
        self.path = path
        unsafe super.init(offset: nil, last: UnsafeRawPointer(nothing.pointer), size: 0)
    }

    func node(below parent: Node<State>) -> Node<Child> {
        if let node { return node }
        let node = Node { [unowned parent, path] in
            parent.current()[keyPath: path]
        } attach: { [weak self, weak parent] in
            guard let self else { return }
            watchedNode = self.node
            parent?.watch(self)
        }
        self.node = node
        return node
    }

    override func update(from state: UnsafeRawPointer, into notices: inout [Notice]) -> Bool {
        guard let watchedNode else { return false }
        if let offset = MemoryLayout<State>.offset(of: path) {
            unsafe watchedNode.update(from: state + offset, into: &notices)
        } else {
            let child = unsafe state.assumingMemoryBound(to: State.self).pointee[keyPath: path]
            unsafe withUnsafePointer(to: child) {
                unsafe watchedNode.update(from: UnsafeRawPointer($0), into: &notices)
            }
        }
        if !watchedNode.isWatched { self.watchedNode = nil }
        return watchedNode.isWatched
    }
}
