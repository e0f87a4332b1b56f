// SPDX-License-Identifier: MIT

enum Option: String {
    /// Starts four threads before the store is made.
    case threads
    /// Blocks the five signals on every thread of the app.
    case masked
    /// Gives the store a queue as executor.
    case queue
    /// Processes each `didEnterBackground` until a line of input arrives. The main thread reads no
    /// input.
    case slow
    /// Makes each `didEnterBackground` cause a chain of a hundred actions.
    case chain
    /// Prints when an action is sent to the store, before it is processed.
    case sent
    /// Passes no `onTerminate`.
    case standard
    /// Lets `onTerminate` return without ending the process.
    case stay
    /// Makes the store when the command `make` arrives.
    case late
    /// Makes a second store, whose lines begin with a star.
    case twice
    /// Installs other dispositions than the default ones before the store is made.
    case handlers
}
