// SPDX-License-Identifier: MIT

private enum RequestsCodingKeys: String, CodingKey {
    case answers, editCount
}

/// An encoded answer of a cache.
private struct KeptAnswer<Key, Output> {
    let key: Key
    let output: Output
    let tags: Set<RequestTag>
}

extension KeptAnswer: Encodable where Key: Encodable, Output: Encodable {}
extension KeptAnswer: Decodable where Key: Decodable, Output: Decodable {}

extension Requests: Encodable where Key: Encodable, Output: Encodable {
    /// Encodes the answers without pending changes, and the count of changes, so that their numbers
    /// are not used again.
    public func encode(to encoder: any Encoder) throws {
        let answers = contents.entries.compactMap { key, entry in
            entry.request.confirmedOutput.map { KeptAnswer(key: key, output: $0, tags: entry.tags) }
        }
        var container = encoder.container(keyedBy: RequestsCodingKeys.self)
        try container.encode(answers, forKey: .answers)
        if contents.editCount > 0 { try container.encode(contents.editCount, forKey: .editCount) }
    }
}

extension Requests: Decodable where Key: Decodable, Output: Decodable {
    /// Decodes answers, all of them stale and not needed.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: RequestsCodingKeys.self)
        for answer in try container.decode([KeptAnswer<Key, Output>].self, forKey: .answers) {
            update { $0.restore(answer.key, answer.output, answer.tags) }
        }
        let editCount = try container.decodeIfPresent(Int.self, forKey: .editCount) ?? 0
        update { $0.editCount = editCount }
    }
}
