// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import RexCore

extension Reducer where ActionType == AppAction, StateType == AppState {
    /// One reducer of gauges serves both of them.
    static let app = Reducer.combine {
        Reducer<AppLifecycleAction, AppLifecycle>.lifecycle
            .lift(case: AppAction.prisms.lifecycle, state: \AppState.lifecycle)
        Reducer<SamplingAction, SamplingState>.sampling
            .lift(case: AppAction.prisms.sampling, state: \AppState.sampling)
        Reducer<GaugeAction, GaugeState>.gauge.lift(case: AppAction.prisms.load, state: \AppState.load)
        Reducer<GaugeAction, GaugeState>.gauge.lift(case: AppAction.prisms.memory, state: \AppState.memory)
        Reducer<AlertAction, AlertState>.alerts.lift(case: AppAction.prisms.alerts, state: \AppState.alerts)
        hearing
    }

    /// Each alert is heard once: when it is raised, or as soon as the user can hear it.
    private static let hearing = Reducer.reduce { action, app in
        guard action.alerts?.raise != nil || action.alerts?.isCatchUp == true else { return }
        app.alerts.justHeard = app.isAlerting ? app.alerts.unheard : []
        app.alerts.unheard.subtract(app.alerts.justHeard)
    }
}
