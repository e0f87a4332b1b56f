// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import Foundation

/// The texts of the monitor.
enum Report {
    static func sample(_ action: AppAction, _ app: AppState) -> String? {
        switch action {
        case .sampling(.sampled(let sample)):
            "load \(number(sample.load, of: .load)), memory \(number(sample.memory, of: .memory))"
        case .sampling(.failed(let failure)):
            "no sample: \(failure)"
        default:
            nil
        }
    }

    static func alert(_ action: AppAction, _ app: AppState) -> String? {
        switch action {
        case .alerts(.raise), .alerts(.catchUp):
            alerts(app.alerts.justHeard, in: app)
        case .alerts(.clear(let gauge)):
            "over: \(gauge) \(number(app.state(of: gauge).value, of: gauge)) is no longer above its limit"
        default:
            nil
        }
    }

    /// The text that is also printed in the background and when alerts are muted.
    static func news(_ action: AppAction, _ app: AppState) -> String? {
        switch action {
        case .alerts(.toggleQuiet): "alerts are \(app.alerts.isQuiet ? "quiet" : "heard")"
        case .lifecycle(.didEnterBackground): "stopped; samples: \(app.sampling.count), \(count(of: app.alerts))"
        default: nil
        }
    }

    static func number(_ value: Double, of gauge: Gauge) -> String {
        switch gauge {
        case .load: String(format: "%.2f", value)
        case .memory: String(format: "%.1f %%", value)
        }
    }

    private static func count(of alerts: AlertState) -> String {
        "alerts: \(alerts.count)" + (alerts.mutedCount == 0 ? "" : ", muted: \(alerts.mutedCount)")
    }

    private static func alerts(_ gauges: Set<Gauge>, in app: AppState) -> String? {
        let lines = Gauge.allCases.filter(gauges.contains).map { gauge in
            let state = app.state(of: gauge)
            return "ALERT: \(gauge) \(number(state.value, of: gauge)) is above \(number(state.limit, of: gauge))"
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
}
