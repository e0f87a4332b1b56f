// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Returns a random function from an action to an `IO`.
///
/// These functions don't commute.
private func randomArrow(using generator: inout SeededGenerator) -> @Sendable (DispatchedAction<Int>) -> IO<Int> {
    let operand = Int.random(in: 2...9, using: &generator)
    switch Int.random(in: 0...2, using: &generator) {
    case 0: return { _ in .pure() }
    case 1: return { action in IO { $0.dispatch(action.map { $0 * operand }) } }
    default:
        return { action in
            IO { output in
                output.dispatch(action.map { $0 + operand })
                output.dispatch(action.action - operand, file: "G", function: "g", line: UInt(operand))
            }
        }
    }
}

@Suite struct IOLawTests {
    @Test func mapIsAFunctor() {
        forAllSamples { generator in
            let io = randomIO(using: &generator)
            let (factor, summand) = (Int.random(in: 2...9, using: &generator), Int.random(in: 1...9, using: &generator))
            let (f, g): (@Sendable (Int) -> Int, @Sendable (Int) -> String) = ({ $0 * factor }, { "\($0 + summand)" })
            #expect(sent(by: io.map { $0 }) == sent(by: io), "seed \(generator.seed)")
            #expect(sent(by: io.map(f).map(g)) == sent(by: io.map { g(f($0)) }), "seed \(generator.seed)")
        }
    }

    @Test func flatMapIsAMonad() {
        let unit: @Sendable (DispatchedAction<Int>) -> IO<Int> = { action in IO { $0.dispatch(action) } }
        forAllSamples { generator in
            let io = randomIO(using: &generator)
            let (f, g) = (randomArrow(using: &generator), randomArrow(using: &generator))
            let action = DispatchedAction(3, file: "H", function: "h", line: 1)
            #expect(sent(by: unit(action).flatMap(f)) == sent(by: f(action)), "seed \(generator.seed)")
            #expect(sent(by: io.flatMap(unit)) == sent(by: io), "seed \(generator.seed)")
            #expect(
                sent(by: io.flatMap(f).flatMap(g)) == sent(by: io.flatMap { f($0).flatMap(g) }),
                "seed \(generator.seed)"
            )
        }
    }

    @Test func mapAndFlatMapDistributeOverComposition() {
        forAllSamples { generator in
            let (a, b) = (randomIO(using: &generator), randomIO(using: &generator))
            let f = randomArrow(using: &generator)
            #expect(sent(by: (a <> b).map { $0 + 1 }) == sent(by: a.map { $0 + 1 } <> b.map { $0 + 1 }))
            #expect(sent(by: (a <> b).flatMap(f)) == sent(by: a.flatMap(f) <> b.flatMap(f)))
        }
    }
}
