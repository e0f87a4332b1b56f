// SPDX-License-Identifier: MIT

import RexCore

/// Standard output and standard error.
///
/// They often go to the same terminal or pipe, so they share one lock.
enum Console: CInt {
    case output = 1
    case error = 2

    private static let lock = Lock(())

    /// Writes an entry.
    ///
    /// Entries of other threads to either stream wait for it. Drops the entry if the reading end is
    /// closed.
    func write(_ entry: String) {
        Console.lock.withLock { _ in
            _ = EntryWriter.write(entry, to: rawValue)
        }
    }
}
