// SPDX-License-Identifier: MIT

#if !os(WASI)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import RecorderMiddleware
import RexCore

/// The Model Context Protocol over HTTP, with one JSON answer for each request.
///
/// It has no sessions: each request says what its answer depends on.
struct MCPEndpoint {
    /// The version whose requests have metadata, in which nothing has to be agreed before.
    static let version = "2026-07-28"
    /// The versions whose clients send `initialize` first, the newest one first.
    static let versionsWithHandshake = ["2025-11-25", "2025-06-18", "2025-03-26"]

    let tools: [Tool]
    let feed: RecorderFeed
    /// Dispatches the action of a call, and returns the number of the request.
    let dispatch: ([UInt8]) throws(FeedError) -> Int

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        var message: MCPMessage?
        // Only requests of the newest version have other statuses than 200 for their errors.
        var hasHandshake = false
        do throws(MCPFailure) {
            let read = try MCPMessage.read(request.body)
            message = read
            hasHandshake = try usesHandshake(read, request.headers)
            guard read.id != nil else { return HTTPResponse(status: 202, .json, []) }
            let result = try result(of: read, hasHandshake, request.body)
            return HTTPResponse(.json, json(message?.id) { $0.member("result") { $0.raw(result) } })
        } catch {
            let status = hasHandshake ? 200 : error.code == .methodNotFound ? 404 : 400
            return HTTPResponse(status: status, .json, json(message?.id) { $0.member("error") { write(error, &$0) } })
        }
    }

    private func json(_ id: MCPMessage.ID?, _ write: (inout JSONText) -> Void) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.string("jsonrpc", "2.0")
            switch id {
            case .number(let number): json.integer("id", number)
            case .text(let text): json.string("id", text)
            case nil: json.member("id") { $0.null() }
            }
            write(&json)
        }
        return json.bytes
    }

    private func write(_ failure: MCPFailure, _ json: inout JSONText) {
        json.object { json in
            json.integer("code", failure.code.rawValue)
            json.string("message", failure.message)
            guard let version = failure.version else { return }
            json.member("data") { json in
                json.object { json in
                    json.member("supported") { $0.array(MCPEndpoint.versions) { $0.string($1) } }
                    json.string("requested", version)
                }
            }
        }
    }

    // MARK: Versions

    private static var versions: [String] { [version] + versionsWithHandshake }

    /// Returns whether a message is of a version with a handshake, and checks its version and the header fields that
    /// repeat the body.
    private func usesHandshake(_ message: MCPMessage, _ headers: [String: String]) throws(MCPFailure) -> Bool {
        let field = headers["mcp-protocol-version"]
        if message.id == nil || message.metadata?.version == nil {
            // The field is missing in the oldest version.
            guard let field, message.method != "initialize" else { return true }
            guard MCPEndpoint.versions.contains(field) else { throw unsupported(field) }
            guard message.id != nil, field == MCPEndpoint.version else { return true }
        }
        guard let metadata = message.metadata, let version = metadata.version, metadata.hasCapabilities else {
            throw MCPFailure(
                .invalidParameters,
                "params._meta needs io.modelcontextprotocol/protocolVersion and "
                    + "io.modelcontextprotocol/clientCapabilities."
            )
        }
        try check("MCP-Protocol-Version", field, version)
        try check("Mcp-Method", headers["mcp-method"], message.method)
        if message.method == "tools/call", let name = (try? message.parameters.get())??.name {
            try check("Mcp-Name", headers["mcp-name"].map(MCPEndpoint.decoded), name)
        }
        guard version == MCPEndpoint.version else { throw unsupported(version) }
        return false
    }

    private func check(_ name: String, _ field: String?, _ value: String) throws(MCPFailure) {
        guard field == value else {
            throw MCPFailure(.headerMismatch, "The header field \(name) does not have the value of the body.")
        }
    }

    /// Returns the value of a field that may be written as `=?base64?…?=`.
    private static func decoded(_ field: String) -> String {
        guard field.hasPrefix("=?base64?"), field.hasSuffix("?="), field.utf8.count >= 11,
            let data = Data(base64Encoded: String(field.dropFirst(9).dropLast(2)))
        else { return field }
        return String(decoding: data, as: UTF8.self)
    }

    private func unsupported(_ version: String) -> MCPFailure {
        var failure = MCPFailure(
            .unsupportedVersion,
            "The versions of the protocol here are \(MCPEndpoint.versions.joined(separator: ", "))."
        )
        failure.version = version
        return failure
    }

    // MARK: Methods

    private func result(of message: MCPMessage, _ hasHandshake: Bool, _ body: [UInt8]) throws(MCPFailure) -> [UInt8] {
        let parameters: MCPMessage.Parameters?
        do {
            parameters = try message.parameters.get()
        } catch {
            throw MCPFailure(.invalidParameters, "The parameters have another form.")
        }
        var json = JSONText()
        switch message.method {
        case "server/discover" where !hasHandshake:
            object(&json, hasHandshake, isCached: true) { json in
                json.member("supportedVersions") { $0.array(MCPEndpoint.versions) { $0.string($1) } }
                server(&json)
            }
        case "initialize" where hasHandshake:
            object(&json, hasHandshake) { json in
                let wanted = parameters?.protocolVersion
                let version = MCPEndpoint.versionsWithHandshake.first { $0 == wanted }
                json.string("protocolVersion", version ?? MCPEndpoint.versionsWithHandshake[0])
                server(&json)
                identity("serverInfo", &json)
            }
        case "ping" where hasHandshake: object(&json, hasHandshake) { _ in }
        case "tools/list":
            object(&json, hasHandshake, isCached: true) { json in
                json.member("tools") { $0.array(tools) { $1.write(&$0) } }
            }
        case "tools/call":
            guard let name = parameters?.name, let tool = tools.first(where: { $0.name == name }) else {
                throw MCPFailure(.invalidParameters, "There is no such tool. tools/list has the tools.")
            }
            let (text, isError) = answer(
                tool,
                ToolArguments(parameters?.arguments ?? [:], of: tool) { () throws(FeedError) in try dispatch(body) }
            )
            object(&json, hasHandshake) { json in
                json.member("content") { json in
                    json.array([text]) { json, text in
                        json.object { json in
                            json.string("type", "text")
                            json.string("text", text)
                        }
                    }
                }
                json.bool("isError", isError)
            }
        default: throw MCPFailure(.methodNotFound, "There is no such method.")
        }
        return json.bytes
    }

    private func object(
        _ json: inout JSONText,
        _ hasHandshake: Bool,
        isCached: Bool = false,
        _ write: (inout JSONText) -> Void
    ) {
        json.object { json in
            if !hasHandshake {
                json.string("resultType", "complete")
                json.member("_meta") { json in json.object { identity("io.modelcontextprotocol/serverInfo", &$0) } }
                if isCached {
                    // The next run of the app may have other tools.
                    json.integer("ttlMs", 0)
                    json.string("cacheScope", "private")
                }
            }
            write(&json)
        }
    }

    private func server(_ json: inout JSONText) {
        json.member("capabilities") { json in json.object { $0.member("tools") { $0.object { _ in } } } }
        json.string("instructions", Tool.instructions)
    }

    private func identity(_ key: String, _ json: inout JSONText) {
        json.member(key) { json in
            json.object { json in
                json.string("name", feed.recorder.program.map { "Rex inspector of \($0)" } ?? "Rex inspector")
                json.string("version", "1")
            }
        }
    }

    /// Returns the answer of a tool, or the reason why there is none.
    private func answer(_ tool: Tool, _ arguments: ToolArguments) -> (text: String, isError: Bool) {
        do throws(FeedError) {
            try arguments.check()
            return (try tool.answer(arguments, feed).page(from: arguments.integer("offset") ?? 0), false)
        } catch {
            return (ToolAnswer.cut(error.reason), true)
        }
    }
}

@available(*, unavailable)
extension MCPEndpoint: Sendable {}
#endif
