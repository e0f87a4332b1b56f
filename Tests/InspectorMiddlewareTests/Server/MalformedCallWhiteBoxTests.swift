// SPDX-License-Identifier: MIT

import Foundation
import RecorderMiddleware
import RexCore
import RexTestSupport
import Testing

@testable import InspectorMiddleware

@Suite struct MalformedCallWhiteBoxTests {
    private static let bodies = [
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"recent_events","arguments":{"before":3}}}"#,
        #"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"state","arguments":{"path":"amounts[\"tea\"]"}}}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"last_changes","arguments":{"path":"log","count":2}}}"#,
        #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"why_not","arguments":{"name":"stay","offset":0}}}"#,
        #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"explain_event","arguments":{"event":2}}}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"compare_events","arguments":{"first":1,"second":2}}}"#,
        #"{"jsonrpc":"2.0","id":6,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"_meta":{"a":[1,2.5,null,true]}}}"#,
    ].map { Array($0.utf8) }

    /// Numbers and texts at the edges of their types.
    private static let pieces = [
        "9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e999", "-0", "null", "[]", "{}",
        #""""#, #""\u0000""#, #""\ud800""#, "true", #"{"a":"#, "]", "\u{FEFF}", #"{"jsonrpc":"2.0"}"#,
    ].map { Array($0.utf8) }

    /// Each call gets one well-formed answer, whatever its bytes are.
    @Test func changedCallIsAnswered() throws {
        let shop = Shop()
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.checkOut)
        let feed = RecorderFeed(shop.recorder)
        feed.poll()
        let endpoint = MCPEndpoint(tools: Tool.all(canDispatch: true), feed: feed) { _ throws(FeedError) in 0 }
        var statuses: Set<Int> = []
        for seed in 0..<UInt64(2 * programCount) {
            var random = SeededGenerator(seed: seed)
            var body = MalformedCallWhiteBoxTests.bodies[Int.random(in: 0...7, using: &random)]
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0...(body.count - 1), using: &random)
                let piece = MalformedCallWhiteBoxTests.pieces[Int.random(in: 0...15, using: &random)]
                switch Int.random(in: 0...4, using: &random) {
                case 0: body[place] = UInt8(Int.random(in: 0...255, using: &random))
                case 1: body.removeSubrange(place..<min(body.count, place + 3))
                case 2: body.insert(contentsOf: piece, at: place)
                case 3: body = Array(body[...place])
                default:
                    guard let digit = body[place...].firstIndex(where: { 0x30...0x39 ~= $0 }) else { break }
                    body.replaceSubrange(digit...digit, with: piece)
                }
                if body.isEmpty { body = [0x7b] }
            }
            let response = endpoint.answer(
                HTTPRequest(method: "POST", target: "/mcp", path: "/mcp", query: [:], headers: [:], body: body)
            )
            statuses.insert(response.status)
            guard response.status != 202 else {
                #expect(response.body == [])
                continue
            }
            let answer = try JSONSerialization.jsonObject(with: Data(response.body ?? [])) as? [String: Any]
            #expect(answer?["jsonrpc"] as? String == "2.0")
            #expect((answer?["result"] == nil) != (answer?["error"] == nil))
            #expect(response.body?.count ?? 0 < 32_000)
        }
        #expect(statuses == [200, 202, 400])
        withExtendedLifetime(shop) {}
    }
}
