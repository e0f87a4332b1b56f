// SPDX-License-Identifier: MIT

/// The destination of log entries.
///
/// An entry is one or more lines: an action and its state changes. It is printed whole, on the
/// thread that processes the action, before the next action. Nothing is queued. Entries of several
/// threads, stores and loggers don't interleave.
///
/// ```swift
/// let logger = LoggerMiddleware<AppAction, AppAction, AppState>(
///     printer: .all(.stderr, .file("/tmp/app.log"))
/// )
/// ```
public struct LogPrinter: Sendable {
    private let printEntry: @Sendable (String) -> Void

    /// Prints an entry and a newline.
    ///
    /// A program can print its own lines with it, to keep them in order with the logger's.
    ///
    /// - Parameter entry: One or more lines, without the last newline.
    public func print(_ entry: String) {
        printEntry(entry)
    }

    /// Standard output, with one system call for each entry, so that entries appear at once even in
    /// a pipe.
    ///
    /// It bypasses the buffer of the C library, which keeps the text of `Swift.print` if the output
    /// isn't a terminal. If the reading end is closed, the entry is dropped, or SIGPIPE ends the
    /// process, as is the default. Ignore that signal to keep running. A slow reader delays the
    /// entry.
    public static let stdout = LogPrinter { Console.output.write($0) }

    /// Standard error.
    ///
    /// Otherwise like ``stdout``.
    public static let stderr = LogPrinter { Console.error.write($0) }

    /// A file that entries are appended to.
    ///
    /// Several printers and processes can use the same file.
    ///
    /// The file is created at the first entry if it is missing, and stays open until the last copy
    /// of this printer is released. If it can't be opened or written, the entry is lost, the
    /// failure is reported once on standard error, and each later entry tries again. A partly
    /// written line is ended before the next entry.
    ///
    /// A named pipe without a reader fails like that: opening it doesn't wait for a reader. A slow
    /// reader delays the entry.
    ///
    /// - Parameter path: The path of the file, relative to the working directory at the time of the
    ///   first entry.
    public static func file(_ path: String) -> LogPrinter {
        let file = FileAppender(path: path)
        return LogPrinter { file.append($0) }
    }

    /// A printer that calls a function with each entry.
    ///
    /// Stores that process actions on different threads may call the function concurrently.
    ///
    /// - Parameter print: Gets one or more lines, without the last newline.
    public static func custom(_ print: @escaping @Sendable (String) -> Void) -> LogPrinter {
        LogPrinter(printEntry: print)
    }

    /// Several printers, called in this order.
    public static func all(_ printers: LogPrinter...) -> LogPrinter {
        LogPrinter { entry in
            for printer in printers { printer.print(entry) }
        }
    }
}
