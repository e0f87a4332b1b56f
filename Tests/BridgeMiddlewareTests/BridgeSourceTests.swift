// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import RexTestSupport
import Testing

/// Records the source of each action.
private struct SourceRecorder: MiddlewareProtocol {
    let sources = Recorder<ActionSource>()

    func handle(
        action: AppAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        sources.record(dispatcher)
        return .pure()
    }
}

/// An action that counts how often its description is read.
private struct Described: Sendable, CustomStringConvertible {
    let name: String
    let count: Recorder<String>

    var description: String {
        count.record(name)
        return name
    }
}

extension BridgeMiddleware where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    fileprivate static let stopping: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.reachability(.stopMonitoring))
}

@Suite struct BridgeSourceTests {
    private let origin = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: nil)

    private func sources(of action: AppAction, from origin: ActionSource, by bridges: Bridges) -> [ActionSource] {
        let recorder = SourceRecorder()
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer { _ in },
            middleware: bridges <> recorder
        )
        store.dispatch(action, from: origin)
        return recorder.sources.events
    }

    @Test func infoNamesActionFileFunctionAndLineOfTheBridge() {
        let line: UInt = #line + 1
        let bridges = Bridges().bridge(\AppAction.lifecycle --> AppAction.count)
        let derived = sources(of: .lifecycle(.didBecomeActive), from: origin, by: bridges).last
        #expect(
            derived?.info == """
                Bridged from lifecycle(BridgeMiddlewareTests.LifecycleAction.didBecomeActive) at \
                BridgeSourceTests.swift, infoNamesActionFileFunctionAndLineOfTheBridge():\(line)
                """
        )
    }

    @Test func infoOfAStaticBridgeNamesItsType() {
        let derived = sources(
            of: .lifecycle(.didEnterBackground),
            from: origin,
            by: .stopping
        ).last
        #expect(
            derived?.info == """
                Bridged from lifecycle(BridgeMiddlewareTests.LifecycleAction.didEnterBackground) at \
                BridgeSourceTests.swift, BridgeMiddleware:36
                """
        )
    }

    @Test func derivedActionKeepsFileFunctionAndLineOfItsOrigin() {
        let bridges = Bridges().bridge(\AppAction.lifecycle --> AppAction.count)
        let seen = sources(of: .lifecycle(.didBecomeActive), from: origin, by: bridges)
        #expect(seen.map(\.file) == ["Shop/Cart.swift", "Shop/Cart.swift"])
        #expect(seen.map(\.function) == ["buy()", "buy()"])
        #expect(seen.map(\.line) == [7, 7])
    }

    @Test func infoOfTheOriginStaysOnTopOfTheBridgesLine() {
        let source = ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button")
        let bridges = Bridges().bridge(
            \AppAction.count --> AppAction.typed("x"),
            file: "A/B/Far.swift",
            function: "f",
            line: 3
        )
        #expect(
            sources(of: .count, from: source, by: bridges).last?.info
                == "by button\nBridged from count at Far.swift, f:3"
        )
    }

    @Test func bridgeOfABridgeNamesBothInOrder() {
        let bridges = Bridges()
            .bridge(\AppAction.lifecycle --> AppAction.count, file: "A/One.swift", function: "one", line: 1)
            .bridge(\AppAction.count --> AppAction.typed("x"), file: "A/Two.swift", function: "two", line: 2)
        let seen = sources(of: .lifecycle(.didBecomeActive), from: origin, by: bridges)
        #expect(
            seen.map(\.info) == [
                nil,
                "Bridged from lifecycle(BridgeMiddlewareTests.LifecycleAction.didBecomeActive) at One.swift, one:1",
                """
                Bridged from lifecycle(BridgeMiddlewareTests.LifecycleAction.didBecomeActive) at One.swift, one:1
                Bridged from count at Two.swift, two:2
                """,
            ]
        )
    }

    @Test func infoIsFormattedOnlyWhenItIsRead() {
        let described = Recorder<String>()
        let sources = Recorder<ActionSource>()
        let bridges = BridgeMiddleware<Described, Described, Int>()
            .bridge { $0.name == "first" ? Described(name: "second", count: described) : nil }
        let recorder = AnyMiddleware<Described, Described, Int> { _, source, _ in
            sources.record(source)
            return .pure()
        }
        let store = Store(initialState: 0, reducer: .identity, middleware: bridges <> recorder)

        store.dispatch(Described(name: "first", count: described))
        #expect(described.events == [])

        #expect(sources.events.last?.info?.hasPrefix("Bridged from first at ") == true)
        #expect(described.events == ["first"])
    }

    private func lines(of source: ActionSource) throws -> [Substring] {
        let bridges = Bridges().bridge(\AppAction.count --> AppAction.count, when: { $0().count < 251 })
        return try #require(sources(of: .count, from: source, by: bridges).last?.info).split(separator: "\n")
    }

    @Test func atMostTheLastHundredDerivationsAreKept() throws {
        let lines = try lines(of: origin)
        #expect(lines.count == 51)
        #expect(lines.first == "(200 earlier lines left out)")
    }

    /// It is dropped with the first hundred and doesn't count as one of them.
    @Test func infoOfTheOriginStaysOnTopOfManyDerivations() throws {
        let lines = try lines(of: ActionSource(file: "Shop/Cart.swift", function: "buy()", line: 7, info: "by button"))
        #expect(lines.count == 52)
        #expect(lines.prefix(2) == ["by button", "(200 earlier lines left out)"])
    }
}
