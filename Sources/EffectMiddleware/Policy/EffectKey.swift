// SPDX-License-Identifier: MIT

import RexCore

/// A type-erased key of a trigger, or the id of an element.
///
/// The hash is computed once, when the key is made. Comparing keys calls user code, so keys are
/// compared without holding a lock.
@usableFromInline struct EffectKey: Equatable, Sendable {
    @usableFromInline let value: any Hashable & Sendable
    @usableFromInline let hash: Int

    @inlinable init(_ value: some Hashable & Sendable) {
        self.value = value
        hash = value.hashValue
    }

    /// Makes the key of a part whose value may have an identity.
    init(_ id: some Hashable & Sendable, _ identity: PartID?) {
        if let identity { self.init(IdentifiedPart(id: id, identity: identity)) } else { self.init(id) }
    }

    /// Whether it is the key of a single part, with or without an identity.
    var isOfOnlyPart: Bool { value is OnlyPart || value is IdentifiedPart<OnlyPart> }

    /// Whether this key is the same as another one, or the same without its identity.
    func matches(_ other: EffectKey) -> Bool {
        self == other || value is OnlyPart && other.value is IdentifiedPart<OnlyPart>
    }

    /// The text of the key for messages.
    var text: String { (value as? any ShortlyDescribed)?.shortDescription ?? "\(value)" }

    @usableFromInline static func == (lhs: EffectKey, rhs: EffectKey) -> Bool {
        func isSame<Value: Hashable & Sendable>(_ value: Value) -> Bool {
            (rhs.value as? Value).map { Reflexive(value) == Reflexive($0) } ?? false
        }
        return lhs.hash == rhs.hash && isSame(lhs.value)
    }
}

/// The key of a part whose value has an identity.
struct IdentifiedPart<ID: Hashable & Sendable>: Hashable, Sendable {
    let id: ID
    let identity: PartID

    /// The hash of the id alone, so that the part is found without its identity.
    func hash(into hasher: inout Hasher) { id.hash(into: &hasher) }
}
