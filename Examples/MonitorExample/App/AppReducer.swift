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
    }
}
