// SPDX-License-Identifier: MIT

/// A key whose type is erased: of a trigger, or of an element.
@usableFromInline struct EffectKey: Hashable, Sendable {
    @usableFromInline let value: any Hashable & Sendable

    init(_ value: some Hashable & Sendable) {
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
    /// The rule, or the first one of its name.
    @usableFromInline let group: Int
    /// The elements, from the outermost collection to the innermost.
    @usableFromInline var elements: [EffectKey] = []
    @usableFromInline var key: EffectKey?

    @inlinable init(group: Int, key: EffectKey?) {
        self.group = group
        self.key = key
    }

    /// Whether it is that of a whole rule.
    var isPlain: Bool { key == nil && elements.isEmpty }

    /// The keys for people, from outside to inside; nil if there are none.
    var keyText: String? {
        let keys = elements + (key.map { [$0] } ?? [])
        return keys.isEmpty ? nil : keys.map { "\($0.value)" }.joined(separator: ", ")
    }
}
