// SPDX-License-Identifier: MIT

import RexCore

private enum RequestsCodingKeys: String, CodingKey {
    case answers, editCount, recorded
}

/// An encoded answer of a cache.
private struct KeptAnswer<Key, Output> {
    let key: Key
    let output: Output
    let tags: Set<RequestTag>
}

extension KeptAnswer: Encodable where Key: Encodable, Output: Encodable {}
extension KeptAnswer: Decodable where Key: Decodable, Output: Decodable {}

/// The requests as a recorder keeps them.
struct RecordedRequests<Key: Hashable & Sendable, Output: Sendable> {
    struct Entry {
        let key: Key
        let request: Request<Key, Output>
        let isStale: Bool
        /// Whether the output is stale, and will be requested by the next call of `need`.
        let isDue: Bool
        let isInvalidated: Bool
        let tags: Set<RequestTag>
    }

    let entries: [Entry]
    let needed: [Key]
    let unneeded, fresh, resting: RecordedAges<Key>
}

extension RecordedRequests: Encodable where Key: Encodable, Output: Encodable {}
extension RecordedRequests: Decodable where Key: Decodable, Output: Decodable {}
extension RecordedRequests.Entry: Encodable where Key: Encodable, Output: Encodable {}
extension RecordedRequests.Entry: Decodable where Key: Decodable, Output: Decodable {}

extension Requests: Encodable where Key: Encodable, Output: Encodable {
    /// Encodes the answers without pending changes, and the count of changes, so that their numbers
    /// are not used again.
    ///
    /// A recorder encodes all requests instead, with their demand.
    public func encode(to encoder: any Encoder) throws {
        if RecordingCoding(encoder.userInfo) != nil { return try encodeAll(to: encoder) }
        let answers = contents.entries.compactMap { key, entry in
            entry.request.confirmedOutput.map { KeptAnswer(key: key, output: $0, tags: entry.tags) }
        }
        var container = encoder.container(keyedBy: RequestsCodingKeys.self)
        try container.encode(answers, forKey: .answers)
        if contents.editCount > 0 { try container.encode(contents.editCount, forKey: .editCount) }
    }

    private func encodeAll(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RequestsCodingKeys.self)
        try container.encode(contents.recorded, forKey: .recorded)
        if contents.editCount > 0 { try container.encode(contents.editCount, forKey: .editCount) }
    }
}

extension Requests: Decodable where Key: Decodable, Output: Decodable {
    /// Decodes answers, all of them stale and not needed, or the requests that a recorder has encoded.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: RequestsCodingKeys.self)
        if let recorded = try container.decodeIfPresent(RecordedRequests<Key, Output>.self, forKey: .recorded) {
            update { $0.restore(recorded) }
        }
        for answer in try container.decodeIfPresent([KeptAnswer<Key, Output>].self, forKey: .answers) ?? [] {
            update { $0.restore(answer.key, answer.output, answer.tags) }
        }
        let editCount = try container.decodeIfPresent(Int.self, forKey: .editCount) ?? 0
        update { $0.editCount = editCount }
    }
}
