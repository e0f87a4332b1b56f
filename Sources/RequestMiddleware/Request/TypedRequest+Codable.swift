// SPDX-License-Identifier: MIT

import RexCore

private enum RequestCodingKeys: String, CodingKey {
    case input, failure, output, editCount, recorded
}

/// The parts of a request that only a recorder keeps.
private struct RecordedRequest<Input: Sendable, Output, Failure: Sendable> {
    let status: RequestStatus<Input, Failure>
    let isOutdated: Bool
    let edits: [RequestEdit]
    /// The output with the pending changes, if there are any.
    let shown: Output?
}

extension RecordedRequest: Encodable where Input: Encodable, Output: Encodable, Failure: Encodable {}
extension RecordedRequest: Decodable where Input: Decodable, Output: Decodable, Failure: Decodable {}

extension TypedRequest: Encodable where Input: Encodable, Output: Encodable, Failure: Encodable {
    /// Encodes the confirmed output, and a running request as idle.
    ///
    /// The count of changes is encoded too, so that the number of an earlier change is not used
    /// again. A recorder also encodes that the request is running, and the pending changes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: RequestCodingKeys.self)
        // An output may be a nil value itself.
        if let output = confirmedOutput { try container.encode(output, forKey: .output) }
        if editCount > 0 { try container.encode(editCount, forKey: .editCount) }
        switch status {
        case .idle, .running: break
        case .failed(let input, let failure):
            try container.encode(input, forKey: .input)
            try container.encode(failure, forKey: .failure)
        case .done(let input): try container.encode(input, forKey: .input)
        }
        guard let mark = RecordingCoding(encoder.userInfo), isRunning || !pendingEdits.isEmpty else { return }
        guard mark != .start || pendingEdits.isEmpty else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "The request has pending changes, and a test cannot begin with them."
                )
            )
        }
        let recorded = RecordedRequest(
            status: status,
            isOutdated: isOutdated,
            edits: pendingEdits,
            shown: pendingEdits.isEmpty ? nil : output
        )
        try container.encode(recorded, forKey: .recorded)
    }
}

extension TypedRequest: Decodable where Input: Decodable, Output: Decodable, Failure: Decodable {
    /// Decodes a request that is not running, unless a recorder has encoded it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: RequestCodingKeys.self)
        self.init(output: container.contains(.output) ? try container.decode(Output.self, forKey: .output) : nil)
        editCount = try container.decodeIfPresent(Int.self, forKey: .editCount) ?? 0
        if container.contains(.input) {
            let input = try container.decode(Input.self, forKey: .input)
            let failure = try container.decodeIfPresent(Failure.self, forKey: .failure)
            status = failure.map { .failed(input, $0) } ?? .done(input)
        }
        typealias Recorded = RecordedRequest<Input, Output, Failure>
        guard let recorded = try container.decodeIfPresent(Recorded.self, forKey: .recorded) else { return }
        (status, isOutdated) = (recorded.status, recorded.isOutdated)
        restore(recorded.edits, shown: recorded.shown)
    }
}
