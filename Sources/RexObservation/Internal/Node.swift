// SPDX-License-Identifier: MIT

/// What is read of a state, in the store or in a part of it; for the main actor only.
///
/// A node knows the nodes below it for as long as something of them is watched. Nodes do not keep those above them: whoever
/// uses a node keeps these.
///
/// It is safe because a slot is in its list no longer than its object, which has the memory.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@safe final class Node<State> {
    /// The state that is read now.
    let current: () -> State
    /// Has this node looked at when the state around it changes.
    private let attach: () -> Void
    private var parts: [AnyKeyPath: Watched] = [:]
    private var watched: [Watched] = []
    /// Those of the watched, in their order: the bytes of a thousand are looked at without a look at the objects.
    private var slots: [Watched.Slot] = unsafe []
    /// What selectors make of the state, while somebody waits for it.
    private var selected: [ObjectIdentifier: Watched] = [:]
    private var selectedLimit = 16
    private var isUpdating = false
    private var links: [LinkKey: Watched] = [:]

    init(current: @escaping () -> State, attach: @escaping () -> Void = {}) {
        self.current = current
        self.attach = attach
    }

    var isWatched: Bool { !watched.isEmpty }

    /// What a selector makes of the state, for which the reader is registered.
    func select<Value>(_ selector: StateSelector<State, Value>) -> Value {
        let key = ObjectIdentifier(selector)
        let known = selected[key] as? SelectedPart<State, Value>
        let part = known ?? SelectedPart(selector, of: current())
        part.accessAsKnown()
        guard known == nil, part.isAwaited else { return part.value }
        if selected.count >= selectedLimit, !isUpdating { forgetWhatNobodyAwaits() }
        selected[key] = part
        watch(part)
        return part.value
    }

    /// Forgets what selectors make that are not read any more, of which there is much if they are made anew for each reading.
    private func forgetWhatNobodyAwaits() {
        selected = selected.filter { $0.value.isNeeded }
        selectedLimit = max(16, 2 * selected.count)
        watched.removeAll { !$0.isNeeded }
        unsafe slots = watched.map { unsafe $0.slot }
    }

    /// The value of a part, for which the reader is registered.
    func read<Value>(_ path: KeyPath<State, Value>) -> Value {
        let part: Part<State, Value>
        if let known = parts[path] as? Part<State, Value> {
            part = known
            if !part.isWatched { part.refresh(from: current()) }
        } else {
            part = Part(path, of: current())
            parts[path] = part
        }
        watch(part)
        part.access()
        return part.value
    }

    /// What connects this node with those of a place in its state, made once.
    func link<Link: Watched>(_ path: AnyKeyPath, make: () -> Link) -> Link {
        let key = LinkKey(path: path, link: ObjectIdentifier(Link.self))
        if let link = links[key] as? Link { return link }
        let link = make()
        links[key] = link
        return link
    }

    func watch(_ item: Watched) {
        guard !item.isWatched else { return }
        item.isWatched = true
        watched.append(item)
        unsafe slots.append(item.slot)
        if watched.count == 1 { attach() }
    }

    /// Looks at what is watched, and forgets what has changed until it is read again.
    func update(from state: UnsafeRawPointer, into notices: inout [Watched.Notice]) {
        isUpdating = true
        defer { isUpdating = false }
        var touched: [Int] = []
        unsafe slots.withUnsafeBufferPointer { slots in
            for index in slots.indices where unsafe !slots[index].isUntouched(in: state) {
                touched.append(index)
            }
        }
        touched.removeAll { unsafe watched[$0].update(from: state, into: &notices) }
        for index in touched.reversed() {
            watched[index].isWatched = false
            if let key = watched[index].selectorID { selected[key] = nil }
            watched.swapAt(index, watched.count - 1)
            watched.removeLast()
            unsafe slots.swapAt(index, slots.count - 1)
            unsafe slots.removeLast()
        }
    }
}

/// What makes a place: where it is, and as what it is shown.
private struct LinkKey: Hashable {
    let path: AnyKeyPath
    let link: ObjectIdentifier
}

@available(*, unavailable)
extension Node: Sendable {}
