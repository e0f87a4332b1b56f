// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

private struct Inner: Sendable, Equatable { var list: [Int] }
private struct Outer: Sendable, Equatable { var inner: Inner }

/// Returns the list after two actions.
private func result<State>(
    _ reducer: Reducer<Int, State>,
    _ state: State,
    _ actions: [Int]
) -> State {
    actions.reduce(into: state) { state, action in reducer.reduce(action, &state) }
}

/// Returns the notes and sent actions of a middleware for two actions.
private func events<State: Sendable>(
    _ middleware: some MiddlewareProtocol<Int, Int, State>,
    _ notes: Recorder<String>,
    _ state: State
) -> [String] {
    let output = AnyActionHandler<Int> { notes.record("sent \($0.action)") }
    middleware.receiveContext(getState: { state }, output: output)
    for action in 1...2 { middleware.handle(action: action, from: .here(), state: { state }).run(output) }
    return notes.events
}

@Suite struct LiftLawTests {
    private func actions(_ generator: inout SeededGenerator) -> [Int] {
        (0..<3).map { _ in Int.random(in: 0...9, using: &generator) }
    }

    @Test func liftOfIdentityIsIdentity() {
        forAllSamples { generator in
            let (reducer, actions) = (randomReducer(using: &generator), actions(&generator))
            #expect(
                result(reducer.lift(action: { $0 }, state: \.self), [1, 2], actions)
                    == result(reducer, [1, 2], actions),
                "seed \(generator.seed)"
            )
            let lifted = Reducer<Int, [Int]>.identity.lift(state: \Inner.list)
            #expect(result(lifted, Inner(list: [1]), actions) == Inner(list: [1]), "seed \(generator.seed)")
        }
        for seed in 0..<UInt64(sampleCount) {
            let plain = randomEvents(seed) { middleware, notes in events(middleware, notes, [7]) }
            let lifted = randomEvents(seed) { middleware, notes in
                events(middleware.lift(inputAction: { $0 }, outputAction: { $0 }, state: { $0 }), notes, [7])
            }
            #expect(plain == lifted, "seed \(seed)")
        }
    }

    @Test func liftOfACompositionIsTheCompositionOfLifts() {
        forAllSamples { generator in
            let (a, b) = (randomReducer(using: &generator), randomReducer(using: &generator))
            let actions = actions(&generator)
            let halve: @Sendable (Int) -> Int? = { $0.isMultiple(of: 2) ? $0 / 2 : nil }
            #expect(
                result((a <> b).lift(action: halve, state: \Inner.list), Inner(list: [1, 2]), actions)
                    == result(
                        a.lift(action: halve, state: \Inner.list) <> b.lift(action: halve, state: \Inner.list),
                        Inner(list: [1, 2]),
                        actions
                    ),
                "seed \(generator.seed)"
            )
        }
        for seed in 0..<UInt64(sampleCount) {
            let together = randomEvents(seed) { a, b, notes in
                events((a <> b).lift(outputAction: { $0 + 1 }, state: \Inner.list), notes, Inner(list: [7]))
            }
            let apart = randomEvents(seed) { a, b, notes in
                events(
                    a.lift(outputAction: { $0 + 1 }, state: \Inner.list)
                        <> b.lift(outputAction: { $0 + 1 }, state: \Inner.list),
                    notes,
                    Inner(list: [7])
                )
            }
            #expect(together == apart, "seed \(seed)")
        }
    }

    @Test func liftingTwiceIsLiftingOnceThroughComposedPaths() {
        forAllSamples { generator in
            let (reducer, actions) = (randomReducer(using: &generator), actions(&generator))
            let (inner, outer): (@Sendable (Int) -> Int?, @Sendable (Int) -> Int?) = (
                { $0 > 1 ? $0 - 1 : nil }, { $0.isMultiple(of: 2) ? $0 : nil }
            )
            #expect(
                result(
                    reducer.lift(action: inner, state: \Inner.list).lift(action: outer, state: \Outer.inner),
                    Outer(inner: Inner(list: [1, 2])),
                    actions
                )
                    == result(
                        reducer.lift(action: { outer($0).flatMap(inner) }, state: \Outer.inner.list),
                        Outer(inner: Inner(list: [1, 2])),
                        actions
                    ),
                "seed \(generator.seed)"
            )
        }
        for seed in 0..<UInt64(sampleCount) {
            let state = Outer(inner: Inner(list: [7]))
            let twice = randomEvents(seed) { middleware, notes in
                events(
                    middleware.lift(inputAction: { $0 + 1 }, outputAction: { $0 * 2 }, state: \Inner.list)
                        .lift(inputAction: { $0 * 3 }, outputAction: { $0 + 5 }, state: \Outer.inner),
                    notes,
                    state
                )
            }
            let once = randomEvents(seed) { middleware, notes in
                events(
                    middleware.lift(
                        inputAction: { $0 * 3 + 1 },
                        outputAction: { $0 * 2 + 5 },
                        state: \Outer.inner.list
                    ),
                    notes,
                    state
                )
            }
            #expect(twice == once, "seed \(seed)")
        }
    }

    /// Returns the notes of `run` with a random middleware.
    private func randomEvents(
        _ seed: UInt64,
        _ run: (AnyMiddleware<Int, Int, [Int]>, Recorder<String>) -> [String]
    ) -> [String] {
        var generator = SeededGenerator(seed: seed)
        let notes = Recorder<String>()
        return run(randomMiddleware(notes: notes, using: &generator), notes)
    }

    private func randomEvents(
        _ seed: UInt64,
        _ run: (AnyMiddleware<Int, Int, [Int]>, AnyMiddleware<Int, Int, [Int]>, Recorder<String>) -> [String]
    ) -> [String] {
        var generator = SeededGenerator(seed: seed)
        let notes = Recorder<String>()
        let (a, b) = (
            randomMiddleware(notes: notes, using: &generator), randomMiddleware(notes: notes, using: &generator)
        )
        return run(a, b, notes)
    }
}
