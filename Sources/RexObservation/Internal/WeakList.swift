// SPDX-License-Identifier: MIT

/// The objects of a list that are in use, such as the models of one part, of which each has other
/// actions.
struct WeakList {
    private struct Entry {
        weak var object: AnyObject?
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.allSatisfy { $0.object == nil } }

    /// The object for which `isWanted` is true, or else a new one.
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
