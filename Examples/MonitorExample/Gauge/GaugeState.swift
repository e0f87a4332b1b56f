// SPDX-License-Identifier: MIT

struct GaugeState: Sendable {
    var value = 0.0
    var limit = Double.infinity
    /// Whether the value was above the limit before the last action.
    var wasHigh = false

    var isHigh: Bool { value > limit }
    var hasRisen: Bool { isHigh && !wasHigh }
    var hasFallen: Bool { !isHigh && wasHigh }
}
