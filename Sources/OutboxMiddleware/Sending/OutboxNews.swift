// SPDX-License-Identifier: MIT

import RexCore

/// An action about what is on disk.
struct OutboxNews<Job: Codable & Sendable, Reply: Sendable>: Sendable {
    let action: OutboxAction<Job, Reply>
    /// The source of the action that has caused it; nil for that which has started the writer.
    let cause: ActionSource?

    init(_ action: OutboxAction<Job, Reply>, from cause: ActionSource? = nil) {
        (self.action, self.cause) = (action, cause)
    }
}
