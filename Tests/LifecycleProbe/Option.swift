// SPDX-License-Identifier: MIT

enum Option: String {
    /// Four threads exist before the store does.
    case threads
    /// Every thread of the app blocks the five signals.
    case masked
    /// The store has an executor that is a queue.
    case queue
    /// Each `didEnterBackground` is processed until a line of input comes; the main thread reads
    /// none.
    case slow
    /// Each `didEnterBackground` causes a chain of a hundred actions.
    case chain
    /// Prints when an action was sent to the store, whether it has processed it or not.
    case sent
    /// No `onTerminate` is passed.
    case standard
    /// `onTerminate` returns and lets the process live.
    case stay
    /// There is no store until the command `make`.
    case late
    /// There is a second store, whose lines begin with a star.
    case twice
    /// The dispositions before the store are not the default ones.
    case handlers
}
