// SPDX-License-Identifier: MIT

import LoggerMiddleware
import PersistenceMiddleware

/// The dependencies of the app.
struct World: Sendable {
    var file: StateFile<[Todo]>
    var print: @Sendable (String) -> Void
    var log: LogPrinter?
}
