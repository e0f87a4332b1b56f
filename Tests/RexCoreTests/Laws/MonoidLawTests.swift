// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct MonoidLawTests {
    @Test func reducersFormAMonoid() {
        forAllSamples { generator in
            let (a, b, c) = (
                randomReducer(using: &generator), randomReducer(using: &generator), randomReducer(using: &generator)
            )
            let actions = (0..<3).map { _ in Int.random(in: 0...9, using: &generator) }
            func result(_ reducer: Reducer<Int, [Int]>) -> [Int] {
                actions.reduce(into: [1, 2]) { list, action in reducer.reduce(action, &list) }
            }
            #expect(result((a <> b) <> c) == result(a <> (b <> c)), "seed \(generator.seed)")
            #expect(result(a <> Reducer.identity) == result(a), "seed \(generator.seed)")
            #expect(result(Reducer.identity <> a) == result(a), "seed \(generator.seed)")
            #expect(result(mconcat([a, b, c])) == result(a <> b <> c), "seed \(generator.seed)")
        }
    }

    @Test func iosFormAMonoid() {
        forAllSamples { generator in
            let (a, b, c) = (randomIO(using: &generator), randomIO(using: &generator), randomIO(using: &generator))
            #expect(sent(by: (a <> b) <> c) == sent(by: a <> (b <> c)), "seed \(generator.seed)")
            #expect(sent(by: a <> IO.identity) == sent(by: a), "seed \(generator.seed)")
            #expect(sent(by: IO.identity <> a) == sent(by: a), "seed \(generator.seed)")
            #expect(sent(by: a <> b) == sent(by: a) + sent(by: b), "seed \(generator.seed)")
            #expect(sent(by: mconcat([a, b, c])) == sent(by: a <> b <> c), "seed \(generator.seed)")
        }
    }

    @Test func composedMiddlewaresFormAMonoid() {
        /// Returns the events of two actions with three random middlewares joined by `compose`.
        func events(
            _ seed: UInt64,
            _ compose: (
                AnyMiddleware<Int, Int, [Int]>, AnyMiddleware<Int, Int, [Int]>, AnyMiddleware<Int, Int, [Int]>
            ) -> ComposedMiddleware<Int, Int, [Int]>
        ) -> [String] {
            var generator = SeededGenerator(seed: seed)
            let notes = Recorder<String>()
            let composed = compose(
                randomMiddleware(notes: notes, using: &generator),
                randomMiddleware(notes: notes, using: &generator),
                randomMiddleware(notes: notes, using: &generator)
            )
            let output = AnyActionHandler<Int> { notes.record("sent \($0.action)") }
            composed.receiveContext(getState: { [7] }, output: output)
            for action in 1...2 {
                composed.handle(action: action, from: .here(), state: { [action] }).run(output)
            }
            return notes.events
        }
        for seed in 0..<UInt64(sampleCount) {
            let left = events(seed) { a, b, c in (a <> b) <> c }
            #expect(left == events(seed) { a, b, c in a <> (b <> c) }, "seed \(seed)")
            #expect(left == events(seed) { a, b, c in a <> b <> c <> IdentityMiddleware() }, "seed \(seed)")
            #expect(left == events(seed) { a, b, c in IdentityMiddleware() <> a <> b <> c }, "seed \(seed)")
            #expect(
                left == events(seed) { a, b, c in mconcat([a.composition, b.composition, c.composition]) },
                "seed \(seed)"
            )
        }
    }

    @Test func generatorsDoNotCommute() {
        var differences = (reducers: 0, ios: 0)
        forAllSamples { generator in
            let (a, b) = (randomReducer(using: &generator), randomReducer(using: &generator))
            var (left, right) = ([1, 2], [1, 2])
            (a <> b).reduce(3, &left)
            (b <> a).reduce(3, &right)
            if left != right { differences.reducers += 1 }
            let (c, d) = (randomIO(using: &generator), randomIO(using: &generator))
            if sent(by: c <> d) != sent(by: d <> c) { differences.ios += 1 }
        }
        #expect(differences.reducers > sampleCount / 4)
        #expect(differences.ios > sampleCount / 4)
    }
}
