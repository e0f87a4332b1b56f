// SPDX-License-Identifier: MIT

import Foundation
import NotesApp

exit(await NotesProgram.run(Array(CommandLine.arguments.dropFirst())))
