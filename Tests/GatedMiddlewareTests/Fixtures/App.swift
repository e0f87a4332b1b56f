// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport

enum AppAction: Sendable, Equatable {
    case ask(Int)
    case answer(Int)
    case control(Control)
    case set(GateState)

    var ask: Int? { if case .ask(let number) = self { number } else { nil } }
    var isOn: Bool { self == .control(.on) }
    var control: Control? { if case .control(let control) = self { control } else { nil } }
}

enum Control: Sendable, Equatable {
    case on, off, hello

    var isOn: Bool? {
        switch self {
        case .on: true
        case .off: false
        case .hello: nil
        }
    }

    var gate: GateState? { isOn.map { $0 ? .active : .bypass } }
}

struct AppState: Sendable, Equatable {
    var gate = GateState.active
    var isOpen: Bool { gate == .active }
}

/// Returns a reducer that records each action.
///
/// `.set` changes the gate that is part of the state.
func recordingReducer(_ record: @escaping @Sendable (AppAction) -> Void = { _ in }) -> Reducer<AppAction, AppState> {
    .reduce { action, state in
        record(action)
        if case .set(let gate) = action { state.gate = gate }
    }
}
