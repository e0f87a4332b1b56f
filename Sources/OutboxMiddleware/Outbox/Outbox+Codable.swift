// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

private enum CodingKeys: String, CodingKey {
    case nextID, mark, backlog, unreadable, isClearing
}

extension Outbox: Codable {
    /// Encodes the entries for a recorder.
    ///
    /// - Throws: An error for any other encoder, such as that of a `StateFile`: the entries are in the
    ///   ``OutboxFile``.
    public func encode(to encoder: any Encoder) throws {
        guard let mark = RecordingCoding(encoder.userInfo) else {
            throw NotSavedHere(
                "an Outbox is saved in its OutboxFile: leave it out of the coding keys, and load it with OutboxFile.load()"
            )
        }
        guard mark != .start || queue.isAtRest else {
            throw NotSavedHere("the Outbox has unsaved changes or runs, and a test cannot begin with them")
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(queue.nextID, forKey: .nextID)
        try container.encode(queue.lastChange, forKey: .mark)
        try container.encode(queue.backlog, forKey: .backlog)
        if !unreadable.isEmpty { try container.encode(unreadable, forKey: .unreadable) }
        if isClearing { try container.encode(true, forKey: .isClearing) }
    }

    /// Decodes an outbox that a recorder has encoded, with the same entries.
    ///
    /// A store that starts with it draws ids of its own, except in a test that was made from the
    /// recording, which repeats the recorded ones.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var queue = OutboxQueue<Job>(first: try container.decode(OutboxID.self, forKey: .nextID))
        queue.lastChange = try container.decode(OutboxMark.self, forKey: .mark)
        let backlog = try container.decode(OutboxBacklog<Job>.self, forKey: .backlog)
        let unreadable = try container.decodeIfPresent([OutboxUnreadable].self, forKey: .unreadable) ?? []
        queue.insert(unreadable.map { .unreadable($0) } + backlog.entries.map { .entry($0) })
        if backlog.isOpen { queue.takeLog(of: backlog) }
        queue.clearing.isLeft = try container.decodeIfPresent(Bool.self, forKey: .isClearing) ?? false
        queue.repeatsIDs = RecordingCoding(decoder.userInfo) != nil
        storage = [queue]
    }
}

extension OutboxQueue {
    /// Whether all changes are on disk, and nothing is being sent.
    fileprivate var isAtRest: Bool {
        changes.isEmpty && slots.isEmpty
            && items.entries.allSatisfy { $0.phase == .waiting || $0.phase.rejection != nil }
    }
}
