// SPDX-License-Identifier: MIT

import RexCore

/// Something that has happened to an entry and is to be noted on disk.
@usableFromInline struct OutboxEvent<Job: Codable & Sendable>: Sendable {
    enum Kind: Sendable {
        case added(OutboxLane, Job)
        case sent
        case rejected(String)
        case retried
        /// Nothing of it is under way if it `isOver`, after so many attempts.
        case cancelled(attempts: Int, isOver: Bool)
        /// Nothing of what was cancelled or sent before is to be left; of no entry.
        case cleared
    }

    let mark: OutboxMark
    let id: OutboxID
    /// The place of the entry; nil if it is of none.
    let place: OutboxPlace?
    let kind: Kind

    var isAddition: Bool { if case .added = kind { true } else { false } }
    var isCancellation: Bool { if case .cancelled = kind { true } else { false } }
    var isClear: Bool { if case .cleared = kind { true } else { false } }
}

/// The place of an entry in the order of an outbox.
struct OutboxPlace: Sendable {
    let lane: OutboxLane
    /// The position among all entries.
    let position: Int
}

/// An entry that is to be sent, or to be tried again after some time.
///
/// It has all that the attempt needs, so that nobody keeps the state, which would be copied by its
/// next change.
@usableFromInline struct OutboxRun<Job: Codable & Sendable>: Sendable {
    let id: OutboxID
    let place: OutboxPlace
    let job: Job
    /// The number of attempts before.
    let attempts: Int
    /// The number of failures before, since the entry was last said to be tried at once.
    let failures: Int
}

/// What is to be under way for an outbox; no other one has its number.
@usableFromInline struct OutboxTurn<Job: Codable & Sendable>: Hashable, Sendable, CustomStringConvertible {
    @usableFromInline enum Kind: Sendable {
        case attempt(OutboxRun<Job>)
        case rest(OutboxRun<Job>)
        /// Says that nothing is to be sent any more.
        case pause
    }

    @usableFromInline let number: Int
    @usableFromInline let id: OutboxID?
    let kind: Kind

    init(_ number: Int, _ id: OutboxID?, _ kind: Kind) {
        (self.number, self.id, self.kind) = (number, id, kind)
    }

    /// The short text of the entry's id, by which a recording and a test name the run.
    @usableFromInline var description: String { id?.shortDescription ?? "all" }

    var isRest: Bool { if case .rest = kind { true } else { false } }

    @inlinable static func == (lhs: OutboxTurn, rhs: OutboxTurn) -> Bool {
        lhs.number == rhs.number && lhs.id == rhs.id
    }

    @inlinable func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
