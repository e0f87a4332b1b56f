// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private struct Outer: Sendable, Equatable {
    var list: [Int]?
    var other: [Int] = []
}

private struct Outermost: Sendable, Equatable { var outer: Outer }

/// A case path for the multiples of a number.
private func multiples(of divisor: Int) -> CasePath<Int, Int> {
    CasePath(extract: { $0.isMultiple(of: divisor) ? $0 / divisor : nil }, embed: { $0 * divisor })
}

/// Returns a random feature.
///
/// Features of different seeds don't commute.
private func randomFeature(
    notes: Recorder<String>,
    using generator: inout SeededGenerator
) -> Feature<Int, [Int], Void> {
    let (reducer, seed) = (randomReducer(using: &generator), generator.next())
    return Feature(reducer) <> Feature(middleware: random(notes, seed))
}

private func random(_ notes: Recorder<String>, _ seed: UInt64) -> AnyMiddleware<Int, Int, [Int]> {
    var generator = SeededGenerator(seed: seed)
    return randomMiddleware(notes: notes, using: &generator)
}

@Suite struct FeatureLawTests {
    private typealias Local = Feature<Int, [Int], Void>

    /// Returns the states and sent actions of three random features joined by `compose`.
    private func events<State: Sendable>(
        _ seed: UInt64,
        _ state: State,
        _ compose: (Local, Local, Local) -> Feature<Int, State, Void>
    ) -> [String] {
        var generator = SeededGenerator(seed: seed)
        let notes = Recorder<String>()
        let a = randomFeature(notes: notes, using: &generator)
        let b = randomFeature(notes: notes, using: &generator)
        let c = randomFeature(notes: notes, using: &generator)
        let feature = compose(a, b, c)
        let middleware = feature.middleware(())
        var state = state
        let output = AnyActionHandler<Int> { notes.record("sent \($0.action)") }
        for action in [6, 7, 12, 60] {
            let (before, io) = (state, Lock(state))
            let handled = middleware.handle(action: action, from: .here(), state: { io.withLock { $0 } })
            feature.reducer.reduce(action, &state)
            let after = state
            io.withLock { $0 = after }
            handled.run(output)
            notes.record("\(before) \(after)")
        }
        return notes.events
    }

    @Test(arguments: 0..<UInt64(sampleCount))
    func featuresFormAMonoid(seed: UInt64) {
        let plain = events(seed, [1, 2]) { a, b, c in (a <> b) <> c }
        #expect(plain == events(seed, [1, 2]) { a, b, c in a <> (b <> c) })
        #expect(plain == events(seed, [1, 2]) { a, b, c in Local.identity <> a <> b <> c })
        #expect(plain == events(seed, [1, 2]) { a, b, c in a <> b <> c <> Local.identity })
        #expect(plain == events(seed, [1, 2]) { a, b, c in mconcat([a, b, c]) })
    }

    @Test(arguments: 0..<UInt64(sampleCount))
    func liftOfAFeatureIsTheLiftOfItsParts(seed: UInt64) {
        let states = [Outer(list: [1, 2]), Outer(list: nil)]
        for state in states {
            let lift: (Local) -> Feature<Int, Outer, Void> = { $0.lift(.case(multiples(of: 2), optional: \.list)) }
            #expect(
                events(seed, state) { a, b, _ in lift(a <> b) }
                    == events(seed, state) { a, b, _ in lift(a) <> lift(b) }
            )
            #expect(events(seed, state) { _, _, _ in lift(.identity) } == events(seed, state) { _, _, _ in .identity })
        }
        let total: (Local) -> Feature<Int, Outer, Void> = { $0.lift(case: multiples(of: 2), state: \.other) }
        #expect(
            events(seed, Outer(other: [3])) { a, b, _ in total(a <> b) }
                == events(seed, Outer(other: [3])) { a, b, _ in total(a) <> total(b) }
        )
        #expect(
            events(seed, [4]) { a, _, _ in a.lift(case: multiples(of: 1), state: \.self) }
                == events(seed, [4]) { a, _, _ in a }
        )
    }

    @Test(arguments: 0..<UInt64(sampleCount))
    func liftingTwiceIsLiftingOnceThroughTheAppendedPaths(seed: UInt64) {
        let path = multiples(of: 2).appending(path: multiples(of: 3))
        for list in [[1, 2], nil] {
            let state = Outermost(outer: Outer(list: list))
            #expect(
                events(seed, state) { a, _, _ in
                    a.lift(.case(multiples(of: 3), optional: \Outer.list))
                        .lift(case: multiples(of: 2), state: \Outermost.outer)
                } == events(seed, state) { a, _, _ in a.lift(.case(path, optional: \Outermost.outer.list)) }
            )
        }
        let state = Outermost(outer: Outer(other: [1, 2]))
        #expect(
            events(seed, state) { a, _, _ in
                a.lift(case: multiples(of: 3), state: \Outer.other).lift(
                    case: multiples(of: 2),
                    state: \Outermost.outer
                )
            } == events(seed, state) { a, _, _ in a.lift(case: path, state: \Outermost.outer.other) }
        )
    }

    @Test func generatorsDoNotCommute() {
        let different = (0..<UInt64(sampleCount)).filter { seed in
            events(seed, [1, 2]) { a, b, _ in a <> b } != events(seed, [1, 2]) { a, b, _ in b <> a }
        }
        #expect(different.count > sampleCount / 4)
    }
}
