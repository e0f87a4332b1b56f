// SPDX-License-Identifier: MIT

/// A step that the feature of an ``Outbox`` takes; only the outbox reacts to it.
public struct OutboxStep: Hashable, Codable, Sendable {
    @usableFromInline enum Kind: Hashable, Codable, Sendable {
        /// A store begins with the outbox, whose next ids count from this one.
        case began(OutboxID)
        /// Entries that the state has loaded are no longer in the file: another store ended them.
        case gone(Set<OutboxID>)
        /// Some entries of the file cannot be decoded; with the order of all that it has.
        case found([OutboxID], [OutboxUnreadable])
        /// The file is gone, and all entries that it had.
        case lost
        /// Outcomes are to be kept until they are acknowledged. The state of the store has begun with
        /// these ids pending.
        case keepsOutcomes(awaiting: Set<OutboxID>)
        /// Outcomes need not be kept any more.
        case acknowledged([OutboxID])
        /// Everything is removed that the change with this number asked to remove; nil for a removal
        /// that an earlier process has started.
        case cleared(Int?)
    }

    @usableFromInline let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }
}
