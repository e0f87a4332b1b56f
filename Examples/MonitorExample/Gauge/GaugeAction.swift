// SPDX-License-Identifier: MIT

enum GaugeAction: Sendable {
    case measured(Double)
    /// Alerts are for values above this.
    case limit(Double)
}
