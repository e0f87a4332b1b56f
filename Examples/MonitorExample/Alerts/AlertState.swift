// SPDX-License-Identifier: MIT

struct AlertState: Sendable {
    var raised: Set<Gauge> = []
    /// What is raised and has not been heard yet.
    var unheard: Set<Gauge> = []
    /// What the last `raise` or `catchUp` let the user hear.
    var justHeard: Set<Gauge> = []
    /// How many alerts there have been, heard or not.
    var count = 0
    var isQuiet = false
}
