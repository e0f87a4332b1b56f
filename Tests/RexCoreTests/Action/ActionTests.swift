// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

private struct Comment: ActionDerivation {
    let text: String
    var step: ActionSource.Step { .here(kind: "comment", text: text) }
}

/// Throws for each value to encode.
private struct RefusingEncoder: Encoder {
    struct Refusal: Error {}

    private struct Values<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let codingPath: [any CodingKey] = []

        func encodeNil(forKey key: Key) throws { throw Refusal() }
        func encode(_ value: some Encodable, forKey key: Key) throws { throw Refusal() }
        func superEncoder() -> any Encoder { RefusingEncoder() }
        func superEncoder(forKey key: Key) -> any Encoder { RefusingEncoder() }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            fatalError("No list is written.")
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            KeyedEncodingContainer(Values<Nested>())
        }
    }

    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Values<Key>())
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("No list is written.") }
    func singleValueContainer() -> any SingleValueEncodingContainer { fatalError("No single value is written.") }
}

@Suite struct ActionTests {
    private let source = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button")

    @Test func hereReturnsTheLocationOfTheCall() {
        let line: UInt = #line + 1
        let here = ActionSource.here(info: "why")
        #expect(here.file == "RexCoreTests/ActionTests.swift")
        #expect(here.function == "hereReturnsTheLocationOfTheCall()")
        #expect(here.line == line)
        #expect(here.info == "why")
        #expect(ActionSource.here().info == nil)
    }

    @Test func sourcesWithEqualLocationsAndTextsAreEqual() {
        let lazy = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: nil)
        let derived = lazy.derived(by: Comment(text: "by button"))
        #expect(derived == source)
        #expect(derived.hashValue == source.hashValue)
        #expect(lazy != source)
        #expect(ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 8, info: "by button") != source)
    }

    @Test func actionsAndSourcesSurviveCoding() throws {
        let original = DispatchedAction(ElementIDAction(id: 3, action: "open"), dispatcher: source)
        let derived = original.dispatcher.derived(by: Comment(text: "then by a bridge"))
        for action in [original, DispatchedAction(original.action, dispatcher: derived)] {
            let data = try JSONEncoder().encode(action)
            let decoded = try JSONDecoder().decode(DispatchedAction<ElementIDAction<Int, String>>.self, from: data)
            #expect(decoded == action)
        }
    }

    @Test func sourceWithoutInfoIsCodedWithoutIt() throws {
        let bare = ActionSource(file: "F", function: "f", line: 1, info: nil)
        let json = try #require(String(data: JSONEncoder().encode(bare), encoding: .utf8))
        #expect(!json.contains("info"))
        #expect(try JSONDecoder().decode(ActionSource.self, from: Data(json.utf8)) == bare)
    }

    @Test func encoderErrorIsRethrown() {
        #expect(throws: RefusingEncoder.Refusal.self) { try source.encode(to: RefusingEncoder()) }
    }

    @Test func mapAndCompactMapKeepTheSource() {
        let action = DispatchedAction(5, dispatcher: source)
        #expect(action.map { "\($0)" } == DispatchedAction("5", dispatcher: source))
        #expect(action.compactMap { $0 > 4 ? "big" : nil } == DispatchedAction("big", dispatcher: source))
        #expect(action.compactMap { $0 > 5 ? "big" : nil } == nil)
    }

    @Test func mapAndCompactMapRethrowErrorsOfTheirTransform() {
        struct Refusal: Error {}
        let action = DispatchedAction(5, dispatcher: source)
        #expect(throws: Refusal.self) { try action.map { _ -> Int in throw Refusal() } }
        #expect(throws: Refusal.self) { try action.compactMap { _ -> Int? in throw Refusal() } }
    }

    @Test func contramapChangesTheActionAndKeepsItsSource() {
        let seen = Recorder<DispatchedAction<String>>()
        let handler = AnyActionHandler(seen.record).contramap { (number: Int) in "\(number)" }.eraseToAnyActionHandler()
        handler.dispatch(5, from: source)
        #expect(seen.events == [DispatchedAction("5", dispatcher: source)])
    }

    @Test func filterIsCalledForEachActionWhenItIsSent() {
        let events = Recorder<String>()
        let isOpen = Lock(true)
        let handler = AnyActionHandler<Int> { events.record("\($0.action) \($0.dispatcher.line)") }
            .filter {
                events.record("read")
                return isOpen.withLock { $0 }
            }
        handler.dispatch(1, from: source)
        isOpen.withLock { $0 = false }
        handler.dispatch(2, from: source)
        isOpen.withLock { $0 = true }
        handler.contramap { (text: String) in text.count }.dispatch("abc", from: source)
        #expect(events.events == ["read", "1 7", "read", "read", "3 7"])
    }

    @Test func filterOfAFilterCallsTheOuterOneFirst() {
        let events = Recorder<String>()
        let isOpen = Lock(true)
        let handler = AnyActionHandler<Int> { events.record("\($0.action)") }
            .filter {
                events.record("inner")
                return isOpen.withLock { $0 }
            }
            .filter {
                events.record("outer")
                return true
            }
        handler.dispatch(1, from: source)
        isOpen.withLock { $0 = false }
        handler.dispatch(2, from: source)
        #expect(events.events == ["outer", "inner", "1", "outer", "inner"])
    }

    @Test func handlerWithoutAStoreIsIdle() {
        let events = Recorder<String>()
        let handler = AnyActionHandler<Int> { _ in }
        handler.onIdle { events.record("idle") }
        handler.filter { true }.onEnd { events.record("end") }
        #expect(events.events == ["idle"])
    }

    @Test func customHandlersCanBeErased() {
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
