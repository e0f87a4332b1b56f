// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware

struct AppState: Sendable {
    var lifecycle = AppLifecycle.initial
    var sampling = SamplingState()
    var load = GaugeState()
    var memory = GaugeState()
    var alerts = AlertState()

    var isInForeground: Bool { lifecycle == .foregroundActive || lifecycle == .foregroundInactive }
    var isAlerting: Bool { isInForeground && !alerts.isQuiet }

    func state(of gauge: Gauge) -> GaugeState {
        switch gauge {
        case .load: load
        case .memory: memory
        }
    }
}
