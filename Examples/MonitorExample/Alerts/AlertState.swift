// SPDX-License-Identifier: MIT

struct AlertState: Sendable {
    var raised: Set<Gauge> = []
    /// How many alerts there have been, heard or not.
    var count = 0
    var isQuiet = false
}
