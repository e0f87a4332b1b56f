// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A client of the Model Context Protocol.
struct Assistant {
    let client: Client

    /// The answer of a tool.
    struct Answer {
        let text: String
        let isError: Bool
    }

    static let version = "2026-07-28"

    /// Sends a request of the newest version.
    ///
    /// - Parameter headers: Other or additional header fields. A field with an empty value is left out.
    func send(
        _ method: String,
        _ parameters: [String: Any] = [:],
        metadata: [String: Any]? = nil,
        _ headers: [String: String] = [:]
    ) throws -> Reply {
        var parameters = parameters
        parameters["_meta"] =
            metadata ?? [
                "io.modelcontextprotocol/protocolVersion": Assistant.version,
                "io.modelcontextprotocol/clientCapabilities": [String: Any](),
            ]
        var fields = ["MCP-Protocol-Version": Assistant.version, "Mcp-Method": method]
        if let name = parameters["name"] as? String { fields["Mcp-Name"] = name }
        let body = try json(["jsonrpc": "2.0", "id": 1, "method": method, "params": parameters])
        return try client.post("/mcp", body, fields.merging(headers) { $1 })
    }

    func call(_ tool: String, _ arguments: [String: Any] = [:]) throws -> Answer {
        let reply = try send("tools/call", ["name": tool, "arguments": arguments])
        let result = try #require(reply.object["result"] as? [String: Any], "\(reply)")
        let content = try #require((result["content"] as? [[String: Any]])?.first)
        #expect(content["type"] as? String == "text")
        #expect(result["resultType"] as? String == "complete")
        let text = try #require(content["text"] as? String)
        #expect(text.utf8.count <= 8_192)
        return Answer(text: text, isError: try #require(result["isError"] as? Bool))
    }

    func json(_ value: Any) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }
}

extension Reply {
    var object: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    }

    /// The code of the error in an answer of JSON-RPC.
    var errorCode: Int? { (object["error"] as? [String: Any])?["code"] as? Int }
}
