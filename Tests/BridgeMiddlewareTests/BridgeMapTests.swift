// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import Testing

@Suite struct BridgeMapTests {
    private enum Event: Sendable { case asked, answered }

    @Test func eachBridgeHasItsPlaceAndWhatItReads() {
        let bridges = BridgeMiddleware<Event, Event, Int>()
            .bridge({ _ in .answered }, file: "App/Rules.swift", line: 3)
            .bridge({ _ in .answered }, when: { $0() > 0 }, file: "App/Rules.swift", line: 4)
            .bridgeWithState({ _, _ in .answered }, file: "App/Rules.swift", line: 5)
        let map = Feature<Event, Int, Void>(middleware: bridges).map(())
        let expected = """
            Int
              Bridge at Rules.swift:3, a function of the action
              Bridge at Rules.swift:4, a function of the action and the state
              Bridge at Rules.swift:5, a function of the action and the state
            """
        #expect("\(map)" == expected)
        #expect(map.children.map(\.step.kind) == ["bridge", "bridge", "bridge"])
        #expect(map.children.map(\.step.file) == Array(repeating: "App/Rules.swift", count: 3))
        #expect(map.children.map(\.step.line) == [3, 4, 5])
    }
}
