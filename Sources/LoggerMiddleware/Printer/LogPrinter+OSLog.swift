// SPDX-License-Identifier: MIT

#if canImport(os)
import os

extension LogPrinter {
    /// The unified log of the system, at debug level, with public entries.
    ///
    /// The system adds the time, so pass `time: .none` to leave out the logger's. It truncates
    /// entries longer than about a thousand bytes.
    ///
    /// Its subsystem is `Rex` and its category is `Logger`. For others, pass a ``custom(_:)`` printer
    /// that calls a `Logger` of yours.
    public static var osLog: LogPrinter {
        let logger = Logger(subsystem: "Rex", category: "Logger")
        return .custom { entry in
            logger.debug("\(entry, privacy: .public)")
        }
    }
}
#endif
