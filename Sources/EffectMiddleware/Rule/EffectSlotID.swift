// SPDX-License-Identifier: MIT

import RexCore

/// Identifies the runs of one slot: the runs of a rule, or of all rules with the same name, for one
/// element and one key.
@usableFromInline struct EffectSlotID: Sendable {
    /// An object, since most rules have neither elements nor keys, and ids are copied often.
    private final class Keys: Sendable {
        let elements: [EffectKey]
        let key: EffectKey?

        init(_ elements: [EffectKey], _ key: EffectKey?) {
            self.elements = elements
            self.key = key
        }
    }

    /// The number of the rule, or of the first rule with the same name.
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

    /// Returns this id in an element of an outer collection.
    func lifted(to id: EffectKey) -> EffectSlotID { EffectSlotID(group, Keys([id] + elements, key)) }

    /// Returns this id in an element inside of its innermost one.
    func inside(_ id: EffectKey) -> EffectSlotID { EffectSlotID(group, Keys(elements + [id], key)) }

    /// The elements, from the outermost collection to the innermost.
    var elements: [EffectKey] { keys?.elements ?? [] }
    var key: EffectKey? { keys?.key }

    /// Whether it identifies a whole rule, without elements and keys.
    var isPlain: Bool { keys == nil }

    /// The elements and the key as text, from outside to inside, or nil for a whole rule.
    ///
    /// The value of an optional has no id to show.
    var keyText: String? {
        guard let keys else { return nil }
        let named = (keys.elements + (keys.key.map { [$0] } ?? [])).filter { !$0.isOfOnlyPart }
        return named.isEmpty ? nil : named.map(\.text).joined(separator: ", ")
    }
}
