// SPDX-License-Identifier: MIT

import RexCore
import RexTesting
import RexTestSupport
import Testing

@Suite struct StackTests {
    @Test func creatingATestStoreTakesLittleStack() {
        func most(for size: Int) -> Int { 128 << 10 + 6 * size }
        // Otherwise the threads below would make them.
        let (nested, feature, flat) = (nestedState, nested12, flatState)
        let used = stackUse {
            TestStore(initialState: nested, feature: feature, dependencies: ()).finish()
        }
        #expect(used <= most(for: MemoryLayout<Nested12>.size))
        let usedByFlat = stackUse {
            TestStore(
                initialState: flat,
                reducer: Reducer<Int, NinetySixKilobytes>.identity,
                middleware: IdentityMiddleware()
            ).finish()
        }
        #expect(usedByFlat <= most(for: MemoryLayout<NinetySixKilobytes>.size))
    }
}
