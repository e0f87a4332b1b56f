// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism enum AlertAction: Sendable {
    case raise(Gauge)
    case clear(Gauge)
    /// Tells again what is raised.
    case remind
    case listenToQuietSwitch
    case toggleQuiet
}
