// SPDX-License-Identifier: MIT

import LoggerMiddleware
import PersistenceMiddleware
import RexCore

/// The logger comes last, so that it prints an action after all other middlewares have handled it.
let app = Feature<AppAction, AppState, World>.combine {
    Feature { CommandMiddleware(print: $0.print).lift(inputAction: \AppAction.terminal) }
    Feature(.list).lift(case: AppAction.prisms.list, state: \.list)
    Feature(.terminal).lift(case: AppAction.prisms.terminal, state: \.terminal)
    Feature(.storage)
    saving
    Feature(middleware: log)
}

/// Saves the changes of a command before its reply is shown.
private let saving = Feature<AppAction, AppState, World>.saving(
    \.saved,
    to: \.file,
    now: { $0.list != nil || $0.storage?.autosave != nil },
    failed: { .storage(.saveFailed($0)) }
)

@Sendable private func log(_ world: World) -> ComposedMiddleware<AppAction, AppAction, AppState> {
    world.log.map { LoggerMiddleware(stateDiffTransform: .recursive, printer: $0).composition } ?? .identity
}
