// SPDX-License-Identifier: MIT

import RexCore

/// An action about what is on disk.
struct OutboxNews<Job: Codable & Sendable, Reply: Sendable>: Sendable {
    let action: OutboxAction<Job, Reply>
    /// The source of the action that has caused it; nil for that which has started the writer.
    let cause: ActionSource?
    /// The entry whose retry revokes this action, which is a rejection of an earlier process; otherwise nil.
    let revocableID: OutboxID?
    /// Whether the action reports what an earlier process has left in the file.
    let isOfEarlierProcess: Bool

    init(
        _ action: OutboxAction<Job, Reply>,
        from cause: ActionSource? = nil,
        revocableID: OutboxID? = nil,
        isOfEarlierProcess: Bool = false
    ) {
        (self.action, self.cause, self.revocableID) = (action, cause, revocableID)
        self.isOfEarlierProcess = isOfEarlierProcess
    }
}
