// SPDX-License-Identifier: MIT

/// A key whose type is erased: of a trigger, or of an element.
///
/// Its hash is asked for once, where it is made. To compare keys is to call the user's code, so it is done where no lock is
/// held.
@usableFromInline struct EffectKey: Sendable {
    @usableFromInline let value: any Hashable & Sendable
    @usableFromInline let hash: Int

    @inlinable init(_ value: some Hashable & Sendable) {
        self.value = value
        hash = value.hashValue
    }

    @usableFromInline func isSame(as other: EffectKey) -> Bool {
        func isEqual<Value: Hashable & Sendable>(_ value: Value) -> Bool { other.value as? Value == value }
        return hash == other.hash && isEqual(value)
    }
}

/// Which runs belong together: those of a rule, or of all rules of its name, for one element and one key.
@usableFromInline struct EffectPlace: Sendable {
    /// Apart, since most rules have neither, and a place is copied often.
    private final class Keys: Sendable {
        let elements: [EffectKey]
        let key: EffectKey?

        init(_ elements: [EffectKey], _ key: EffectKey?) {
            self.elements = elements
            self.key = key
        }
    }

    /// The rule, or the first one of its name.
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

    /// The same place in an element of a collection around it.
    func lifted(to id: EffectKey) -> EffectPlace { EffectPlace(group, Keys([id] + elements, key)) }

    /// The elements, from the outermost collection to the innermost.
    var elements: [EffectKey] { keys?.elements ?? [] }
    var key: EffectKey? { keys?.key }

    /// Whether it is that of a whole rule.
    var isPlain: Bool { keys == nil }

    /// The keys for people, from outside to inside; nil if there are none.
    var keyText: String? {
        keys.map { ($0.elements + ($0.key.map { [$0] } ?? [])).map { "\($0.value)" }.joined(separator: ", ") }
    }
}
