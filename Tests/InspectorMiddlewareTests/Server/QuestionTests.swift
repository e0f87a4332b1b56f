// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RexCore
import Testing

import class RecorderMiddleware.Recorder
import enum RecorderMiddleware.RecordedStates

/// Questions about a running app without a browser, over sockets.
@Suite struct QuestionTests {
    private let shop = Shop()
    private let client: Client

    init() throws { client = try Client(shop.inspector()) }

    // MARK: Events

    @Test func newestEventsOfSomeTypesAreReturned() throws {
        for amount in 1...5 { shop.store.dispatch(.add("tea", amount: amount)) }
        shop.store.dispatch(.stay)
        shop.store.dispatch(.stay)
        func events(_ query: String) throws -> [String] {
            try client.send("/events?\(query)").lines.map { try Event($0) }.map { "\($0.type) \($0.number)" }
        }
        #expect(try events("last=2") == ["action 8", "ignored 9"])
        #expect(try events("last=2&type=action") == ["action 6", "action 8"])
        #expect(try events("last=9&type=run,ignored") == ["run 7", "ignored 9"])
        #expect(try events("after=5&count=9&type=action") == ["action 6", "action 8"])
        #expect(try events("last=9&type=storeEnded") == [])
        #expect(try events("last=0") == [])
    }

    @Test(arguments: ["last=x", "last=1&after=0", "last=1&count=1", "last=1&type=click", "type=run", "newest=1"])
    func wrongParametersOfEventsAreRefused(query: String) throws {
        shop.store.dispatch(.close)
        let reply = try client.send("/events?\(query)")
        #expect(reply.status == 400 && reply.body.contains(query.hasPrefix("newest") ? "after, count, last, type" : ""))
    }

    @Test func answerSaysThatThereAreMoreEvents() throws {
        for amount in 1...5 { shop.store.dispatch(.add("tea", amount: amount)) }
        let more = #"{"type":"more","after":3,"last":5}"#
        #expect(try client.send("/events?after=1&count=2").lines.last == more)
        #expect(try client.send("/events?after=3&count=2").lines.count == 2)
        #expect(try client.send("/events?after=0&count=5&type=action").lines.count == 5)
    }

