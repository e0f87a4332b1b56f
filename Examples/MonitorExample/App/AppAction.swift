// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import Prism
import RexCore

@Prism enum AppAction: Sendable {
    case lifecycle(AppLifecycleAction)
    case sampling(SamplingAction)
    case load(GaugeAction)
    case memory(GaugeAction)
    case alerts(AlertAction)
}
