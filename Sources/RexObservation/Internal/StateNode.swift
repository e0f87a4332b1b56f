// SPDX-License-Identifier: MIT

/// The readers of a state, that of the store or of a part of it; for the main actor only.
///
/// A node knows the nodes below it for as long as something of them is tracked. Nodes do not keep
/// those above them: whoever uses a node keeps these.
///
/// It is safe because a slot is in its list no longer than its object, which has the memory.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@safe final class StateNode<State> {
    /// The state that is read now.
    let current: () -> State
    /// Has this node looked at when the state around it changes.
    private let attach: () -> Void
    private var parts: [AnyKeyPath: Tracked] = [:]
    private var tracked: [Tracked] = []
    /// The comparisons of the tracked, in their order: the bytes of a thousand are compared without
    /// a look at the objects.
    private var comparisons: [Tracked.ByteComparison] = unsafe []
    /// The values of selectors, while a reader waits for a change.
    private var selected: [ObjectIdentifier: Tracked] = [:]
    private var selectedLimit = 16
    private var isUpdating = false
    private var links: [LinkKey: Tracked] = [:]

    init(current: @escaping () -> State, attach: @escaping () -> Void = {}) {
        self.current = current
        self.attach = attach
    }

    var isTracked: Bool { !tracked.isEmpty }

    /// The value of a selector, for which the reader is registered.
    func select<Value>(_ selector: StateSelector<State, Value>) -> Value {
        let key = ObjectIdentifier(selector)
        let known = selected[key] as? TrackedSelection<State, Value>
        let part = known ?? TrackedSelection(selector, of: current())
        part.accessAsKnown()
        guard known == nil, part.isAwaited else { return part.value }
        if selected.count >= selectedLimit, !isUpdating { forgetWhatNobodyAwaits() }
        selected[key] = part
        track(part)
        return part.value
    }

    /// Forgets what selectors make that are not read any more, of which there is much if they are
    /// made anew for each reading.
    private func forgetWhatNobodyAwaits() {
        selected = selected.filter { $0.value.isNeeded }
        selectedLimit = max(16, 2 * selected.count)
        tracked.removeAll { !$0.isNeeded }
        unsafe comparisons = tracked.map { unsafe $0.comparison }
    }

    /// The value of a part, for which the reader is registered.
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

    /// Returns the link between this node and those of a part of its state, which is made once.
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

    /// Looks at what is tracked, and forgets what has changed until it is read again.
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
            if let key = tracked[index].selectorID { selected[key] = nil }
            tracked.swapAt(index, tracked.count - 1)
            tracked.removeLast()
            unsafe comparisons.swapAt(index, comparisons.count - 1)
            unsafe comparisons.removeLast()
        }
    }
}

/// The identity of a link: the path of the part, and the kind of link.
private struct LinkKey: Hashable {
    let path: AnyKeyPath
    let link: ObjectIdentifier
}

@available(*, unavailable)
extension StateNode: Sendable {}
