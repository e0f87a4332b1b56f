// SPDX-License-Identifier: MIT

/// A step of an outbox's feature.
///
/// Only the outbox reacts to it.
public struct OutboxStep: Hashable, Codable, Sendable {
    @usableFromInline enum Kind: Hashable, Codable, Sendable {
        /// A store begins with the outbox, whose next ids count from this one.
        case began(OutboxID)
        /// Entries that the state has loaded are no longer in the file: another store ended them.
        case gone(Set<OutboxID>)
        /// Some entries of the file cannot be decoded.
        ///
        /// The ids are the order of all entries.
        case found([OutboxID], [OutboxUnreadable])
        /// The file was removed, with all its entries.
        case lost
        /// A saved value contains the outcomes of a log up to this number.
        case acknowledged(Int, log: OutboxID, saver: String)
        /// Everything was removed that the change with this number has requested.
        ///
        /// Nil stands for a removal of an earlier process.
        case cleared(Int?)
    }

    @usableFromInline let kind: Kind

    init(_ kind: Kind) {
        self.kind = kind
    }
}
