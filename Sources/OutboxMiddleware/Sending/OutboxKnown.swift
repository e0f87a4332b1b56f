// SPDX-License-Identifier: MIT

/// The entries in the initial state of a store, to be compared with its file.
struct OutboxKnown<Job: Codable & Sendable, Reply: Sendable>: Sendable {
    let ids: Set<OutboxID>
    /// The entries that were loaded from the file.
    private let loaded: [OutboxCancellation]
    private let unreadableIDs: Set<OutboxID>
    /// Whether an earlier process has started a clear without finishing it.
    let isClearLeft: Bool

    init(_ outbox: Outbox<Job>) {
        let (entries, unreadable) = (outbox.entries, outbox.unreadable)
        ids = Set(entries.map(\.id))
        loaded =
            entries.filter { $0.phase != .saving }.map { OutboxCancellation(id: $0.id, attempts: $0.attempts) }
            + unreadable.map { OutboxCancellation(id: $0.id, attempts: $0.attempts) }
        unreadableIDs = Set(unreadable.map(\.id))
        isClearLeft = outbox.queue.clearing.isLeft
    }

    /// Returns the loaded entries that are not in the file any more.
    func gone(from found: [OutboxFound<Job>]) -> Set<OutboxID> { Set(loaded.map(\.id)).subtracting(found.map(\.id)) }

    /// Returns the actions that update the state from the file.
    ///
    /// The server may have the entries that are gone.
    func news(of contents: OutboxContentsFound<Job>, gone: Set<OutboxID>) -> [OutboxAction<Job, Reply>] {
        let found = contents.entries
        let unreadable = found.compactMap(\.unreadable)
        var news: [OutboxAction<Job, Reply>] = []
        if !unreadable.allSatisfy({ unreadableIDs.contains($0.id) }) {
            news.append(.step(OutboxStep(.found(found.map(\.id), unreadable))))
        }
        news.append(.loaded(contents.backlog.without(ids)))
        news += unreadable.map { .unreadable($0.id, $0.reason) }
        guard !gone.isEmpty else { return news }
        news.append(.step(OutboxStep(.gone(gone))))
        return news + loaded.filter { gone.contains($0.id) }.map { .cancelled($0.id, attempts: max($0.attempts, 1)) }
    }
}
