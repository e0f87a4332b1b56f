// SPDX-License-Identifier: MIT

#if canImport(os)
import os

extension LogPrinter {
    /// The unified log of the system, at debug level and readable for everybody.
    ///
    /// The system adds the time, so `time: .none` leaves out that of the logger; and it cuts
    /// entries that are longer than about a thousand bytes.
    public static var osLog: LogPrinter {
        osLog(subsystem: "Rex", category: "Logger")
    }

    /// The unified log of the system, under these names; the same as ``osLog`` otherwise.
    public static func osLog(subsystem: String, category: String) -> LogPrinter {
        let logger = Logger(subsystem: subsystem, category: category)
        return .custom { entry in
            logger.debug("\(entry, privacy: .public)")
        }
    }
}
#endif
