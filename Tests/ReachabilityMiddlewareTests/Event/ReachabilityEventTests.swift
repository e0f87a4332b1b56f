// SPDX-License-Identifier: MIT

import Foundation
import ReachabilityMiddleware
import Testing

@Suite struct ReachabilityEventTests {
    @Test(arguments: ReachabilityEvent.allCases)
    func eachEventHasOnlyItsOwnProperty(event: ReachabilityEvent) {
        let names = properties.filter { $0.value(event) != nil }.map(\.name)
        #expect(names == ["\(event)"])
    }

    @Test func everyEventHasAProperty() {
        #expect(properties.map(\.name) == ReachabilityEvent.allCases.map { "\($0)" })
    }

    @Test func propertiesCanBeReadByKeyPathThroughAnOptional() {
        let start: @Sendable (App) -> Void? = \.reachability?.startMonitoring
        #expect(start(App(reachability: .startMonitoring)) != nil)
        #expect(start(App(reachability: .stopMonitoring)) == nil)
        #expect(start(App(reachability: nil)) == nil)
    }

    @Test(arguments: ReachabilityEvent.allCases)
    func eventsCanBeEncodedAndDecoded(event: ReachabilityEvent) throws {
        let data = try JSONEncoder().encode(event)
        #expect(try JSONDecoder().decode(ReachabilityEvent.self, from: data) == event)
    }

    private struct App {
        var reachability: ReachabilityEvent?
    }

    private var properties: [(name: String, value: (ReachabilityEvent) -> Void?)] {
        [
            ("startMonitoring", { $0.startMonitoring }),
            ("stopMonitoring", { $0.stopMonitoring }),
            ("connectedToWifi", { $0.connectedToWifi }),
            ("connectedToWired", { $0.connectedToWired }),
            ("connectedToCellular", { $0.connectedToCellular }),
            ("gotOffline", { $0.gotOffline }),
            ("becameExpensive", { $0.becameExpensive }),
            ("becameCheap", { $0.becameCheap }),
            ("becameConstrained", { $0.becameConstrained }),
            ("becameUnconstrained", { $0.becameUnconstrained }),
        ]
    }
}
