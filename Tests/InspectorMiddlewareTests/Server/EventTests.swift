// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RexCore
import Testing

import class RecorderMiddleware.Recorder

/// The events of a running app, over sockets.
@Suite struct EventTests {
    /// The lines of the recorder's file, each with its number and an explanation.
    @Test func eventsAreThoseOfTheFile() async throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        shop.store.dispatch(.add("tea", amount: 2))
        shop.store.dispatch(.checkOut)
        shop.store.dispatch(.stay)
        shop.store.dispatch(.stay)
        shop.store.dispatch(.leave)
        await shop.store.settled()
        let recording = shop.recorder.recording()
        let events = try client.events()
        #expect(events.map(\.number) == Array(1...events.count))
        let actions = events.filter { $0.type == "action" }
        #expect(actions.map { $0["text"] } == recording.entries.map(\.actionText))
        let explanations: [String] = recording.entries.map { recording.explain($0) }
        #expect(actions.map { $0["explanation"] } == explanations)
        let reasons: [String] = recording.notices.map { recording.explain($0) }
        #expect(events.filter { $0.type == "ignored" }.map { $0["explanation"] } == reasons)
    }

    /// The end of a run has the same line as in the file, but for the numbers of events.
    @Test func endsOfRunsAreThoseOfTheFile() async throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        shop.store.dispatch(.stay)
        shop.store.dispatch(.leave)
        await shop.store.settled()
        let file: String = shop.recorder.recording().text(as: .jsonLines)
        func withoutNumbers(_ line: some StringProtocol) -> String {
            String(line).replacing(/"(event|start)":\d+,/, with: "")
        }
        let lines = file.split(separator: "\n").filter { $0.contains(#""type":"run""#) }
        let runs = try client.events().filter { $0.type == "run" }
        let ends = runs.filter { $0["ending"] != "running" }
        #expect(!lines.isEmpty)
        #expect(lines.map(withoutNumbers) == ends.map { withoutNumbers($0.description) })
        #expect(runs.count - ends.count == lines.count)
    }

    @Test func recorderOfTheLargestCapacityIsRead() throws {
        let shop = Shop(Recorder(capacity: .max))
        shop.store.dispatch(.checkOut)
        #expect(try Client(shop.inspector()).events().map(\.number) == [1, 2])
    }

    @Test func streamHasEventsAsTheyHappen() throws {
        let shop = Shop()
        shop.store.dispatch(.checkOut)
        let client = try Client(shop.inspector())
        let stream = try client.stream()
        let head = try #require(try stream.next())
        #expect([head.type, head["program"], head["last"]] == ["recording", "InspectorMiddlewareTests", "2"])
        #expect(try stream.next(2).map { $0["name"] } == ["checkOut", "paid"])
        for number in 3...20 {
            shop.store.dispatch(.add("tea", amount: number))
            let event = try #require(try stream.next())
            #expect(event.number == number)
            #expect(event["change"].contains("tea"))
        }
    }

    /// A page that was asleep continues without a gap.
    @Test func streamContinuesAfterTheLastEventId() throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        for number in 1...9 { shop.store.dispatch(.add("tea", amount: number)) }
        var stream: EventStream? = try client.stream()
        #expect(try stream?.next(5).last?.number == 4)
        stream = nil
        shop.store.dispatch(.close)
        let later = try client.stream("/events?after=2", ["Last-Event-ID": "4"])
        #expect(try later.next(7).dropFirst().map(\.number) == Array(5...10))
        #expect(try client.send("/events?after=11").status == 400)
    }

    /// A client of the app's last run must not wait for numbers that this run does not have yet.
    @Test func eventOfAnotherRecordingIsGone() throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        for _ in 1...3 { shop.store.dispatch(.close) }
        let id = try #require(try client.stream().next())["id"]
        #expect(!id.isEmpty)
        #expect(try client.send("/events?after=\(id):1&count=9").lines.count == 2)
        let later = try client.stream("/events", ["Last-Event-ID": "\(id):2"])
        #expect(try later.next(2).last?.number == 3)
        for place in ["/events?after=f\(id):1", "/events?after=:1&count=1"] {
            let answer = try client.send(place)
            #expect(answer.status == 410 && answer.body.contains("has the number 3."))
        }
        #expect(try client.send("/events", ["Last-Event-ID": "\(id)0:1"]).status == 410)
        for place in ["\(id):x", "\(id):", "\(id):1:2", "\(id):9"] {
            #expect(try client.send("/events?after=\(place)").status == 400)
        }
    }

    /// Overwritten events are counted, whether or not they had a number.
    @Test(arguments: [true, false]) func pageThatWasAsleepSaysWhatIsMissing(isNumbered: Bool) throws {
        let shop = Shop(Recorder(capacity: 10))
        let client = try Client(shop.inspector())
        for number in 1...5 { shop.store.dispatch(.add("tea", amount: number)) }
        #expect(try client.events().count == 5)
        for number in 6...105 {
            shop.store.dispatch(.add("tea", amount: number))
            if isNumbered { _ = try client.send("/pending") }
        }
        let events = try client.events(after: 5)
        #expect(events[0].description == #"{"event":95,"type":"skipped","count":90}"#)
        #expect(events.dropFirst().map(\.number) == Array(96...105))
        let all = try client.events()
        #expect(all[0].description == #"{"event":95,"type":"skipped","count":95}"#)
    }

    /// Whether or not an inspector has read them.
    @Test(arguments: [true, false]) func overwrittenCauseHasTheReason(isNumbered: Bool) throws {
        let shop = Shop(Recorder(capacity: 2))
        let client = try Client(shop.inspector())
        shop.store.dispatch(.checkOut)
        if isNumbered { #expect(try client.events().count == 2) }
        shop.store.dispatch(.close)
        let paid = try #require(try client.events().first { $0["name"] == "paid" })
        #expect(paid.description.contains(#""cause":{"label":"1","missing":"overwritten"}"#), "\(paid)")
    }

    @Test func overwrittenBeginningOfARunHasTheReason() async throws {
        let shop = Shop(Recorder(capacity: 4))
        let client = try Client(shop.inspector())
        shop.store.dispatch(.stay)
        for _ in 1...5 { _ = Shop(shop.recorder) }
        shop.store.dispatch(.stay)
        shop.store.dispatch(.leave)
        await shop.store.settled()
        func ignored() throws -> String { try #require(try client.events().first { $0.type == "ignored" }).description }
        #expect(try ignored().contains(#""run":{"event":2,"label":"#))
        for _ in 1...6 { _ = Shop(shop.recorder) }
        let later = try ignored()
        #expect(later.contains(#","missing":"overwritten"}"#), "\(later)")
    }

    @Test func endOfAStoreEndsItsLane() throws {
        let recorder = Recorder<ShopAction, ShopState>()
        var phone: Shop? = Shop(recorder, named: "Phone")
        let laptop = Shop(recorder, named: "Laptop")
        let inspector = try laptop.inspector()
        let stream = try Client(inspector).stream()
        phone?.store.dispatch(.close)
        laptop.store.dispatch(.close)
        #expect(try stream.next(3).map { $0["store"] } == ["", "Phone", "Laptop"])
        phone = nil
        let end = try #require(try stream.next())
        #expect([end.type, end["store"]] == ["storeEnded", "Phone"])
        #expect(try Client(inspector).send("/explain?event=\(end.number)").body.contains("The store ended."))
    }

    @Test func pendingRunsHaveTheirCauseAgeAndAttempts() async throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        shop.store.dispatch(.stay)
        let run = try Event(try #require(try client.send("/pending").lines.first))
        #expect(run["kind"] == "effect" && run["ending"] == "running" && run["attempt"] == "1")
        #expect(try #require(Int(run["age"])) > 0)
        #expect(run["explanation"].contains("started by 1 stay"))
        shop.store.dispatch(.leave)
        await shop.store.settled()
        #expect(try client.send("/pending").body.contains("No run is pending."))
    }

    /// The owner of a task belongs to the app, and may read the recorder.
    @Test func pendingRunMayReadTheRecorder() throws {
        final class Owner: StoreTaskOwner {
            let recorder: Recorder<ShopAction, ShopState>
            init(_ recorder: Recorder<ShopAction, ShopState>) { self.recorder = recorder }
            var attempts: Int { recorder.recording().runs.count }
            func didReturn(isFinished: Bool) {}
        }
        let recorder = Recorder<ShopAction, ShopState>()
        let working = ShopMiddleware { _, source, _ in
            IO { output in
                output.start(StoreTask(from: source), for: Owner(recorder)) { _ in
                    try? await Task.sleep(for: .seconds(1_000))
                }
            }
        }
        let store = Store(
            initialState: ShopState(),
            reducer: Reducer<ShopAction, ShopState>.identity,
            middleware: working <> recorder.middleware
        )
        store.dispatch(.close)
        let client = try Client(Inspector(recorder, allowingReleaseBuilds: true))
        #expect(try client.send("/pending").body.contains(#""attempt":1"#))
    }

    @Test func explanationHasTheChainOfCauses() throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        shop.store.dispatch(.checkOut)
        let answer = try client.send("/explain?event=2").body
        #expect(answer.contains("1 checkOut led to it, by till at Shop.swift:"))
        #expect(answer.contains(#""causes":[{"event":1,"#))
        #expect(answer.contains(#""text":"checkOut","explanation":"It came from outside"#))
        #expect(try client.send("/explain?event=3").status == 404)
        #expect(try client.send("/explain?event=x").status == 400)
    }

    @Test func stateIsThatOfTheRecorder() throws {
        let shop = Shop()
        let client = try Client(shop.inspector())
        for amount in 1...3 { shop.store.dispatch(.add("tea", amount: amount)) }
        #expect(try client.send("/state?at=2").body.contains(#""state":{"amounts":{"tea":3},"log":[],"isOpen":true}"#))
        let part = try client.send("/state?at=3&path=amounts%5B%22tea%22%5D").body
        #expect(part == #"{"event":3,"label":"3","text":"6","state":6}"# + "\n")
        #expect(try client.send("/state?at=3&path=nothing").status == 404)
        #expect(try client.send("/state?at=3&form=parts").body.contains(#""before":"#))
        #expect(try client.send("/state?at=4").status == 404)
    }

    @Test func stateThatWasNotKeptHasAReason() throws {
        let shop = Shop(Recorder(capacity: 2, keeping: .changes))
        let client = try Client(shop.inspector())
        for amount in 1...3 { shop.store.dispatch(.add("tea", amount: amount)) }
        #expect(try client.send("/state?at=3").body.contains("keeping: .all"))
        #expect(try client.send("/state?at=1").body.contains("overwritten"))
        let redacted = Shop(Recorder(redacting: { $0 }))
        redacted.store.dispatch(.close)
        #expect(try Client(redacted.inspector()).send("/state?at=1").body.contains("redactingState"))
    }
}
