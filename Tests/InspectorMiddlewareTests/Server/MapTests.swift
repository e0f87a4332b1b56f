// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RexCore
import Testing

/// The map of the app at `/map` and for assistants.
@Suite struct MapTests {
    private let map = FeatureMap(
        kind: "feature",
        text: "Shop",
        children: [FeatureMap(.here(kind: "gate", text: "Gate \"a\"", file: "Shop/Till.swift", line: 3))]
    )

    @Test func mapIsAnsweredAsJSONAndAsText() throws {
        let client = try Client(Shop().inspector(map: map))
        let reply = try client.send("/map")
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == "application/json")
        #expect(reply.body == map.json + "\n")
        #expect(try client.send("/map?x=1").status == 400)
        #expect(try client.send("/map", ["Authorization": ""]).status == 401)

        let assistant = Assistant(client: client)
        #expect(try assistant.call("map").text == "Shop\n  Gate \"a\"")
        #expect(try tools(of: assistant).suffix(2) == ["pending_work", "map"])
    }

    @Test func appWithoutAMapHasNone() throws {
        let client = try Client(Shop().inspector())
        let reply = try client.send("/map")
        #expect(reply.status == 404)
        #expect(reply.body.contains("Make the Inspector with map:."))
        #expect(try tools(of: Assistant(client: client)).contains("map") == false)
    }

    private func tools(of assistant: Assistant) throws -> [String] {
        let result = try #require(try assistant.send("tools/list").object["result"] as? [String: Any])
        return try #require(result["tools"] as? [[String: Any]]).compactMap { $0["name"] as? String }
    }
}
