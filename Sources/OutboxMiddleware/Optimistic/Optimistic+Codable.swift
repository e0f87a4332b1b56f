// SPDX-License-Identifier: MIT

private enum CodingKeys: String, CodingKey {
    case shown, base, pending
}

extension Optimistic: Encodable where State: Encodable, Action: Encodable {
    /// Encodes the base and what is pending, and what is shown only if that is another state.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(base, forKey: .base)
        guard !pending.isEmpty else { return }
        try container.encode(Array(pending), forKey: .pending)
        try container.encode(shown, forKey: .shown)
    }
}

extension Optimistic: Decodable where State: Decodable, Action: Decodable {
    /// Decodes a state, which shows what it did.
    ///
    /// A reducer that is another one since shows its own with the next action that changes the
    /// base. Of pending actions with the same identity the first one counts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try container.decode(State.self, forKey: .base))
        let pending = try container.decodeIfPresent([PendingAction<Action>].self, forKey: .pending) ?? []
        guard !pending.isEmpty else { return }
        for entry in pending { _ = queue.append(entry.id, entry.action) }
        current = try container.decode(State.self, forKey: .shown)
    }
}
