// SPDX-License-Identifier: MIT

enum GaugeAction: Sendable {
    case measured(Double)
    /// Sets the limit.
    ///
    /// Higher values raise an alert.
    case limit(Double)
}
