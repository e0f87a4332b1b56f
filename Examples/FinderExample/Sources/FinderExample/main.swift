// SPDX-License-Identifier: MIT

import FinderApp
import Foundation

exit(await Finder.run(Array(CommandLine.arguments.dropFirst())))
