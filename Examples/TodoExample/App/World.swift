// SPDX-License-Identifier: MIT

import LoggerMiddleware
import PersistenceMiddleware

/// All that the app needs from outside of itself.
struct World: Sendable {
    var file: StateFile<[Todo]>
    var print: @Sendable (String) -> Void
    var log: LogPrinter?
}
