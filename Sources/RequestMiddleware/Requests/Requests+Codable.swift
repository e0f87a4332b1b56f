// SPDX-License-Identifier: MIT

/// One answer of a cache, as it is encoded.
private struct KeptAnswer<Key, Output> {
    let key: Key
    let output: Output
    let tags: Set<RequestTag>
}

extension KeptAnswer: Encodable where Key: Encodable, Output: Encodable {}
extension KeptAnswer: Decodable where Key: Decodable, Output: Decodable {}

extension Requests: Encodable where Key: Encodable, Output: Encodable {
    /// Encodes the answers, without changes that are pending.
    public func encode(to encoder: any Encoder) throws {
        let answers = contents[0].entries.compactMap { key, entry in
            entry.request.confirmedOutput.map { KeptAnswer(key: key, output: $0, tags: entry.tags) }
        }
        var container = encoder.singleValueContainer()
        try container.encode(answers)
    }
}

extension Requests: Decodable where Key: Decodable, Output: Decodable {
    /// Decodes answers, all of which are stale, and needs none of them.
    public init(from decoder: any Decoder) throws {
        self.init()
        for answer in try decoder.singleValueContainer().decode([KeptAnswer<Key, Output>].self) {
            contents[0].restore(answer.key, answer.output, answer.tags)
        }
    }
}
