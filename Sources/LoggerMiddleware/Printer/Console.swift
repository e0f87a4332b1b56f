// SPDX-License-Identifier: MIT

import RexCore

/// Standard output and standard error, which are often one terminal or one pipe.
enum Console: CInt {
    case output = 1
    case error = 2

    private static let lock = Lock(())

    /// Writes an entry, while no other entry goes to either of the two; drops it if the other end
    /// is gone.
    func write(_ entry: String) {
        Console.lock.withLock { _ in
            _ = EntryWriter.write(entry, to: rawValue)
        }
    }
}
