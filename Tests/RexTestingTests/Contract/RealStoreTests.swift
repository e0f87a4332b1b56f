// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// Compares random programs in a real store and in a test store.
@Suite struct RealStoreTests {
    private enum Step {
        case send(Act)
        case yield
        case call
    }

    /// The steps of the run with each number.
    ///
    /// A run may send actions that start runs with higher numbers.
    private struct Program {
        private static let numbers = 6
        private let steps: [[Step]]
        private let policies: [EffectPolicy<Int>]

        /// A program has only one order if its runs start other runs with their last steps only.
        init(_ random: inout SeededGenerator, hasOneOrder: Bool) {
            let all: [EffectPolicy<Int>] = [.each, .latest, .first, .queued]
            policies = (0..<3).map { _ in all[Int.random(in: 0..<4, using: &random)] }
            steps = (0..<Self.numbers).map { number in
                var steps = (0..<Int.random(in: 1...(hasOneOrder ? 3 : hasFewRounds ? 1 : 2), using: &random)).map {
                    _ in Self.step(number, &random)
                }
                let next = number + Int.random(in: 1...2, using: &random)
                if hasOneOrder, next < Self.numbers, Bool.random(using: &random) { steps.append(.send(.go(next))) }
                return steps
            }
        }

        private static func step(_ number: Int, _ random: inout SeededGenerator) -> Step {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: .send(.done(number))
            case 1: .send(.set(number))
            case 2: .yield
            default: .call
            }
        }

        func middleware(_ called: Called) -> sending Acting {
            var effects = Acting()
            for rule in 0..<3 {
                effects = effects.on(
                    { act in act.go.flatMap { $0 % 3 == rule ? $0 : nil } },
                    policies[rule]
                ) { [steps] number, effect in
                    for step in steps[number] {
                        switch step {
                        case .send(let act):
                            effect.send(act)
                            // In a test store, nothing comes between two actions that a run sends without waiting.
                            await Task.yield()
                        case .yield: await Task.yield()
                        case .call:
                            effect.send(.failed(await called.add()))
                            await Task.yield()
                        }
                    }
                }
            }
            return effects
        }
    }

    private actor Called {
        private var count = 0

        func add() -> Int {
            count += 1
            return count
        }
    }

    private struct Result: Equatable {
        var acts: [Act]
        var state: Facts
    }

    // The tasks of real stores need the threads of the pool, so the test waits for them on a thread of its own.

    @Test func programsWithOneOrderTakeTheSameSteps() async {
        await awaitThreads(1) { _ in Self.expectTheSameOfProgramsWithOneOrder() }
    }

    private static func expectTheSameOfProgramsWithOneOrder() {
        for seed in 0..<(hasFewRounds ? 100 : 300) as Range<UInt64> {
            func results(_ world: CorpusWorld) -> [Result] {
                var random = SeededGenerator(seed: seed)
                let program = Program(&random, hasOneOrder: true)
                let app = CorpusApp(program.middleware(Called()), in: world)
                return (0..<3).map { _ in
                    app.send(.go(Int.random(in: 0...2, using: &random)))
                    app.run()
                    return Result(acts: app.acts, state: app.state)
                }
            }
            let real = results(.real(tasks: Lock(0)))
            #expect(results(.test(TestWorld())) == real, "seed \(seed)")
        }
    }

    /// Concurrent runs have many orders.
    ///
    /// The exploration must find each order that the real store has taken.
    @Test func explorationFindsAllResultsOfARealStore() async {
        await awaitThreads(1) { _ in Self.expectExploringToShowWhatRealStoresShow() }
    }

    private static func expectExploringToShowWhatRealStoresShow() {
        var counted = 0
        for seed in 0..<(hasFewRounds ? 10 : 20) as Range<UInt64> {
            func result(_ world: CorpusWorld) -> Result {
                var random = SeededGenerator(seed: seed)
                let app = CorpusApp(Program(&random, hasOneOrder: false).middleware(Called()), in: world)
                for number in 0...1 { app.send(.go(number)) }
                app.run()
                return Result(acts: app.acts, state: app.state)
            }
            var explored: Set<String> = []
            let orders = exploreSchedules(hasFewRounds ? 1_000 : 4_000) { schedule in
                explored.insert("\(result(.test(TestWorld(schedule: schedule))))")
            }
            guard orders.areAll else { continue }
            counted += 1
            for _ in 0..<30 {
                let real = result(.real(tasks: Lock(0)))
                #expect(explored.contains("\(real)"), "seed \(seed), of \(orders): \(real.acts)")
            }
        }
        #expect(counted >= 2)
    }
}
