// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport

/// Answers each number above zero with the next lower one.
struct Countdown: MiddlewareProtocol {
    func handle(action: Int, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
        guard action > 0 else { return .pure() }
        return IO { output in output.dispatch(action - 1, from: dispatcher) }
    }
}

/// Notes its calls with its name and the state.
struct Probe<Action: Sendable, State: Sendable>: MiddlewareProtocol {
    let name: String
    let notes: Recorder<String>

    func handle(action: Action, from dispatcher: ActionSource, state: @escaping GetState<State>) -> IO<Action> {
        notes.record("\(name) handle \(action) \(state())")
        return IO { _ in notes.record("\(name) io \(action) \(state())") }
    }
}

/// Counts actions.
let counting = Reducer<Int, Int>.reduce { _, count in count += 1 }

/// Appends each action to the state.
let listing = Reducer<Int, [Int]>.reduce { action, list in list.append(action) }

/// Returns `count`, or a hundredth of it in builds and runs with few rounds.
func fullInRelease(_ count: Int) -> Int { hasFewRounds ? count / 100 : count }
