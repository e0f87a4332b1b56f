// SPDX-License-Identifier: MIT

import LoggerMiddleware

/// All that the app needs from outside of itself.
struct World: Sendable {
    var file: TodoFile
    var print: @Sendable (String) -> Void
    var log: LogPrinter?
}
