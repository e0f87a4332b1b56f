// SPDX-License-Identifier: MIT

struct AlertState: Sendable {
    var raised: Set<Gauge> = []
    /// The gauges with a raised alert that the user has not heard yet.
    var unheard: Set<Gauge> = []
    /// The gauges whose alerts the user heard with the last `raise` or `catchUp`.
    var justHeard: Set<Gauge> = []
    /// The number of alerts, heard or not.
    var count = 0
    var heardCount = 0
    var isQuiet = false

    /// The number of alerts that the user has not heard.
    var mutedCount: Int { count - heardCount }
}
