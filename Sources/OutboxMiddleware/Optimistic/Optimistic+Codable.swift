// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

private enum CodingKeys: String, CodingKey {
    case shown, base, pending, history, renames, saved
}

extension Optimistic: Encodable where State: Encodable, Action: Encodable {
    /// Encodes the base, the pending actions, the shown state if it differs, and the ids and numbers of past
    /// actions.
    ///
    /// A `StateFile` saves no pending actions: they are in the file of the outbox. Renames are encoded
    /// if their names are `Codable`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(base, forKey: .base)
        let renames = try renames.encoded()
        if !renames.isEmpty { try container.encode(renames, forKey: .renames) }
        guard StateFileCoding.current != .saving else {
            reportIfForgotten(encoder.codingPath)
            return try container.encode(checkpoint, forKey: .saved)
        }
        if history != OptimisticHistory() { try container.encode(history, forKey: .history) }
        guard !pending.isEmpty else { return }
        try container.encode(Array(pending), forKey: .pending)
        try container.encode(shown, forKey: .shown)
    }

    /// Reports in debug builds that the outcomes of the outbox are not acknowledged.
    private func reportIfForgotten(_ path: [any CodingKey]) {
        #if DEBUG
        guard !history.hasLog, history.saved.last != nil, isFirstReport.withLock({ $0.take() ?? false }) else { return }
        let name = path.map(\.stringValue).joined(separator: ".")
        report(
            """
            An Optimistic state\(name.isEmpty ? "" : ", \(name),") is saved by a feature that does not acknowledge \
            its outbox, so it is stale after each launch. Save it by itself, with \
            Feature.saving(_:to:acknowledging:state:).
            """
        )
        #endif
    }
}

#if DEBUG
private let isFirstReport = Lock<Bool?>(true)
#endif

extension Optimistic {
    /// The part of the history that is saved beside the base.
    var checkpoint: OptimisticCheckpoint {
        var saved = history.saved
        saved.wasPulledWithPending = saved.wasPulledWithPending || !history.overlapped.isEmpty
        return saved
    }
}

extension Optimistic: Decodable where State: Decodable, Action: Decodable {
    /// Decodes a state that shows the same as the encoded one, or the base that a `StateFile` has saved.
    ///
    /// If the reducer has changed since, the next action that changes the base applies the new one.
    /// Of pending actions with the same id, the first one counts. The value of a `StateFile` is stale if it
    /// comes from `.previous`, or if no outbox was acknowledged when it was saved.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(State.self, forKey: .base))
        renames = OptimisticRenames(encoded: try container.decodeIfPresent([[String]].self, forKey: .renames) ?? [])
        if let coding = StateFileCoding.current {
            var saved = try container.decodeIfPresent(OptimisticCheckpoint.self, forKey: .saved) ?? .init()
            if saved.place.log == nil || coding == .recovering { saved.isBehind = true }
            history.saved = saved
            history.inFile = history.saved.place
            return
        }
        history = try container.decodeIfPresent(OptimisticHistory.self, forKey: .history) ?? history
        let pending = try container.decodeIfPresent([PendingAction<Action>].self, forKey: .pending) ?? []
        guard !pending.isEmpty else { return }
        for entry in pending where !isPending(entry.id) {
            queue.ids.insert(entry.id)
            queue.entries.append(entry)
        }
        current = try container.decode(State.self, forKey: .shown)
    }
}
