// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism enum AlertAction: Sendable {
    case raise(Gauge)
    case clear(Gauge)
    /// The user can hear alerts again.
    case catchUp
    case listenToQuietSwitch
    case toggleQuiet
}
