// SPDX-License-Identifier: MIT

struct AlertState: Sendable {
    var raised: Set<Gauge> = []
    /// The gauges whose alert is raised and has not been heard yet.
    var unheard: Set<Gauge> = []
    /// The gauges whose alert the last `raise` or `catchUp` let the user hear.
    var justHeard: Set<Gauge> = []
    /// The number of alerts, heard or not.
    var count = 0
    var heardCount = 0
    var isQuiet = false

    /// The number of alerts that the user was not told of.
    var mutedCount: Int { count - heardCount }
}
