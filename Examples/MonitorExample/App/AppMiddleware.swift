// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import GatedMiddleware
import PublisherMiddleware
import RexCore

typealias AppMiddleware = ComposedMiddleware<AppAction, AppAction, AppState>

extension MiddlewareReader where Dependencies == World, MiddlewareType == AppMiddleware {
    static var app: MiddlewareReader {
        watchLifecycle <> takeSamples <> watchQuietSwitch <> bridge <> printSamples <> printAlerts <> printNews
    }
}

private let watchLifecycle = MiddlewareReader<World, AppLifecycleMiddleware> { world in
    AppLifecycleMiddleware(publisher: world.lifecycle)
}
.lift(
    inputAction: { (_: AppAction) in nil },
    outputAction: AppAction.lifecycle,
    state: { (_: AppState) in }
)

private let takeSamples = MiddlewareReader.sampling
    .lift(case: AppAction.prisms.sampling, state: \AppState.sampling, dependencies: \World.sampling)

private let watchQuietSwitch = MiddlewareReader.quiet
    .lift(case: AppAction.prisms.alerts, state: \AppState.alerts, dependencies: \World.quietSwitch)

private let bridge = MiddlewareReader<World, BridgeMiddleware<AppAction, AppAction, AppState>>.pure(.app)

private let printSamples = MiddlewareReader<World, Printer> { Printer(print: $0.print, text: Report.sample) }
    .mapMiddleware { $0.gated(state: \AppState.isInForeground) }

private let printAlerts = MiddlewareReader<World, Printer> { Printer(print: $0.print, text: Report.alert) }
    .mapMiddleware { $0.gated(state: \AppState.isAlerting) }

private let printNews = MiddlewareReader<World, Printer> { Printer(print: $0.print, text: Report.news) }
