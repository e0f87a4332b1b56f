// SPDX-License-Identifier: MIT

import Foundation
import ReachabilityMiddleware
import RexCore
import Testing

@Suite struct ReachabilityReducerTests {
    @Test func initialStateIsUnknownExpensiveAndConstrained() throws {
        let state = ReachabilityState.initial
        #expect(!state.isMonitoring)
        #expect(state.connectivity == .unknown)
        #expect(state.isExpensive)
        #expect(state.isConstrained)
    }

    @Test func rawValuesOfInterfacesAreTheirNames() {
        let names = ConnectedInterface.allCases.map(\.rawValue)
        #expect(names == ["unknown", "cellular", "wifi", "wired", "offline"])
    }

    @Test(arguments: ReachabilityState.all)
    func eachEventChangesOnlyItsOwnField(state: ReachabilityState) {
        let monitoring = state.with(\.isMonitoring, true)
        #expect(reduced(state, .startMonitoring) == monitoring)
        #expect(reduced(state, .stopMonitoring) == .initial)
        #expect(reduced(state, .connectedToWifi) == state.with(\.connectivity, .wifi))
        #expect(reduced(state, .connectedToWired) == state.with(\.connectivity, .wired))
        #expect(reduced(state, .connectedToCellular) == state.with(\.connectivity, .cellular))
        #expect(reduced(state, .gotOffline) == state.with(\.connectivity, .offline))
        #expect(reduced(state, .becameExpensive) == state.with(\.isExpensive, true))
        #expect(reduced(state, .becameCheap) == state.with(\.isExpensive, false))
        #expect(reduced(state, .becameConstrained) == state.with(\.isConstrained, true))
        #expect(reduced(state, .becameUnconstrained) == state.with(\.isConstrained, false))
    }

    @Test(arguments: ReachabilityState.all)
    func statesCanBeEncodedAndDecoded(state: ReachabilityState) throws {
        let data = try JSONEncoder().encode(state)
        #expect(try JSONDecoder().decode(ReachabilityState.self, from: data) == state)
    }

    private func reduced(_ state: ReachabilityState, _ event: ReachabilityEvent) -> ReachabilityState {
        var state = state
        Reducer.reachability.reduce(event, &state)
        return state
    }
}

extension ReachabilityState {
    static var all: [ReachabilityState] {
        ConnectedInterface.allCases.flatMap { connectivity in
            (0..<8).map { bits in
                ReachabilityState(
                    isMonitoring: bits & 1 != 0,
                    connectivity: connectivity,
                    isExpensive: bits & 2 != 0,
                    isConstrained: bits & 4 != 0
                )
            }
        }
    }

    func with<Value>(_ field: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var state = self
        state[keyPath: field] = value
        return state
    }
}
