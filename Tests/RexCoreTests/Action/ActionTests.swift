// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

private final class Story: ActionSource.Derivation {
    let past: ActionSource.Past
    let line: String

    init(from source: ActionSource, _ line: String) {
        past = source.past
        self.line = line
    }
}

@Suite struct ActionTests {
    private let source = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button")

    @Test func hereIsThePlaceOfTheCall() {
        let line: UInt = #line + 1
        let here = ActionSource.here(info: "why")
        #expect(here.file == "RexCoreTests/ActionTests.swift")
        #expect(here.function == "hereIsThePlaceOfTheCall()")
        #expect(here.line == line)
        #expect(here.info == "why")
        #expect(ActionSource.here().info == nil)
    }

    @Test func sourcesAreEqualIfPlaceAndTextAre() {
        let lazy = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: nil)
        let told = ActionSource(Story(from: lazy, "by button"))
        #expect(told == source)
        #expect(told.hashValue == source.hashValue)
        #expect(lazy != source)
        #expect(ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 8, info: "by button") != source)
    }

    @Test func actionsAndSourcesSurviveCoding() throws {
        let original = DispatchedAction(ElementIDAction(id: 3, action: "open"), dispatcher: source)
        let told = ActionSource(Story(from: original.dispatcher, "then by a bridge"))
        for action in [original, DispatchedAction(original.action, dispatcher: told)] {
            let data = try JSONEncoder().encode(action)
            let decoded = try JSONDecoder().decode(DispatchedAction<ElementIDAction<Int, String>>.self, from: data)
            #expect(decoded == action)
        }
        let indexed = ElementIndexAction(index: 2, action: "open")
        #expect(
            try JSONDecoder().decode(ElementIndexAction<Int, String>.self, from: JSONEncoder().encode(indexed))
                == indexed
        )
    }

    @Test func sourceWithoutInfoIsCodedWithoutIt() throws {
        let bare = ActionSource(file: "F", function: "f", line: 1, info: nil)
        let json = try #require(String(data: JSONEncoder().encode(bare), encoding: .utf8))
        #expect(!json.contains("info"))
        #expect(try JSONDecoder().decode(ActionSource.self, from: Data(json.utf8)) == bare)
    }

    @Test func mapAndCompactMapKeepTheSource() {
        let action = DispatchedAction(5, dispatcher: source)
        #expect(action.map { "\($0)" } == DispatchedAction("5", dispatcher: source))
        #expect(action.compactMap { $0 > 4 ? "big" : nil } == DispatchedAction("big", dispatcher: source))
        #expect(action.compactMap { $0 > 5 ? "big" : nil } == nil)
    }

    @Test func contramapChangesTheActionAndKeepsItsSource() {
        let seen = Recorder<DispatchedAction<String>>()
        let handler = AnyActionHandler(seen.record).contramap { (number: Int) in "\(number)" }.eraseToAnyActionHandler()
        handler.dispatch(5, from: source)
        #expect(seen.events == [DispatchedAction("5", dispatcher: source)])
    }

    @Test func handlerThatIsAskedBeforePassingOnAsksForEachActionAndKeepsWhatStandsBehindIt() {
        let events = Recorder<String>()
        let isOpen = Lock(true)
        let moments = Moments { moment, body in
            events.record("\(moment)")
            body()
        }
        let whole = AnyActionHandler<Int>(
            { events.record("\($0.action) \($0.dispatcher.line)") },
            moments: moments
        )
        let handler = whole.passing(Admission { isOpen.withLock { $0 } })

        handler.dispatch(1, from: source)
        isOpen.withLock { $0 = false }
        handler.dispatch(2, from: source)
        handler.afterPending { events.record("told") }
        isOpen.withLock { $0 = true }
        handler.dispatch(3, from: source)

        #expect(events.events == ["1 7", "idle", "told", "3 7"])
    }

    @Test func handlersOfYourOwnCanBeErased() {
        struct Log: ActionHandler, Sendable {
            let seen = Recorder<Int>()
            func dispatch(_ dispatchedAction: DispatchedAction<Int>) { seen.record(dispatchedAction.action) }
        }
        let log = Log()
        log.eraseToAnyActionHandler().dispatch(1)
        log.contramap { (text: String) in text.count }.dispatch("ab")
        AnyActionHandler(log).dispatch(3)
        #expect(log.seen.events == [1, 2, 3])
    }
}
