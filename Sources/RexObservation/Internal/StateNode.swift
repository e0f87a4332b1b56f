// SPDX-License-Identifier: MIT

/// The readers of the state of a store, or of a part of it.
///
/// Only for the main actor.
///
/// A node knows its child nodes while they contain tracked values. Nodes don't retain their
/// parents; the users of a node do.
///
/// Memory safe: an entry is in the list only as long as its object, which owns the memory.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@safe final class StateNode<State> {
    /// Returns the current state.
    ///
    /// The root replaces it while it shows a past state.
    var current: () -> State
    /// Registers this node with its parent, so that it is updated when the parent's state changes.
    private let attach: () -> Void
    private var parts: [AnyKeyPath: Tracked] = [:]
    private var tracked: [Tracked] = []
    /// The comparisons of `tracked`, in the same order.
    ///
    /// They are stored contiguously, so that a thousand values are compared without accessing the
    /// objects.
    private var comparisons: [Tracked.ByteComparison] = unsafe []
    /// The values of selectors.
    private var selected: [ObjectIdentifier: Tracked] = [:]
    private var selectedLimit = 16
    private var isUpdating = false
    private var links: [LinkKey: Tracked] = [:]

    init(current: @escaping () -> State, attach: @escaping () -> Void = {}) {
        self.current = current
        self.attach = attach
    }

    var isTracked: Bool { !tracked.isEmpty }
    var isHeld: Bool { tracked.contains { $0.isHeld } }

    /// Returns the value of a selector and registers the reader for it.
    func select<Value>(_ selector: StateSelector<State, Value>) -> Value {
        let key = ObjectIdentifier(selector)
        let known = selected[key] as? TrackedSelection<State, Value>
        if let known, known.isValue(of: selector) { return known.read(selector, of: current) }
        if selected.count >= selectedLimit, !isUpdating { removeUnneededSelections() }
        let new = TrackedSelection(selector, of: current())
        selected[key] = new
        track(new)
        return new.read(selector, of: current)
    }

    /// Removes the values of selectors that are gone and have no readers.
    ///
    /// They accumulate if a new selector is made for each read.
    private func removeUnneededSelections() {
        selected = selected.filter { $0.value.releaseUnneeded() }
        selectedLimit = max(16, 2 * selected.count)
        tracked.removeAll { !$0.releaseUnneeded() }
        unsafe comparisons = tracked.map { unsafe $0.comparison }
    }

    /// Returns the value of a part and registers the reader for it.
    func read<Value>(_ path: KeyPath<State, Value>) -> Value {
        let part: TrackedProperty<State, Value>
        if let known = parts[path] as? TrackedProperty<State, Value> {
            part = known
            if !part.isTracked { part.refresh(from: current()) }
        } else {
            part = TrackedProperty(path, of: current())
            parts[path] = part
        }
        track(part)
        part.access()
        return part.value
    }

    /// Returns a function that notifies the readers of a part that wait now, unless the part then has
    /// the value that a control has written.
    ///
    /// For controls, which show what the user has entered until they are read again. A value without
    /// `==` counts as another one.
    func correction<Value>(of path: KeyPath<State, Value>, written: Value) -> () -> Void {
        guard let notifyReaders = parts[path]?.notifyingReaders() else { return {} }
        return { [self] in
            if Sameness.equality(of: Value.self)?(written, current()[keyPath: path]) != true { notifyReaders() }
        }
    }

    /// Returns the link between this node and the nodes of a part of its state.
    ///
    /// Makes it at the first call.
    func link<Link: Tracked>(_ path: AnyKeyPath, make: () -> Link) -> Link {
        let key = LinkKey(path: path, link: ObjectIdentifier(Link.self))
        if let link = links[key] as? Link { return link }
        let link = make()
        links[key] = link
        return link
    }

    func track(_ item: Tracked) {
        guard !item.isTracked else { return }
        item.isTracked = true
        tracked.append(item)
        unsafe comparisons.append(item.comparison)
        if tracked.count == 1 { attach() }
    }

    /// Compares the tracked values with a new state.
    ///
    /// Removes changed values until they are read again.
    func update(from state: UnsafeRawPointer, into notices: inout [Tracked.Notice]) {
        isUpdating = true
        defer { isUpdating = false }
        var touched: [Int] = []
        unsafe comparisons.withUnsafeBufferPointer { comparisons in
            for index in comparisons.indices where unsafe !comparisons[index].isUntouched(in: state) {
                touched.append(index)
            }
        }
        touched.removeAll { unsafe tracked[$0].update(from: state, into: &notices) }
        for index in touched.reversed() {
            tracked[index].isTracked = false
            if let key = tracked[index].selectorID, selected[key] === tracked[index] { selected[key] = nil }
            tracked.swapAt(index, tracked.count - 1)
            tracked.removeLast()
            unsafe comparisons.swapAt(index, comparisons.count - 1)
            unsafe comparisons.removeLast()
        }
    }
}

/// The identity of a link: the key path of the part, and the type of the link.
private struct LinkKey: Hashable {
    let path: AnyKeyPath
    let link: ObjectIdentifier
}

@available(*, unavailable)
extension StateNode: Sendable {}
