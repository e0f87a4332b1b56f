// SPDX-License-Identifier: MIT

/// The destination of log entries.
///
/// An entry is one or more lines that belong together: an action and what it changed. It is printed
/// whole, on the thread that processes the action, before the next action; nothing is queued.
/// Entries of several threads, stores and loggers do not mix.
///
/// ```swift
/// let logger = LoggerMiddleware<AppAction, AppAction, AppState>(
///     printer: .all(.stderr, .file("/tmp/app.log"))
/// )
/// ```
public struct LogPrinter: Sendable {
    private let printEntry: @Sendable (String) -> Void

    /// Prints an entry, and a line end behind it.
    ///
    /// A program can print its own lines here too, to keep their order with those of the logger.
    ///
    /// - Parameter entry: one or more lines, without the line end of the last.
    public func print(_ entry: String) {
        printEntry(entry)
    }

    /// Standard output, one system call for each entry, so that it appears at once also in a pipe.
    ///
    /// It does not pass the buffer of the C library, in which `Swift.print` keeps its text when the
    /// output is not a terminal. If nobody reads any more the entry is dropped, unless the process
    /// lets SIGPIPE end it, as is the default; a process that wants to go on ignores that signal.
    /// An entry waits for a reader that is slow.
    public static let stdout = LogPrinter { Console.output.write($0) }

    /// Standard error; the same as ``stdout`` otherwise.
    public static let stderr = LogPrinter { Console.error.write($0) }

    /// A file that entries are added to, also by several printers and processes.
    ///
    /// The file is made with the first entry if it is not there, and stays open until the last copy
    /// of this printer is gone. If it cannot be opened or written the entry is lost, this is
    /// reported once on standard error, and each later entry tries again; a line that was written
    /// in part ends before the next entry begins. A named pipe that nobody reads is such a file;
    /// opening it does not wait for a reader, but an entry waits for one that is slow.
    ///
    /// - Parameter path: the path of the file, relative to the working directory at the time of the
    ///   first entry.
    public static func file(_ path: String) -> LogPrinter {
        let file = FileAppender(path: path)
        return LogPrinter { file.append($0) }
    }

    /// A printer that calls a function with each entry.
    ///
    /// Several stores call the function at the same time if they process on several threads.
    ///
    /// - Parameter print: takes one or more lines, without the line end of the last.
    public static func custom(_ print: @escaping @Sendable (String) -> Void) -> LogPrinter {
        LogPrinter(printEntry: print)
    }

    /// Several printers, one after the other in this order.
    public static func all(_ printers: LogPrinter...) -> LogPrinter {
        LogPrinter { entry in
            for printer in printers { printer.print(entry) }
        }
    }
}
