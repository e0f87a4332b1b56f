// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@testable import RexTesting

@Suite struct ExplorationWhiteBoxTests {
    /// What waits in a store is one step, however much it is.
    @Test(arguments: 1...5 as ClosedRange<UInt64>) func choicesDoNotGrowWithWhatWaits(seed: UInt64) {
        let exploration = Exploration(.seed(seed), lateness: .zero)
        let test = CorpusApp(
            Acting().on(\.go) { count, effect in for value in 0..<count { effect.send(.set(value)) } },
            in: .test(TestWorld(schedule: Schedule(exploration: exploration)))
        )
        test.send(.go(100))
        test.run()
        #expect(test.acts.count == 101)
        #expect((exploration.choices.map(\.count).max() ?? 0) <= 3)
        #expect(exploration.choices.count <= 500)
    }
}
