// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// The number of random samples for each law.
let sampleCount = 300

/// Checks a law with random samples.
///
/// A failure shows the seed, which reproduces the sample.
func forAllSamples(
    _ body: (inout SeededGenerator) throws -> Void
) rethrows {
    for seed in 0..<UInt64(sampleCount) {
        var generator = SeededGenerator(seed: seed)
        try body(&generator)
    }
}

/// Returns one of several reducers that don't commute.
///
/// The state shows which ones ran.
func randomReducer(using generator: inout SeededGenerator) -> Reducer<Int, [Int]> {
    let operand = Int.random(in: 1...9, using: &generator)
    switch Int.random(in: 0...4, using: &generator) {
    case 0: return .identity
    case 1: return .reduce { action, list in list.append(action * 10 + operand) }
    case 2: return .reduce { _, list in list.reverse() }
    case 3: return Reducer { action, list in list.map { $0 * operand + action } }
    default:
        let (left, right) = (randomReducer(using: &generator), randomReducer(using: &generator))
        return left <> right
    }
}

/// Returns an `IO` that sends zero or more actions.
func randomIO(using generator: inout SeededGenerator) -> IO<Int> {
    let action = Int.random(in: 0...99, using: &generator)
    switch Int.random(in: 0...3, using: &generator) {
    case 0: return .pure()
    case 1: return IO { output in output.dispatch(action, file: "F", function: "f", line: UInt(action)) }
    case 2:
        return IO { output in
            output.dispatch(action, file: "F", function: "f", line: 1)
            output.dispatch(-action, file: "F", function: "f", line: 2)
        }
    default:
        let (left, right) = (randomIO(using: &generator), randomIO(using: &generator))
        return left <> right
    }
}

/// Returns the actions that an `IO` sends, in order.
func sent<Action: Sendable>(by io: IO<Action>) -> [DispatchedAction<Action>] {
    let recorder = Recorder<DispatchedAction<Action>>()
    io.run(recorder.record)
    return recorder.events
}

/// Returns a middleware that notes its calls and has random answers.
func randomMiddleware(
    notes: Recorder<String>,
    using generator: inout SeededGenerator
) -> AnyMiddleware<Int, Int, [Int]> {
    let name = Int.random(in: 0...99, using: &generator)
    switch Int.random(in: 0...3, using: &generator) {
    case 0: return IdentityMiddleware().eraseToAnyMiddleware()
    case 1:
        return AnyMiddleware { action, _, state in
            notes.record("\(name) handle \(action) \(state())")
            return .pure()
        }
    case 2:
        return AnyMiddleware { _, _ in
            notes.record("\(name) context")
        } handle: { action, source, _ in
            IO { output in
                notes.record("\(name) io \(action)")
                output.dispatch(action * 100 + name, from: source)
            }
        }
    default:
        let left = randomMiddleware(notes: notes, using: &generator)
        let right = randomMiddleware(notes: notes, using: &generator)
        return (left <> right).eraseToAnyMiddleware()
    }
}
