// SPDX-License-Identifier: MIT

private enum RequestCodingKeys: String, CodingKey {
    case input, failure, output, editCount
}

extension TypedRequest: Encodable where Input: Encodable, Output: Encodable, Failure: Encodable {
    /// Encodes the confirmed output, and a running request as idle.
    ///
    /// The count of changes is encoded too, so that the number of an earlier change is not used
    /// again.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RequestCodingKeys.self)
        // An output may be a nil value itself.
        if let output = confirmedOutput { try container.encode(output, forKey: .output) }
        if editCount > 0 { try container.encode(editCount, forKey: .editCount) }
        switch phase {
        case .idle, .running: break
        case .failed(let input, let failure):
            try container.encode(input, forKey: .input)
            try container.encode(failure, forKey: .failure)
        case .done(let input): try container.encode(input, forKey: .input)
        }
    }
}

extension TypedRequest: Decodable where Input: Decodable, Output: Decodable, Failure: Decodable {
    /// Decodes a request that is not running.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: RequestCodingKeys.self)
        self.init(output: container.contains(.output) ? try container.decode(Output.self, forKey: .output) : nil)
        editCount = try container.decodeIfPresent(Int.self, forKey: .editCount) ?? 0
        guard container.contains(.input) else { return }
        let input = try container.decode(Input.self, forKey: .input)
        let failure = try container.decodeIfPresent(Failure.self, forKey: .failure)
        status = failure.map { .failed(input, $0) } ?? .done(input)
    }
}
