// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RequestMiddleware
import RexCore
import RexNavigation
import Testing

import class RecorderMiddleware.Recorder

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
        #expect(reply.body == map.json.replacing("\"Shop\",", with: "\"Shop\",\"since\":1,") + "\n")
        #expect(try client.send("/map?x=1").status == 400)
        #expect(try client.send("/map", ["Authorization": ""]).status == 401)

        let assistant = Assistant(client: client)
        #expect(try lines(assistant) == ["       Shop", "         Gate \"a\""])
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

    // MARK: Marks

    /// The lines of the map without the line that explains the marks.
    private func lines(_ assistant: Assistant) throws -> [String] {
        let lines = try assistant.call("map").text.split(separator: "\n").map(String.init)
        #expect(try #require(lines.first).hasPrefix("What is marked \"never\" has no event since event "))
        return Array(lines.dropFirst())
    }

    /// The texts of the entries of `/map` with these marks, without their places.
    private func texts(_ client: Client, used: Bool?) throws -> [String] {
        func texts(_ entry: [String: Any]) -> [String] {
            let own = (entry["used"] as? Bool) == used ? [entry["text"] as? String ?? ""] : []
            return own + (entry["children"] as? [[String: Any]] ?? []).flatMap(texts)
        }
        return texts(try client.send("/map").object).map {
            String($0.split(separator: ",")[0]).replacing(#/ at Mall.swift:\d/#, with: "")
        }
    }

    @Test func whatHasNoEventIsMarked() async throws {
        let mall = Mall()
        let client = try Client(mall.inspector())
        let (shop, row) = (["shop", "Effect greet", "Bridge", "Gate", "Effect ring"], ["row", "Effect clean"])
        let (title, sheet) = (["title", "Request title"], ["sheet", "desk", "Effect help"])
        #expect(try texts(client, used: false) == shop + row + title + sheet)
        #expect(
            try texts(client, used: nil) == [
                "MallState", "Gate", "\\Row.shop", "Presentation", "Ends by a function of the action", "A case",
                "Unknown: closures",
            ]
        )

        mall.store.dispatch(.shop(.knock))
        mall.store.dispatch(.shop(.checkOut))
        // The gate by action is closed at first, and has stopped the knock.
        #expect(try texts(client, used: true) == ["shop", "Effect greet", "Bridge", "Gate"])
        mall.store.dispatch(.shop(.stay))
        mall.store.dispatch(.shop(.close))
        mall.store.dispatch(.shop(.knock))
        mall.store.dispatch(.row(ElementIDAction(id: 1, action: .knock)))
        mall.store.dispatch(.title(.start("a")))
        #expect(try texts(client, used: false) == sheet)
        // Then the gate by state has stopped one.
        #expect(try texts(client, used: true).filter { $0 == "Gate" }.count == 2)

        mall.store.dispatch(.open)
        let id = try #require(mall.store.state.sheet.id)
        mall.store.dispatch(.sheet(.presented(id, .desk(.close))))
        #expect(try texts(client, used: false) == ["Effect help"])
        #expect(try lines(Assistant(client: client)).filter { $0.contains("never: ") }.count == 1)
        mall.store.dispatch(.sheet(.presented(id, .desk(.knock))))
        #expect(try texts(client, used: false) == [])
        await mall.store.settled()
    }

    /// A path may have another name than its case, and a value that is no enum has no cases.
    @Test func whatCannotBeKnownIsNotMarked() throws {
        let leaf = Feature<Int, ShopState, Void> { _, _ in }
        let adding = leaf.lift(case: CasePath(extract: { $0 }, embed: { $0 }, name: "inner"), state: \ShopState.self)
        func path(_ name: String) -> CasePath<ShopAction, Int> {
            CasePath(
                extract: { if case .add(_, let amount) = $0 { amount } else { nil } },
                embed: { .add("", amount: $0) },
                name: name
            )
        }
        let app = Feature<ShopAction, ShopState, Void>.combine {
            adding.lift(case: path("add"), state: \.self)
            leaf.lift(case: path("bought"), state: \.self)
        }
        let shop = Shop()
        let client = try Client(shop.inspector(map: app.map(())))
        #expect(try texts(client, used: false) == ["add"])
        shop.store.dispatch(.add("tea", amount: 1))
        #expect(try texts(client, used: true) == ["add"])
        #expect(try texts(client, used: nil) == ["ShopState", "inner", "bought"])
    }

    @Test func eventsCountAlsoIfTheyAreOverwrittenAfterAQuestion() throws {
        let mall = Mall(Recorder(capacity: 2))
        let client = try Client(mall.inspector())
        mall.store.dispatch(.shop(.checkOut))
        #expect(try texts(client, used: true) == ["shop", "Bridge"])
        for _ in 1...20 {
            mall.store.dispatch(.open)
            #expect(try texts(client, used: true) == ["shop", "Bridge"])
        }
        #expect(try client.send("/map").object["since"] as? Int == 1)

        let later = try Client(mall.inspector())
        #expect(try texts(later, used: true) == [])
        #expect(try later.send("/map").object["since"] as? Int == 21)
        for _ in 1...3 { mall.store.dispatch(.open) }
        #expect(try client.send("/map").object["since"] as? Int == 24)
    }
}
