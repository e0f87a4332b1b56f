// SPDX-License-Identifier: MIT

import BridgeMiddleware
import GatedMiddleware
import LoggerMiddleware
import RexCore

typealias AppMiddleware = ComposedMiddleware<AppAction, AppAction, AppState>

extension MiddlewareReader where Dependencies == World, MiddlewareType == AppMiddleware {
    /// The logger stands last, so that it prints an action after all others have dealt with it.
    static var app: MiddlewareReader { commands <> storage <> autosave <> restore <> log }
}

private let commands = MiddlewareReader<World, CommandMiddleware> { CommandMiddleware(print: $0.print) }
    .lift(inputAction: \AppAction.terminal)

private let storage = MiddlewareReader<TodoFile, StorageMiddleware> { StorageMiddleware(file: $0) }
    .lift(case: AppAction.prisms.storage, state: \AppState.storage, dependencies: \World.file)

/// The gate is closed until the file was read, and for as long as the user wishes.
///
/// The action that opens it reaches the middleware too, which then saves what has changed
/// meanwhile.
private let autosave = MiddlewareReader<TodoFile, Autosave> { Autosave(file: $0) }
    .lift(outputAction: AppAction.storage, dependencies: \World.file)
    .mapMiddleware { $0.gated(controlAction: \AppAction.storage?.autosave, default: .bypass) }

private let restore = MiddlewareReader<World, BridgeMiddleware<AppAction, AppAction, AppState>>.pure(
    BridgeMiddleware().bridge(\AppAction.storage?.loaded --> { AppAction.list(.restore($0)) })
)

private let log = MiddlewareReader<World, AppMiddleware> { world in
    guard let printer = world.log else { return .identity }
    return AppMiddleware(LoggerMiddleware(stateDiffTransform: .recursive, printer: printer))
}
