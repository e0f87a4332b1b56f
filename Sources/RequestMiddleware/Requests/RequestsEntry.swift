// SPDX-License-Identifier: MIT

/// The entry of one key.
struct RequestsEntry<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    var request = Request<Key, Output>()
    var isNeeded = false
    /// Whether the output will be requested again when it is needed.
    var isStale = false
    /// Whether the key was invalidated since its run began.
    var isInvalidated = false
    /// The number of tags that were invalidated before the run began.
    var invalidationsBefore = 0
    var tags: Set<RequestTag> = []

    /// Whether the entry contains nothing that would be lost.
    var isVacant: Bool { !isNeeded && request.output == nil && request.pendingEdits.isEmpty }
}

extension RequestsEntry: Equatable where Output: Equatable {
    static func == (lhs: RequestsEntry, rhs: RequestsEntry) -> Bool {
        lhs.request == rhs.request && lhs.isNeeded == rhs.isNeeded && lhs.isStale == rhs.isStale
    }
}
