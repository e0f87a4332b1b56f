// SPDX-License-Identifier: MIT

/// A list of weak references, such as the models of a part with different actions.
struct WeakList {
    private struct Entry {
        weak var object: AnyObject?
    }

    private var entries: [Entry] = []

    var objects: [AnyObject] { entries.compactMap(\.object) }
    var isEmpty: Bool { entries.allSatisfy { $0.object == nil } }

    /// Returns the first living object for which `isWanted` returns true, or adds a new one.
    mutating func first<Object: AnyObject>(where isWanted: (Object) -> Bool, orAdd make: () -> Object) -> Object {
        for entry in entries {
            if let object = entry.object as? Object, isWanted(object) { return object }
        }
        let object = make()
        entries.removeAll { $0.object == nil }
        entries.append(Entry(object: object))
        return object
    }
}

@available(*, unavailable)
extension WeakList: Sendable {}
