// SPDX-License-Identifier: MIT

/// What is read of a state, in the store or in a part of it; for the main actor only.
///
/// A node knows the nodes below it for as long as something of them is watched. Nodes do not keep those above them: whoever
/// uses a node keeps these.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
final class Node<State> {
    /// The state that is read now.
    let current: () -> State
    /// Has this node looked at when the state around it changes.
    private let attach: () -> Void
    private var parts: [AnyHashable: Watched] = [:]
    private var watched: [Watched] = []
    private var links: [AnyHashable: Watched] = [:]

    init(current: @escaping () -> State, attach: @escaping () -> Void = {}) {
        self.current = current
        self.attach = attach
    }

    var isWatched: Bool { !watched.isEmpty }

    /// The value of a part, for which the reader is registered.
    func read<Value>(
        _ key: AnyHashable,
        offset: Int?,
        isSame: @autoclosure () -> (Value, Value) -> Bool,
        by read: @escaping (State) -> Value
    ) -> Value {
        let part: Part<State, Value>
        if let known = parts[key] as? Part<State, Value> {
            part = known
            if !part.isWatched { part.refresh(from: current()) }
        } else {
            part = Part(of: current(), offset: offset, read: read, isSame: isSame())
            parts[key] = part
        }
        watch(part)
        part.access()
        return part.value
    }

    /// What connects this node with those of a place in its state, made once.
    func link<Link: Watched>(_ key: AnyHashable, make: () -> Link) -> Link {
        if let link = links[key] as? Link { return link }
        let link = make()
        links[key] = link
        return link
    }

    func watch(_ item: Watched) {
        guard !item.isWatched else { return }
        item.isWatched = true
        watched.append(item)
        if watched.count == 1 { attach() }
    }

    /// Looks at what is watched, and forgets what has changed until it is read again.
    func update(from state: UnsafeRawPointer, into notices: inout [Watched.Notice]) {
        var kept = 0
        for index in watched.indices {
            let item = watched[index]
            if unsafe item.isUntouched(in: state) || item.update(from: state, into: &notices) {
                if kept != index { watched[kept] = item }
                kept += 1
            } else {
                item.isWatched = false
            }
        }
        if kept != watched.count { watched.removeLast(watched.count - kept) }
    }
}

@available(*, unavailable)
extension Node: Sendable {}
