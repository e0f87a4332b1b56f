// SPDX-License-Identifier: MIT

import Foundation

/// The child process of the signal tests: an app that prints each lifecycle action with the
/// resulting state.
///
/// Each argument is an `Option`. Lines of standard input are commands. See `Probe.run()`.
let options = Set(CommandLine.arguments.dropFirst().compactMap(Option.init(rawValue:)))
precondition(
    options.count == CommandLine.arguments.count - 1,
    "An argument is not an option of this probe. See Option.swift."
)
Probe(options: options).run()
