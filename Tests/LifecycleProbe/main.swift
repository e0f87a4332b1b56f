// SPDX-License-Identifier: MIT

import Foundation

/// The child process of the tests of signals: an app that prints each lifecycle action with the
/// state that it led to.
///
/// Each argument is an `Option`. Lines of standard input are commands, see `Probe.run()`.
let options = Set(CommandLine.arguments.dropFirst().compactMap(Option.init(rawValue:)))
precondition(options.count == CommandLine.arguments.count - 1, "An argument is no option of this probe.")
Probe(options: options).run()
