// SPDX-License-Identifier: MIT

import Foundation
import GatedMiddleware
import Testing

@Suite struct GateStateTests {
    @Test func gateStatesAreEncodedByName() throws {
        let states = [GateState.active, .bypass]
        let json = try JSONEncoder().encode(states)
        #expect(String(data: json, encoding: .utf8) == #"["active","bypass"]"#)
        #expect(try JSONDecoder().decode([GateState].self, from: json) == states)
    }
}
