// SPDX-License-Identifier: MIT

import BridgeMiddleware
import GatedMiddleware
import LoggerMiddleware
import RexCore

/// The logger stands last, so that it prints an action after all others have dealt with it.
let app = Feature<AppAction, AppState, World>.combine {
    Feature { CommandMiddleware(print: $0.print).lift(inputAction: \AppAction.terminal) }
    Feature(.list).lift(case: AppAction.prisms.list, state: \.list)
    storage.lift(case: AppAction.prisms.storage, state: \.storage, dependencies: \.file)
    Feature(.terminal).lift(case: AppAction.prisms.terminal, state: \.terminal)
    autosave
    Feature(middleware: BridgeMiddleware().bridge(\.storage?.loaded --> { .list(.restore($0)) }))
    Feature(middleware: log)
}

/// The gate is closed until the file was read, and for as long as the user wishes.
///
/// The action that opens it reaches the middleware too, which then saves what has changed
/// meanwhile.
private let autosave = Feature<AppAction, AppState, World> {
    Autosave(file: $0.file).lift(outputAction: AppAction.storage)
}
.gated(controlAction: \.storage?.autosave, default: .bypass)

@Sendable private func log(_ world: World) -> ComposedMiddleware<AppAction, AppAction, AppState> {
    world.log.map { LoggerMiddleware(stateDiffTransform: .recursive, printer: $0).composition } ?? .identity
}
