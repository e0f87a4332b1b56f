// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import GatedMiddleware
import RexCore

/// Both gauges share a reducer.
let app = Feature<AppAction, AppState, World>.combine {
    Feature(.lifecycle).lift(case: AppAction.prisms.lifecycle, state: \.lifecycle)
    Feature { world in
        AppLifecycleMiddleware(publisher: world.lifecycle)
            .lift(inputAction: { _ in nil }, outputAction: AppAction.lifecycle, state: { _ in })
    }
    sampling.lift(case: AppAction.prisms.sampling, state: \.sampling, dependencies: \.sampling)
    Feature(.gauge).lift(case: AppAction.prisms.load, state: \.load)
    Feature(.gauge).lift(case: AppAction.prisms.memory, state: \.memory)
    alerts.lift(case: AppAction.prisms.alerts, state: \.alerts, dependencies: \.quietSwitch)
    hearing
    Feature(middleware: BridgeMiddleware.app)
    printing(Report.sample).gated(state: \.isInForeground)
    printing(Report.alert).gated(state: \.isAlerting)
    printing(Report.news)
}

/// Each alert is heard once: when it is raised, or as soon as the user can hear it.
private let hearing = Feature<AppAction, AppState, World> { action, app in
    guard action.alerts?.raise != nil || action.alerts?.isCatchUp == true else { return }
    app.alerts.justHeard = app.isAlerting ? app.alerts.unheard : []
    app.alerts.unheard.subtract(app.alerts.justHeard)
    app.alerts.heardCount += app.alerts.justHeard.count
}

private func printing(
    _ text: @escaping @Sendable (AppAction, AppState) -> String?
) -> Feature<AppAction, AppState, World> {
    Feature { Printer(print: $0.print, text: text) }
}
