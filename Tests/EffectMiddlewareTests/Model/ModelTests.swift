// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@Suite struct ModelTests {
    /// In quarters, which run at once.
    @Test(arguments: 0..<4) func randomProgramsDoWhatTheModelDoes(quarter: Int) {
        #if THREAD_SANITIZER || ADDRESS_SANITIZER
        let count = 1_000 / 4
        #elseif DEBUG
        let count = 10_000 / 4
        #else
        let count = 100_000 / 4
        #endif
        let effects = RealEffects()
        var said = 0
        for seed in UInt64(quarter * count)..<UInt64((quarter + 1) * count) {
            let program = Program(seed: seed)
            let wanted = ModelEffects().log(of: program)
            let log = effects.log(of: program)
            said += log.count
            guard log != wanted else { continue }
            let first = zip(log + [""], wanted + [""]).enumerated().first { $0.element.0 != $0.element.1 }
            Issue.record(
                "seed \(seed): differs at \(first.map { "\($0)" } ?? ""):\n\(program)\n\(log)\nwanted:\n\(wanted)"
            )
            break
        }
        #expect(said > count)
    }
}
