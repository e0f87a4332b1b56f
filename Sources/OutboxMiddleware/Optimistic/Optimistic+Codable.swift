// SPDX-License-Identifier: MIT

private enum CodingKeys: String, CodingKey {
    case shown, base, pending, history, renames
}

extension Optimistic: Encodable where State: Encodable, Action: Encodable {
    /// Encodes the base, the pending actions and the shown state if it differs, and the renames and
    /// confirmed ids if there are any.
    ///
    /// Renames are encoded if their names are `Codable`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(base, forKey: .base)
        if history != OptimisticHistory() { try container.encode(history, forKey: .history) }
        let renames = try renames.encoded()
        if !renames.isEmpty { try container.encode(renames, forKey: .renames) }
        guard !pending.isEmpty else { return }
        try container.encode(Array(pending), forKey: .pending)
        try container.encode(shown, forKey: .shown)
    }
}

extension Optimistic: Decodable where State: Decodable, Action: Decodable {
    /// Decodes a state that shows what the encoded one did.
    ///
    /// If the reducer has changed since, the next action that changes the base applies the new one.
    /// Of pending actions with the same id, the first one counts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(State.self, forKey: .base))
        history = try container.decodeIfPresent(OptimisticHistory.self, forKey: .history) ?? history
        renames = OptimisticRenames(encoded: try container.decodeIfPresent([[String]].self, forKey: .renames) ?? [])
        let pending = try container.decodeIfPresent([PendingAction<Action>].self, forKey: .pending) ?? []
        guard !pending.isEmpty else { return }
        for entry in pending { _ = queue.append(entry.id, entry.action) }
        current = try container.decode(State.self, forKey: .shown)
    }
}
