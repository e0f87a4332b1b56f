// SPDX-License-Identifier: MIT

/// What is known of one key.
struct RequestsEntry<Key: Hashable & Sendable, Output: Sendable>: Sendable {
    var request = Request<Key, Output>()
    var isNeeded = false
    /// True if what is shown is to be asked for once more, as soon as it is needed.
    var isStale = false
    /// True if the key was invalidated since its run began.
    var isInvalidated = false
    /// The number of tags that had been invalidated when its run began.
    var invalidationsBefore = 0
    var tags: Set<RequestTag> = []

    /// True if nothing would be lost with the entry.
    var isVacant: Bool { !isNeeded && request.output == nil && request.pendingEdits.isEmpty }
}

extension RequestsEntry: Equatable where Output: Equatable {
    static func == (lhs: RequestsEntry, rhs: RequestsEntry) -> Bool {
        lhs.request == rhs.request && lhs.isNeeded == rhs.isNeeded && lhs.isStale == rhs.isStale
    }
}
