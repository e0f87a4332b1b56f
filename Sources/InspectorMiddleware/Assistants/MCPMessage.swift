// SPDX-License-Identifier: MIT

import RecorderMiddleware

/// A request or a notification of the Model Context Protocol, as JSON-RPC.
struct MCPMessage: Decodable {
    enum ID: Decodable {
        case number(Int)
        case text(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            self = try (try? value.decode(Int.self)).map { .number($0) } ?? .text(value.decode(String.self))
        }
    }

    /// What describes the client in each request since version 2026-07-28.
    struct Metadata: Decodable {
        let version: String?
        let hasCapabilities: Bool

        private enum CodingKeys: String, CodingKey {
            case version = "io.modelcontextprotocol/protocolVersion"
            case capabilities = "io.modelcontextprotocol/clientCapabilities"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            version = try values.decodeIfPresent(String.self, forKey: .version)
            hasCapabilities = values.contains(.capabilities)
        }
    }

    struct Parameters: Decodable {
        /// The version that a client names when it connects, before version 2026-07-28.
        let protocolVersion: String?
        /// The name of a tool.
        let name: String?
        /// The arguments of a tool.
        let arguments: [String: ToolArguments.Value]?

    }

    private struct MetadataOnly: Decodable {
        let metadata: Metadata?

        private enum CodingKeys: String, CodingKey {
            case metadata = "_meta"
        }
    }

    /// The id of a request, or nil for a notification.
    let id: ID?
    let method: String
    let metadata: Metadata?
    /// The parameters, or nil if there are none.
    ///
    /// Reading them fails if they have another form.
    let parameters: Result<Parameters?, any Error>

    private enum CodingKeys: String, CodingKey {
        case jsonrpc, id, method, params
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard try values.decode(String.self, forKey: .jsonrpc) == "2.0" else {
            throw DecodingError.dataCorruptedError(forKey: .jsonrpc, in: values, debugDescription: "Another version.")
        }
        id = values.contains(.id) ? try values.decode(ID.self, forKey: .id) : nil
        method = try values.decode(String.self, forKey: .method)
        metadata = try? values.decodeIfPresent(MetadataOnly.self, forKey: .params)?.metadata
        parameters = Result { try values.decodeIfPresent(Parameters.self, forKey: .params) }
    }

    static func read(_ json: [UInt8]) throws(MCPFailure) -> MCPMessage {
        do {
            return try ValueEncoder.decode(MCPMessage.self, from: json)
        } catch {
            throw ValueEncoder.isJSON(json)
                ? MCPFailure(.invalidRequest, "The body is not one request or notification of JSON-RPC 2.0.")
                : MCPFailure(.parseError, "The body is not JSON.")
        }
    }
}

/// The error in an answer of JSON-RPC.
struct MCPFailure: Error {
    enum Code: Int {
        case parseError = -32_700
        case invalidRequest = -32_600
        case methodNotFound = -32_601
        case invalidParameters = -32_602
        case headerMismatch = -32_020
        case unsupportedVersion = -32_022
    }

    let code: Code
    let message: String
    /// The version that the server doesn't have.
    var version: String?

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
