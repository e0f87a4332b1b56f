// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A store may be created on a thread with little stack.
///
/// Debug builds need the most.
@Suite struct StackTests {
    @Test func creatingAStoreTakesLittleStack() {
        func most(for size: Int) -> Int { 64 << 10 + 6 * size }
        // Otherwise the threads below would make them.
        let (nested, feature, flat) = (nestedState, nested12, flatState)
        let used = stackUse { _ = Store(initialState: nested, feature: feature, dependencies: ()) }
        #expect(used <= most(for: MemoryLayout<Nested12>.size))
        let usedByFlat = stackUse {
            _ = Store(initialState: flat, reducer: Reducer<Int, NinetySixKilobytes>.identity)
        }
        #expect(usedByFlat <= most(for: MemoryLayout<NinetySixKilobytes>.size))
    }
}
