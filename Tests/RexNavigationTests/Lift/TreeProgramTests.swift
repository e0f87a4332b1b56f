// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// The invariants of the lifts, in random programs with effects that ignore their cancellation.
@Suite struct TreeProgramTests {
    @Test func presentationsAndTheirEffectsBehaveLikeTheModel() async {
        for seed in 0..<UInt64(programCount / (hasFewRounds ? 3 : 10)) {
            var program = TreeProgram(seed: seed)
            for step in 0..<40 {
                await program.step()
                guard program.isLikeItsModel else {
                    Issue.record("seed \(seed), step \(step): \(program.difference)")
                    return
                }
            }
            await program.finish()
            guard program.isLikeItsModel else {
                Issue.record("seed \(seed), at the end: \(program.difference)")
                return
            }
        }
    }
}
