// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

/// Actions that are sent to a store.
@Suite struct DispatchTests {
    private func client(_ shop: Shop) throws -> Client {
        try Client(shop.inspector(allowing: .dispatch(on: .immediate)))
    }

    @Test func dispatchedActionIsAnOrdinaryActionWithTheInspectorAsItsSource() throws {
        let shop = Shop()
        let client = try client(shop)
        let reply = try client.post("/dispatch", #"{"action": {"add": {"_0": "tea", "amount": 3}}}"#)
        #expect(reply.status == 202)
        #expect(reply.body == #"{"request":1,"source":"Inspector, request 1"}"# + "\n")
        #expect(shop.store.state.amounts == ["tea": 3])
        let number = try client.events()[0]["storeNumber"]
        #expect(
            try client.post("/dispatch", #"{"store": \#(number), "action": {"checkOut": {}}}"#).body.contains(
                "request 2"
            )
        )
        let entries = shop.recorder.recording().entries
        #expect(entries.map(\.action) == [.add("tea", amount: 3), .checkOut, .paid(1.5)])
        #expect(entries.map { $0.source.trail.first?.text } == [1, 2, 2].map { "Inspector, request \($0)" })
        let event = try client.events()[1]
        #expect(event["file"] == "Inspector" && event["function"] == "request 2")
        #expect(event["explanation"].contains("Inspector, request 2"))
    }

    /// The text of a source is redacted, but not its request.
    @Test func requestIsNamedIfTheRecorderRedacts() throws {
        let shop = Shop(Recorder(redacting: { $0 }))
        let client = try client(shop)
        _ = try client.post("/dispatch", #"{"action": {"close": {}}}"#)
        #expect(try client.events()[0]["function"] == "request 1")
    }

    @Test(
        arguments: [
            (#"{"action": {"add": {"_0": "tea", "amount": "x"}}}"#, "action.add.amount: expected a value of type Int."),
            (#"{"action": {"add": {"_0": "tea"}}}"#, "action.add.amount: the key is missing."),
            (
                #"{"action": {"add": {"_0": null, "amount": 1}}}"#,
                "action.add._0: expected a value of type String, found null."
            ),
            (#"{"action": {"fly": {}}}"#, "action: expected a value of type ShopAction."),
            (
                #"{"action": {"add": {"_0": "tea", "amount": 1.5}}}"#,
                "A number in the body does not fit its type. It is too large, or has a fraction."
            ),
            (
                #"{"action": {"paid": {"_0": 1e999}}}"#,
                "A number in the body does not fit its type. It is too large, or has a fraction."
            ),
            (#"{"store": 1}"#, "action: the key is missing."), ("{", "The body is not JSON."),
            ("", "The body is not JSON."),
        ]
    ) func actionThatCannotBeDecodedIsRefusedWithThePathOfTheError(body: String, reason: String) throws {
        let shop = Shop()
        let reply = try client(shop).post("/dispatch", body)
        #expect(reply.status == 422)
        #expect(reply.body == reason + "\n")
        #expect(shop.recorder.recording().entries.isEmpty)
    }

    @Test func storeIsNamedIfThereAreSeveral() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        var phone: Shop? = Shop(recorder, named: "Phone")
        let laptop = Shop(recorder, named: "Laptop")
        let client = try client(laptop)
        let several = try client.post("/dispatch", #"{"action": {"close": {}}}"#)
        #expect(several.status == 404)
        #expect(
            several.body == #"There are several such stores. Name one of them in "store": "Phone", "Laptop"."# + "\n"
        )
        #expect(try client.post("/dispatch", #"{"store": "Phone", "action": {"close": {}}}"#).status == 202)
        #expect(phone?.store.state.isOpen == false && laptop.store.state.isOpen)
        #expect(try client.post("/dispatch", #"{"store": "Tablet", "action": {"close": {}}}"#).status == 404)
        phone = nil
        #expect(try client.post("/dispatch", #"{"store": "Phone", "action": {"close": {}}}"#).status == 404)
        #expect(try client.post("/dispatch", #"{"action": {"close": {}}}"#).status == 202)
        #expect(!laptop.store.state.isOpen)
    }

    /// Names are written as JSON, without characters that control a terminal.
    @Test func storesWithTheSameNameAreListedByNumber() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        var shops = ["Phone", "Phone", "a\u{1b}[2J\"", nil].map { Shop(recorder, named: $0) }
        let client = try client(shops[0])
        let numbers = try client.storeNumbers()
        let names = #"\#(numbers[0]) ("Phone"), \#(numbers[1]) ("Phone"), "a\u001b[2J\"", \#(numbers[3])"#
        for store in ["", #""store": "Phone", "#] {
            let reply = try client.post("/dispatch", #"{\#(store)"action": {"close": {}}}"#)
            #expect(reply.status == 404)
            #expect(
                reply.body == #"There are several such stores. Name one of them in "store": \#(names)."# + "\n"
            )
        }
        #expect(try client.post("/dispatch", #"{"store": \#(numbers[1]), "action": {"close": {}}}"#).status == 202)
        #expect(shops.map(\.store.state.isOpen) == [true, false, true, true])
        shops = []
        let reply = try client.post("/dispatch", #"{"action": {"close": {}}}"#)
        #expect(reply.status == 404 && reply.body == "The recorder has no living store.\n")
    }

    @Test func nothingIsDispatchedUnlessTheAppAllowsIt() throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        #expect(try client.post("/dispatch", #"{"action": {"close": {}}}"#).status == 403)
        #expect(try client.stream().next()?["dispatch"] == "0")
        #expect(shop.store.state.isOpen)
    }

    /// The app chooses the executor, and the store has one of its own.
    @Test func actionsAreDispatchedOnTheExecutorOfTheApp() throws {
        let queue = Lock<[@Sendable () -> Void]>([])
        let executor = StoreExecutor(isCurrent: { false }, enqueue: { work in queue.withLock { $0.append(work) } })
        let shop = Shop()
        let client = try Client(shop.inspector(allowing: .dispatch(on: executor)))
        #expect(try client.post("/dispatch", #"{"action": {"close": {}}}"#).status == 202)
        #expect(shop.store.state.isOpen)
        for work in queue.withLock({ $0 }) { work() }
        #expect(!shop.store.state.isOpen)
    }
}
