// SPDX-License-Identifier: MIT

/// A step that the feature of an ``Outbox`` takes; only the outbox reacts to it.
public struct OutboxStep: Hashable, Codable, Sendable {
    @usableFromInline enum Kind: Hashable, Codable, Sendable {
        /// A store begins with the outbox, whose next ids count from this one.
        case began(OutboxID)
        /// Entries that the state has loaded are no longer in the file: another store ended them.
        case gone(Set<OutboxID>)
    }

    @usableFromInline let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }
}
