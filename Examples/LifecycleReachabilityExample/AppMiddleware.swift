// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import LoggerMiddleware
import ReachabilityMiddleware
import RexCore

typealias AppMiddleware = ComposedMiddleware<AppAction, AppAction, AppState>

extension MiddlewareReader where Dependencies == World, MiddlewareType == AppMiddleware {
    /// The logger comes last, so that it prints an action after all other middlewares have handled
    /// it.
    static var app: MiddlewareReader { watchNetwork <> watchLifecycle <> bridge <> log }
}

private let watchNetwork = MiddlewareReader.reachability.lift(
    inputAction: \AppAction.reachability,
    outputAction: AppAction.reachability,
    state: \AppState.reachability,
    dependencies: \World.reachability
)

private let watchLifecycle = MiddlewareReader<World, AppLifecycleMiddleware> { world in
    AppLifecycleMiddleware(publisher: world.lifecycle)
}
.lift(
    inputAction: { (_: AppAction) in nil },
    outputAction: AppAction.lifecycle,
    state: { (_: AppState) in }
)

private let bridge = MiddlewareReader<World, BridgeMiddleware<AppAction, AppAction, AppState>>
    .pure(.lifecycleToReachabilityActions)

private let log = MiddlewareReader<World, LoggerMiddleware<AppAction, AppAction, AppState>> { world in
    LoggerMiddleware(actionTransform: world.log, stateDiffTransform: world.stateDiff, time: .none)
}
