// SPDX-License-Identifier: MIT

#if canImport(os)
import os

extension LogPrinter {
    /// The unified log of the system, at debug level, with public entries.
    ///
    /// The system adds the time, so pass `time: .none` to leave out the logger's. It truncates
    /// entries longer than about a thousand bytes.
    public static var osLog: LogPrinter {
        osLog(subsystem: "Rex", category: "Logger")
    }

    /// The unified log of the system, with the given subsystem and category.
    ///
    /// Otherwise like ``osLog``.
    public static func osLog(subsystem: String, category: String) -> LogPrinter {
        let logger = Logger(subsystem: subsystem, category: category)
        return .custom { entry in
            logger.debug("\(entry, privacy: .public)")
        }
    }
}
#endif
