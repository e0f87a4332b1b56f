// SPDX-License-Identifier: MIT

import RexCore

/// The identity of runs that belong together: those of a rule, or of all rules of one name, for one
/// element and one key.
@usableFromInline struct EffectSlotID: Sendable {
    /// An object, since most rules have neither elements nor keys, and an id is copied often.
    private final class Keys: Sendable {
        let elements: [EffectKey]
        let key: EffectKey?

        init(_ elements: [EffectKey], _ key: EffectKey?) {
            self.elements = elements
            self.key = key
        }
    }

    /// The number of the rule, or of the first one of its name.
    let group: Int
    private let keys: Keys?

    @usableFromInline init(group: Int) {
        self.init(group, nil)
    }

    @usableFromInline init(group: Int, key: EffectKey) {
        self.init(group, Keys([], key))
    }

    private init(_ group: Int, _ keys: Keys?) {
        self.group = group
        self.keys = keys
    }

    /// Returns this id in an element of a collection around it.
    func lifted(to id: EffectKey) -> EffectSlotID { EffectSlotID(group, Keys([id] + elements, key)) }

    /// The elements, from the outermost collection to the innermost.
    var elements: [EffectKey] { keys?.elements ?? [] }
    var key: EffectKey? { keys?.key }

    /// True for a whole rule, without elements and keys.
    var isPlain: Bool { keys == nil }

    /// The elements and the key for people, from outside to inside; nil if there are none.
    ///
    /// The value of an optional has no id that could be named.
    var keyText: String? {
        guard let keys else { return nil }
        let named = (keys.elements + (keys.key.map { [$0] } ?? [])).filter { !($0.value is OnlyPart) }
        return named.isEmpty ? nil : named.map(\.text).joined(separator: ", ")
    }
}
