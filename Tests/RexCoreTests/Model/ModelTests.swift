// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct ModelTests {
    @Test func storeBehavesLikeItsModel() {
        for seed in 0..<UInt64(fullInRelease(10_000)) {
            let program = Program(seed: seed)
            let expected = ModelStore.notes(of: program)
            #expect(RealStore.run(program).notes == expected, "seed \(seed)")
        }
    }

    @Test func storeDroppedAtAnyStepFinishesOnlyTheCurrentAction() {
        for seed in 0..<UInt64(hasFewRounds ? 20 : 1_000) {
            let program = Program(seed: seed, observing: false)
            let steps = ModelStore.notes(of: program).filter { !$0.hasPrefix("reduce") }.count
            // The program can drop the store at each step after its creation and its first observation.
            let first = firstStepOfExternalActions(program)
            for step in first..<max(first, steps) {
                let (notes, isGone) = RealStore.run(program, dropAfter: step + 1)
                #expect(notes == ModelStore.notes(of: program, dropAfter: step + 1), "seed \(seed), step \(step)")
                #expect(isGone, "seed \(seed), step \(step)")
            }
        }
    }

    @Test func actionsOfSeveralThreadsAreProcessedOneAtATimeAndInOrder() {
        for seed in 0..<UInt64(fullInRelease(2_000)) {
            let store = Store(initialState: [], reducer: listing, middleware: Negating())
            var generator = SeededGenerator(seed: seed)
            let lists = (0..<4).map { thread in
                (0..<Int.random(in: 0..<20, using: &generator)).map { 1000 * (thread + 1) + 2 * $0 + 1 }
            }
            onThreads(4) { thread in for action in lists[thread] { store.dispatch(action) } }
            for (thread, list) in lists.enumerated() {
                #expect(store.state.filter { $0 / 1000 == thread + 1 } == list, "seed \(seed)")
                #expect(store.state.filter { $0 / 1000 == -(thread + 1) } == list.map { -$0 }, "seed \(seed)")
            }
        }
    }

    private func firstStepOfExternalActions(_ program: Program) -> Int {
        var quiet = program
        quiet.external = []
        return ModelStore.notes(of: quiet).filter { !$0.hasPrefix("reduce") }.count
    }
}

/// Answers each positive number with its negative.
private struct Negating: MiddlewareProtocol {
    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<[Int]>) -> IO<Int> {
        guard action > 0 else { return .pure() }
        return IO { output in output.dispatch(-action, from: dispatcher) }
    }
}
