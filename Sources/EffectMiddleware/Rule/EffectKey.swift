// SPDX-License-Identifier: MIT

/// A key whose type is erased: of a trigger, or of an element.
@usableFromInline struct EffectKey: Hashable, Sendable {
    @usableFromInline let value: any Hashable & Sendable

    @usableFromInline init(_ value: some Hashable & Sendable) {
        self.value = value
    }

    @usableFromInline static func == (lhs: EffectKey, rhs: EffectKey) -> Bool {
        func isEqual<Value: Hashable & Sendable>(_ value: Value) -> Bool { rhs.value as? Value == value }
        return isEqual(lhs.value)
    }

    @usableFromInline func hash(into hasher: inout Hasher) {
        value.hash(into: &hasher)
    }
}

/// Which runs belong together: those of a rule, or of all rules of its name, for one element and one key.
@usableFromInline struct EffectPlace: Hashable, Sendable {
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

    @usableFromInline static func == (lhs: EffectPlace, rhs: EffectPlace) -> Bool {
        lhs.group == rhs.group && (lhs.keys === rhs.keys || lhs.key == rhs.key && lhs.elements == rhs.elements)
    }

    @usableFromInline func hash(into hasher: inout Hasher) {
        hasher.combine(group)
        hasher.combine(elements)
        hasher.combine(key)
    }

    /// The keys for people, from outside to inside; nil if there are none.
    var keyText: String? {
        keys.map { ($0.elements + ($0.key.map { [$0] } ?? [])).map { "\($0.value)" }.joined(separator: ", ") }
    }
}
