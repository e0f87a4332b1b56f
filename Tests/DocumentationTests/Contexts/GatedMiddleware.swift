// SPDX-License-Identifier: MIT

import Prism

@Prism enum AppAction: Sendable {
    case clock(ClockAction), reporter(ReporterAction), logOut
    case setting(isClockOn: Bool)
}

@Prism enum ClockAction: Sendable { case isOn(Bool), start }
@Prism enum ReporterAction: Sendable { case mode(ReporterMode) }
enum ReporterMode: Sendable { case live, paused }

struct AppState: Sendable {
    var isClockOn = true
    var isReporterOn = true
}

struct ReportState: Sendable { var isOn = true }

typealias Clock = IdentityMiddleware<AppAction, AppAction, AppState>
typealias Reporter = IdentityMiddleware<AppAction, AppAction, AppState>

var reports: Feature<ReporterAction, ReportState, Void> { given() }
var store: Store<AppAction, AppState> { given() }