    /// Overwritten events are counted, whatever the type.
    @Test func eventsOfATypeSayWhatIsMissing() throws {
        let shop = Shop(Recorder(capacity: 10))
        let client = try Client(shop.inspector())
        for amount in 1...30 { shop.store.dispatch(.add("tea", amount: amount)) }
        shop.store.dispatch(.stay)
        #expect(
            try client.send("/events?after=0&count=9&type=run").lines.map { try Event($0) }.map(\.type)
                == ["skipped", "run"]
        )
    }

    @Test func beginningOfARunSaysThatItBegan() throws {
        shop.store.dispatch(.stay)
        #expect(try client.events().last?["explanation"].hasSuffix(", started by 1 stay, began.") == true)
        #expect(try client.send("/pending").body.contains(", started by 1 stay, has not ended."))
    }

    @Test func nothingPendingIsSaid() throws {
        #expect(try client.send("/pending").body == #"{"type":"idle","explanation":"No run is pending."}"# + "\n")
    }

    // MARK: Explanations

    @Test func explanationHasTheConsequences() async throws {
        for action in [ShopAction.checkOut, .stay, .leave] { shop.store.dispatch(action) }
        await shop.store.settled()
        func explanation(_ query: String) throws -> String { try client.send("/explain?\(query)").body }
        let checkOut = try explanation("action=1")
        #expect(checkOut.contains(#""consequences":[{"event":2,"label":"2","text":"#))
        #expect(checkOut.contains(#""started":[],"cancelled":[]}"#))
        #expect(try explanation("action=2").contains(#""consequences":[],"started":[],"cancelled":[]}"#))
        let end = try #require(try client.events().last { $0.type == "run" })
        let stay = try explanation("action=3")
        #expect(stay.contains(#""consequences":[],"started":[{"event":\#(end.number),"name":"#))
        #expect(stay.contains("was cancelled by 4 leave"))
        let leave = try explanation("action=4")
        #expect(leave.contains(#""consequences":[],"started":[],"cancelled":[{"event":\#(end.number),"name":"#))
        let run = try explanation("event=\(end.number)")
        #expect(run.contains(#""consequences":[]}"#) && !run.contains("started\":"))
    }

    /// Other events are named by the numbers of their events: the process's numbers are in no answer.
    @Test func answersNameEventsByTheirNumbers() async throws {
        for action in [ShopAction.checkOut, .stay, .stay] { shop.store.dispatch(action) }
        let questions = ["/events?last=20", "/pending", "/explain?action=2", "/explain?action=3", "/changes?path=log"]
        let whileRunning = try questions.map { try client.send($0).body }
        shop.store.dispatch(.leave)
        await shop.store.settled()
        let answers = try whileRunning + questions.map { try client.send($0).body }
        let recording = shop.recorder.recording()
        let numbers = (recording.entries.map(\.number) + recording.runs.map(\.number)).filter { $0 > 1_000 }
        #expect(numbers.count >= 4)
        for answer in answers { #expect(!numbers.contains { answer.contains("\($0)") }, "\(answer)") }
        let events = try client.events()
        let run = try #require(events.first { $0.type == "run" })
        let end = try #require(events.last { $0.type == "run" })
        #expect(end["start"] == "\(run.number)" && end.number > run.number)
        #expect(run.description.contains(#""cause":{"event":3,"label":"3"}"#))
        #expect(end.description.contains(#""by":{"event":\#(end.number - 1),"label":"5"}"#), "\(end)")
        #expect(events.contains { $0.type == "ignored" && $0.description.contains(#""run":{"event":\#(run.number),"#) })
    }

    @Test func actionIsNamedByItsNumberInASentence() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let (phone, laptop) = (Shop(recorder, named: "Phone"), Shop(recorder, named: "Laptop"))
        let client = try Client(laptop.inspector())
        phone.store.dispatch(.close)
        laptop.store.dispatch(.checkOut)
        #expect(try client.events().map { $0["label"] } == ["Phone 1", "Laptop 1", "Laptop 2"])
        let several = try client.send("/explain?action=1")
        #expect(several.status == 404 && several.body.contains("store=: Laptop 1, Phone 1."))
        #expect(try client.send("/explain?action=1&store=Phone").body.hasPrefix(#"{"event":1,"#))
        let number = try client.events()[1]["storeNumber"]
        #expect(try client.send("/explain?action=1&store=\(number)").body.hasPrefix(#"{"event":2,"#))
        #expect(try client.send("/state?action=Laptop%202").body.hasPrefix(#"{"event":3,"label":"Laptop 2","#))
        #expect(try client.send("/explain?action=3").body.contains("There is no such action"))
        #expect(try client.send("/explain?action=1&event=1").status == 400)
        #expect(try client.send("/explain").body.contains("action="))
    }

    /// A store has one number, also if another one without a recorder was made before it.
    @Test func storeHasTheNumberOfItsLabels() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let (other, shops) = (Shop(), [Shop(recorder), Shop(recorder)])
        let client = try Client(shops[0].inspector(allowing: .dispatch(on: .immediate)))
        for shop in shops { shop.store.dispatch(.stay) }
        for (event, shop) in zip(try client.events().filter { $0.type == "action" }, shops) {
            let number = event["storeNumber"]
            #expect(event["label"] == "\(number).1")
            #expect(try client.send("/explain?action=1&store=\(number)").body.hasPrefix(#"{"event":\#(event.number),"#))
            #expect(try client.post("/dispatch", #"{"store": \#(number), "action": {"close": {}}}"#).status == 202)
            #expect(!shop.store.state.isOpen)
        }
        withExtendedLifetime(other) {}
    }

    @Test func actionWithoutAChangeSaysSo() throws {
        shop.store.dispatch(.checkOut)
        shop.store.dispatch(.close)
        let sentences = try client.events().map { $0["explanation"].hasSuffix(" It changed nothing.") }
        #expect(sentences == [true, false, false])
    }

    // MARK: States

    @Test func pathThatDoesNotExistNamesTheLongestPartThatDoes() throws {
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.checkOut)
        func reason(_ path: String) throws -> String { try client.send("/state?action=3&path=\(path)").body }
        #expect(try reason("nothing").hasSuffix("part. It has amounts, log, isOpen.\n"))
        #expect(try reason("amounts%5B%22rice%22%5D").hasSuffix("part. amounts has [\"tea\"].\n"))
        #expect(try reason("log%5B7%5D").hasSuffix("part. log has [0] to [0].\n"))
        #expect(try reason("log%5B0%5D.count").hasSuffix("part. log[0] has no parts.\n"))
        #expect(try client.send("/state?action=3&path=%5B").status == 422)
    }

    @Test func stateWithoutAnEventIsTheCurrentOne() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let (phone, laptop) = (Shop(recorder, named: "Phone"), Shop(recorder, named: "Laptop"))
        let client = try Client(laptop.inspector())
        func state(_ query: String = "") throws -> String { try client.send("/state\(query)").body }
        #expect(try state().contains("No kept action"))
        phone.store.dispatch(.close)
        laptop.store.dispatch(.stay)
        #expect(try client.events().last?.type == "run")
        #expect(try state().hasPrefix(#"{"event":2,"label":"Laptop 1","#))
        #expect(
            try state("?store=Phone&path=isOpen") == #"{"event":1,"label":"Phone 1","text":"false","state":false}"#
                + "\n"
        )
        let number = try client.events()[0]["storeNumber"]
        #expect(try state("?store=\(number)&form=parts").contains(#""before":"#))
        #expect(try state("?store=Tablet").contains("No kept action"))
        #expect(try client.send("/explain").status == 400)
    }

    @Test func stateOfAnotherEventIsThatOfTheActionBefore() throws {
        shop.store.dispatch(.stay)
        shop.store.dispatch(.stay)
        #expect(try client.events().map(\.type) == ["action", "run", "action", "ignored"])
        #expect(try client.send("/state?at=2").body.hasPrefix(#"{"event":1,"#))
        #expect(try client.send("/state?at=4").body.hasPrefix(#"{"event":3,"#))
        #expect(try client.send("/state?at=2&form=parts").status == 200)
    }

    @Test func stateAfterTheEndOfAStoreIsThatOfTheStore() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        var phone: Shop? = Shop(recorder, named: "Phone")
        let laptop = Shop(recorder, named: "Laptop")
        let client = try Client(laptop.inspector())
        phone?.store.dispatch(.close)
        laptop.store.dispatch(.add("tea", amount: 1))
        phone = nil
        let end = try #require(try client.events().last)
        #expect(end.type == "storeEnded")
        #expect(try client.send("/state?at=\(end.number)").body.hasPrefix(#"{"event":1,"label":"Phone 1","#))
    }

    /// A run without a cause is of an unknown store, if there are several.
    @Test func stateAfterARunWithoutACauseIsThatOfTheOnlyStore() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        let working = ShopMiddleware { _, _, _ in
            IO { output in output.startTask { _ in try? await Task.sleep(for: .seconds(1_000)) } }
        }
        let store = Store(
            initialState: ShopState(),
            reducer: Reducer<ShopAction, ShopState>.identity,
            middleware: working <> recorder.middleware
        )
        let client = try Client(Inspector(recorder, allowingReleaseBuilds: true))
        store.dispatch(.close)
        #expect(try client.events().map(\.type) == ["action", "run"])
        #expect(try client.send("/state?at=2").body.hasPrefix(#"{"event":1,"#))
        let other = Shop(recorder)
        #expect(try client.send("/state?at=2").body == "It is unknown of which store the event is.\n")
        withExtendedLifetime(other) {}
    }

    @Test(arguments: [RecordedStates.all, .changes]) func lastChangeOfAPartIsFound(keeping states: RecordedStates)
        throws
    {
        let shop = Shop(Recorder(keeping: states))
        let client = try Client(shop.inspector())
        for name in ["tea", "rice", "tea"] { shop.store.dispatch(.add(name, amount: 1)) }
        shop.store.dispatch(.close)
        func change(_ query: String) throws -> String { try client.send("/changes?path=\(query)").body }
        #expect(
            try change("amounts%5B%22tea%22%5D").hasPrefix(#"{"event":3,"label":"3","text":"add(\"tea\", amount: 1)","#)
        )
        #expect(try change("amounts%5B%22tea%22%5D").contains(#""change":"amounts[\"tea\"]: 1 → 2","#))
        #expect(try change("amounts%5B%22tea%22%5D&before=3").hasPrefix(#"{"event":1,"#))
        #expect(try change("amounts").hasPrefix(#"{"event":3,"#))
        #expect(try change("isOpen").hasPrefix(#"{"event":4,"#))
        #expect(try change("log").hasPrefix("No action"))
        #expect(try client.send("/changes").status == 422)
        #expect(try change("amount").hasPrefix("No action"))
        shop.store.dispatch(.stay)
        #expect(try change("isOpen&before=6").hasPrefix(#"{"event":4,"#))
        #expect(try change("isOpen&before=4").hasPrefix("No action"))
        #expect(try change("isOpen&before=99").hasPrefix("There is no such event"))
        let number = try client.events()[0]["storeNumber"]
        #expect(try change("isOpen&store=\(number)").hasPrefix(#"{"event":4,"#))
        #expect(try change("isOpen&store=0").hasPrefix("No action"))
    }

    @Test func changesThatWereNotKeptHaveAReason() throws {
        let shop = Shop(Recorder(keeping: .none))
        shop.store.dispatch(.close)
        #expect(try Client(shop.inspector()).send("/changes?path=isOpen").body.contains("keeping: .all"))
    }
}
