// SPDX-License-Identifier: MIT

import RexCore

/// An attempt of an entry, or the backoff before it.
///
/// It contains everything that the attempt needs. If an attempt retained the state, the next change
/// would copy the state.
@usableFromInline struct OutboxRun<Job: Codable & Sendable>: Sendable {
    let id: OutboxID
    let place: OutboxPlace
    let job: Job
    /// The number of earlier attempts.
    let attempts: Int
    /// The number of failed attempts since the last retry without delay.
    let failures: Int
}

/// A run of the feature for an outbox, with a unique number.
@usableFromInline struct OutboxSlot<Job: Codable & Sendable>: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline enum Kind: Sendable {
        case attempt(OutboxRun<Job>)
        /// The wait after a failed attempt.
        case backoff(OutboxRun<Job>)
        /// Tells the outbox that sending has paused.
        case pause
    }

    @usableFromInline let number: Int
    @usableFromInline let id: OutboxID?
    let kind: Kind

    init(_ number: Int, _ id: OutboxID?, _ kind: Kind) {
        (self.number, self.id, self.kind) = (number, id, kind)
    }

    /// The short text of the entry's id and of the run's kind.
    ///
    /// Recordings and tests use it as the name of the run.
    @usableFromInline var description: String {
        let text = id?.shortDescription ?? "all"
        return isBackoff ? "the wait to retry \(text)" : text
    }

    var isBackoff: Bool { if case .backoff = kind { true } else { false } }

    @inlinable static func == (lhs: OutboxSlot, rhs: OutboxSlot) -> Bool {
        lhs.number == rhs.number && lhs.id == rhs.id
    }

    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
