// SPDX-License-Identifier: MIT

/// Something that has happened to an entry and is to be noted on disk.
struct OutboxEvent<Job: Codable & Sendable>: Sendable {
    enum Kind: Sendable {
        case added(OutboxLane, Job)
        case sent
        case rejected(String)
        case retried
        /// Nothing of it is under way if it `isOver`, after so many attempts.
        case cancelled(attempts: Int, isOver: Bool)
    }

    let mark: OutboxMark
    let id: OutboxID
    let kind: Kind
}

/// An attempt that is to be under way; no other one has its number.
///
/// It has all that the attempt needs, so that nobody keeps the state, which would be copied by its
/// next change.
struct OutboxRun<Job: Codable & Sendable>: Hashable, Sendable, CustomStringConvertible {
    let number: Int
    let id: OutboxID
    let lane: OutboxLane
    let job: Job
    /// The number of failures before, since the entry was last said to be tried at once.
    let failures: Int

    var description: String { "\(id)" }

    static func == (lhs: OutboxRun, rhs: OutboxRun) -> Bool { lhs.number == rhs.number && lhs.id == rhs.id }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
