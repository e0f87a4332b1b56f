// SPDX-License-Identifier: MIT

enum Gauge: String, CaseIterable, Sendable {
    case load
    case memory
}
