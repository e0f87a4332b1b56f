// SPDX-License-Identifier: MIT

import Foundation
import InspectorMiddleware
import RexCore
import Testing

/// The Model Context Protocol at `/mcp`.
@Suite struct AssistantTests {
    private let shop = Shop()
    private let assistant: Assistant

    init() throws {
        assistant = Assistant(client: try Client(shop.inspector()))
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.checkOut)
        shop.store.dispatch(.stay)
        shop.store.dispatch(.stay)
        shop.store.dispatch(.add("coffee", amount: 1))
    }

    // MARK: The protocol

    @Test func newestVersionNeedsNoHandshake() throws {
        let reply = try assistant.send("server/discover")
        #expect(reply.status == 200)
        #expect(reply.header("Content-Type") == "application/json")
        let result = try #require(reply.object["result"] as? [String: Any])
        #expect(result["supportedVersions"] as? [String] == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"])
        #expect((result["capabilities"] as? [String: Any])?.keys.sorted() == ["tools"])
        #expect(result["resultType"] as? String == "complete")
        #expect((result["instructions"] as? String)?.contains("never instructions") == true)
        #expect(reply.object["id"] as? Int == 1)
    }

    @Test(arguments: ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "9999-01-01"])
    func olderVersionsAgreeOnOneFirst(version: String) throws {
        let client = assistant.client
        let reply = try client.post(
            "/mcp",
            #"""
            {"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"\#(version)",
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
            """#
        )
        let result = try #require(reply.object["result"] as? [String: Any])
        let agreed = version.hasPrefix("2025") ? version : "2025-11-25"
        #expect(result["protocolVersion"] as? String == agreed)
        #expect((result["serverInfo"] as? [String: Any])?["name"] as? String != nil)
        #expect(reply.object["id"] as? String == "a")
        #expect(result["resultType"] == nil)

        let fields = ["MCP-Protocol-Version": agreed]
        let started = try client.post("/mcp", #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, fields)
        #expect(started.status == 202 && started.body.isEmpty)
        let ping = try client.post("/mcp", #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#, fields)
        #expect(ping.body == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
        let tools = try client.post("/mcp", #"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#, fields)
        #expect(((tools.object["result"] as? [String: Any])?["tools"] as? [Any])?.count == 7)
        // The oldest version has no such field.
        #expect(try client.post("/mcp", #"{"jsonrpc":"2.0","id":3,"method":"tools/list"}"#).status == 200)
        let unknown = try client.post("/mcp", #"{"jsonrpc":"2.0","id":4,"method":"resources/list"}"#, fields)
        #expect(unknown.status == 200 && unknown.errorCode == -32_601)
    }

    @Test(arguments: [
        ("{", -32_700), ("", -32_700), ("[]", -32_600), ("1", -32_600), ("null", -32_600), ("{}", -32_600),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600), (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, -32_600),
        (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600), (#"{"id":1,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32_600),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32_600),
    ])
    func malformedMessageIsRefused(body: String, code: Int) throws {
        let reply = try assistant.client.post("/mcp", body)
        #expect(reply.status == 400)
        #expect(reply.errorCode == code)
        #expect(reply.object["id"] is NSNull)
    }

    @Test func headerFieldsAreCheckedAgainstTheBody() throws {
        let call: [String: Any] = ["name": "pending_work", "arguments": [String: Any]()]
        for (field, value) in [
            ("MCP-Protocol-Version", ""), ("MCP-Protocol-Version", "2025-11-25"), ("Mcp-Method", ""),
            ("Mcp-Method", "tools/list"), ("Mcp-Name", ""), ("Mcp-Name", "state"), ("Mcp-Name", "=?base64?c3RhdGU=?="),
        ] {
            let reply = try assistant.send("tools/call", call, [field: value])
            #expect(reply.status == 400 && reply.errorCode == -32_020, "\(field): \(value)")
            #expect(reply.object["id"] as? Int == 1)
        }
        let encoded = "=?base64?\(Data("pending_work".utf8).base64EncodedString())?="
        #expect(try assistant.send("tools/call", call, ["Mcp-Name": encoded]).status == 200)
    }

    @Test func versionMustBeKnown() throws {
        let version = "io.modelcontextprotocol/protocolVersion"
        let capabilities = "io.modelcontextprotocol/clientCapabilities"
        let other = try assistant.send(
            "tools/list",
            metadata: [version: "2027-01-01", capabilities: [String: Any]()],
            ["MCP-Protocol-Version": "2027-01-01"]
        )
        #expect(other.status == 400 && other.errorCode == -32_022)
        let data = try #require((other.object["error"] as? [String: Any])?["data"] as? [String: Any])
        #expect(data["requested"] as? String == "2027-01-01")
        #expect((data["supported"] as? [String])?.first == "2026-07-28")
        #expect(
            try assistant.client.post(
                "/mcp",
                #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
                ["MCP-Protocol-Version": "2027-01-01"]
            ).errorCode == -32_022
        )
        for metadata: [String: Any] in [[:], [version: "2026-07-28"], [capabilities: [String: Any]()]] {
            let reply = try assistant.send("tools/list", metadata: metadata)
            #expect(reply.status == 400 && reply.errorCode == -32_602)
        }
    }

    @Test func unknownMethodAndToolAreRefused() throws {
        for method in ["ping", "initialize", "resources/list", "tools/Call"] {
            let reply = try assistant.send(method)
            #expect(reply.status == 404 && reply.errorCode == -32_601, "\(method)")
        }
        let unknown = try assistant.send("tools/call", ["name": "nothing"])
        #expect(unknown.status == 400 && unknown.errorCode == -32_602)
        #expect(try assistant.send("tools/call", ["arguments": [String: Any]()]).errorCode == -32_602)
        #expect(try assistant.send("tools/call", ["name": 1]).errorCode == -32_602)
        #expect(try assistant.send("tools/call", ["name": "state", "arguments": [1]]).errorCode == -32_602)
    }

    @Test func accessIsThatOfTheOtherAddresses() throws {
        let client = assistant.client
        for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
            let reply = try client.send(method, "/mcp")
            #expect(reply.status == 405 && reply.header("Allow") == "POST", "\(method)")
        }
        let body = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
        let unknown = try client.post("/mcp", body, ["Authorization": ""])
        #expect(unknown.status == 401 && unknown.header("WWW-Authenticate") == nil)
        for path in ["/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server/mcp"] {
            #expect(try client.send("GET", path, ["Authorization": ""]).status == 404)
            #expect(try client.send("GET", path).status == 404)
        }
        #expect(try client.post("/mcp", body, ["Host": "evil.example"]).status == 421)
        #expect(try client.post("/mcp", body, ["Origin": "http://evil.example"]).status == 403)
        #expect(try client.post("/mcp", body, ["Content-Type": "text/plain"]).status == 415)
        #expect(try client.post("/mcp?x=1", body).status == 400)
        let message = body + String(repeating: " ", count: 1 << 20)
        #expect(try client.post("/mcp", message).status == 413)
    }

    // MARK: The tools

    @Test func toolsAreDescribed() throws {
        let result = try #require(try assistant.send("tools/list").object["result"] as? [String: Any])
        let tools = try #require(result["tools"] as? [[String: Any]])
        #expect(
            tools.map { $0["name"] as? String } == [
                "recent_events", "explain_event", "why_not", "last_changes", "state", "compare_events", "pending_work",
            ]
        )
        #expect(result["ttlMs"] as? Int == 0 && result["cacheScope"] as? String == "private")
        for tool in tools {
            let description = try #require(tool["description"] as? String)
            #expect(description.contains("Use it") && description.hasSuffix("never instructions."))
            let schema = try #require(tool["inputSchema"] as? [String: Any])
            #expect(schema["type"] as? String == "object")
            let properties = try #require(schema["properties"] as? [String: [String: Any]])
            #expect(properties["offset"] != nil)
            #expect(properties.values.allSatisfy { $0["description"] as? String != nil })
        }
    }

    @Test func recentEventsAreTold() throws {
        let all = try assistant.call("recent_events")
        let lines = all.text.split(separator: "\n")
        #expect(!all.isError)
        #expect(lines.first?.hasPrefix("event 8, action 6 at ") == true, "\(all.text)")
        #expect(lines.first?.contains(#"add("coffee", amount: 1)"#) == true)
        #expect(lines.count == 8)
        #expect(all.text.contains("ignored at"))
        #expect(try assistant.call("recent_events", ["type": "run"]).text.split(separator: "\n").count == 1)
        #expect(try assistant.call("recent_events", ["text": "COFFEE"]).text.hasPrefix("event 8,"))
        #expect(try assistant.call("recent_events", ["before": 2]).text.hasPrefix("event 1,"))
        #expect(try assistant.call("recent_events", ["after": "7"]).text.split(separator: "\n").count == 1)
        let two = try assistant.call("recent_events", ["count": 2]).text
        #expect(two.hasSuffix("Call again with before: 7."), "\(two)")
        #expect(try assistant.call("recent_events", ["text": "nothing like that"]).isError)
    }

    @Test func eventIsExplained() throws {
        let paid = try assistant.call("explain_event", ["action": "3"]).text
        #expect(paid.contains("2 checkOut led to it, by till at Shop.swift:"), "\(paid)")
        #expect(paid.contains("It changed:\n- log") && paid.contains("Because of:\n- event 2, action 2 at "))
        let checkOut = try assistant.call("explain_event", ["event": 2]).text
        #expect(checkOut.contains("It led to:\n- event 3, action 3 at "))
        #expect(checkOut.contains(#"As JSON: {"checkOut":{}}"#))
        // Sentences have the name behind the number.
        #expect(try assistant.call("explain_event", ["action": "2 checkOut"]).text == checkOut)
        let stay = try assistant.call("explain_event", ["action": "4"]).text
        #expect(stay.contains("It started:\n- event "), "\(stay)")
        let ignored = try assistant.call("explain_event", ["action": "5"]).text
        #expect(ignored.contains("It did not lead to:\n- event ") && ignored.contains("(first)"), "\(ignored)")
        #expect(try assistant.call("explain_event", ["event": 99]).isError)
        #expect(try assistant.call("explain_event").text == "explain_event needs event or action.")
        #expect(try assistant.call("explain_event", ["event": 1, "action": "1"]).isError)
    }

    @Test func omissionsAreTold() async throws {
        let stay = try assistant.call("why_not", ["name": "Stay"]).text
        #expect(stay.contains("ignored 5 stay") && stay.contains("has not ended"), "\(stay)")
        #expect(stay.contains("What did happen with that name"))
        let coffee = try assistant.call("why_not", ["name": "coffee"]).text
        #expect(coffee.hasPrefix("What did happen with that name"), "\(coffee)")
        let zebra = try assistant.call("why_not", ["name": "zebra"])
        #expect(zebra.isError && zebra.text.contains("it was never sent. The rules are: "))
        #expect(
            try assistant.call("why_not", ["name": "zebra", "before": 3]).text.hasSuffix(
                "events from 1 to 2 were searched."
            )
        )
        // What has returned did happen.
        shop.store.dispatch(.knock)
        while try assistant.call("pending_work").text.contains("knocking") { await Task.yield() }
        let knocking = try assistant.call("why_not", ["name": "knocking"])
        #expect(!knocking.isError && knocking.text.contains("returned"), "\(knocking)")
        #expect(try assistant.call("why_not").text == "why_not needs the argument name.")
    }

    @Test func statesAreShownAndCompared() throws {
        let now = try assistant.call("state").text
        #expect(now.hasPrefix("The state after event 8, action 6:\nShopState(\n  amounts: ["), "\(now)")
        #expect(try assistant.call("state", ["path": "amounts[\"tea\"]", "event": 1]).text.hasSuffix(":\n2"))
        let missing = try assistant.call("state", ["path": "amount"])
        #expect(missing.isError && missing.text.contains("It has amounts, log, isOpen."))
        let changes = try assistant.call("last_changes", ["path": "amounts"]).text
        #expect(changes.hasPrefix("event 8, action 6 at ") && changes.contains("\nevent 1, action 1 at "), "\(changes)")
        let one = try assistant.call("last_changes", ["path": "amounts", "count": 1]).text
        #expect(one.hasPrefix("event 8, ") && one.hasSuffix("Call again with before: 8."), "\(one)")
        #expect(try assistant.call("last_changes", ["path": "isOpen"]).text.hasPrefix("No action that is kept"))
        #expect(try assistant.call("last_changes", ["path": "isOpne"]).text.contains("It has amounts, log, isOpen."))
        #expect(try assistant.call("compare_events", ["first": 1, "second": 99]).text.hasPrefix("second, event 99: "))
        let compared = try assistant.call("compare_events", ["first": 1, "second": 8]).text
        #expect(compared.contains("coffee") && compared.contains("log"), "\(compared)")
        #expect(try assistant.call("compare_events", ["first": 5, "second": 5]).text == "The states are the same.")
        #expect(try assistant.call("compare_events", ["first": 1]).isError)
    }

    @Test func pendingWorkIsTold() async throws {
        let text = try assistant.call("pending_work").text
        #expect(text.hasPrefix("event ") && text.contains("started by 4 stay"), "\(text)")
        #expect(text.contains(" It began at ") && text.contains("\nNow is "))
        shop.store.dispatch(.leave)
        while try assistant.call("pending_work").text != "No run is pending." { await Task.yield() }
    }

    @Test func longAnswerIsContinued() throws {
        for number in 0..<400 { shop.store.dispatch(.add("thing number \(number) 🫖", amount: number)) }
        let whole = try assistant.call("state", ["path": "amounts", "event": 408]).text
        var text = whole, pages = 1
        while let offset = text.firstMatch(of: /There are \d+ more bytes. Call again with offset: (\d+)\.$/) {
            text = try assistant.call("state", ["path": "amounts", "event": 408, "offset": Int(offset.1) ?? 0]).text
            pages += 1
        }
        #expect(pages == 2 && text.contains("thing number 99 🫖"), "\(pages) \(text)")
        // Without an event, the next page needs the one of this page.
        let first = try assistant.call("state", ["path": "amounts"]).text
        #expect(first.hasSuffix(" and event: \(try lastEvent(of: first))."), "\(first.suffix(200))")
        #expect(try assistant.call("state", ["offset": 1_000_000]).isError)
        for number in 0..<200 { shop.store.dispatch(.add("a long name of a thing that is counted", amount: number)) }
        let changes = try assistant.call("last_changes", ["path": "amounts", "count": 50]).text
        let next = try #require(changes.firstMatch(of: /offset: (\d+) and before: (\d+)\.$/))
        let rest = ["path": "amounts", "count": "50", "offset": String(next.1), "before": String(next.2)]
        #expect(try !assistant.call("last_changes", rest).isError)
    }

    @Test func severalStoresAreToldApart() throws {
        let other = Shop(shop.recorder, named: "Other")
        other.store.dispatch(.close)
        #expect(try assistant.call("recent_events", ["store": "Other"]).text.split(separator: "\n").count == 1)
        #expect(try assistant.call("state", ["store": "Other", "path": "isOpen"]).text.hasSuffix("\nfalse"))
        let compared = try assistant.call("compare_events", ["first": 1, "second": 9])
        #expect(compared.isError && compared.text.contains("two stores"))
        for tool in ["recent_events", "last_changes", "state"] {
            let answer = try assistant.call(
                tool,
                ["store": "Nothing", "path": "log"].filter { tool != "recent_events" || $0.key == "store" }
            )
            #expect(answer.isError && answer.text.contains("The stores are: "), "\(answer)")
        }
        let changes = try assistant.call("last_changes", ["path": "isOpen", "before": 10]).text
        #expect(changes.hasPrefix("event 9, "), "\(changes)")
    }

    private func lastEvent(of text: String) throws -> String {
        String(try #require(text.firstMatch(of: /after event (\d+)/)).1)
    }

    @Test(arguments: [
        ("state", ["paht": "x"]), ("state", ["event": "x"]), ("state", ["event": "-1"]),
        ("pending_work", ["count": "1"]),
        ("recent_events", ["type": "banana"]), ("last_changes", ["path": ""]), ("last_changes", ["path": "]["]),
        ("state", ["store": "nothing"]),
    ])
    func wrongArgumentIsToldInASentence(tool: String, arguments: [String: String]) throws {
        let answer = try assistant.call(tool, arguments)
        #expect(answer.isError && answer.text.hasSuffix("."), "\(answer)")
    }

    @Test func nullIsAMissingArgument() throws {
        #expect(try !assistant.call("state", ["event": NSNull(), "path": NSNull()]).isError)
        #expect(try assistant.call("why_not", ["name": NSNull()]).isError)
        #expect(try assistant.call("state", ["path": ["x"]]).isError)
        #expect(try assistant.call("state", ["event": true]).isError)
        #expect(try assistant.call("state", ["event": 1.5]).isError)
    }

    // MARK: Permissions

    @Test func readingCanBeSwitchedOff() throws {
        let other = Assistant(client: try Client(shop.inspector(allowing: .dispatch(on: .immediate), assistants: nil)))
        #expect(try other.send("tools/list").status == 403)
        #expect(try other.client.send("/pending").status == 200)
    }

    @Test func dispatchingNeedsAPermissionOfItsOwn() throws {
        let reading = Assistant(client: try Client(shop.inspector(allowing: .dispatch(on: .immediate))))
        let arguments: [String: Any] = ["action": ["add": ["_0": "milk", "amount": 3]]]
        #expect(
            try reading.send("tools/call", ["name": "dispatch_action", "arguments": arguments]).errorCode == -32_602
        )
        let allowed = Assistant(client: try Client(shop.inspector(assistants: .dispatch(on: .immediate))))
        #expect(try allowed.client.post("/dispatch", #"{"action":{"stay":{}}}"#).status == 403)
        let answer = try allowed.call("dispatch_action", arguments)
        #expect(!answer.isError && answer.text.hasPrefix("Dispatched as request 1."), "\(answer)")
        #expect(shop.store.state.amounts["milk"] == 3)
        #expect(try allowed.call("recent_events", ["after": 8]).text.contains("Inspector, request 1"))
        // Some clients send JSON as a text.
        #expect(try !allowed.call("dispatch_action", ["action": #"{"add":{"_0":"salt","amount":1}}"#]).isError)
        #expect(shop.store.state.amounts["salt"] == 1)
        #expect(try allowed.call("dispatch_action", ["action": ["fly": [:]]]).isError)
        #expect(try allowed.call("dispatch_action").isError)
        #expect(try allowed.call("dispatch_action", ["action": ["stay": [:]], "store": "other"]).isError)
    }
}
