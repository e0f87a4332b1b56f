// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// The store that writes an outbox file: one at a time, also where stores share one `OutboxFile`.
///
/// The lock of the file keeps other files and processes out. This keeps out a second store that has
/// the same file value, and so the same lock.
final class OutboxOwner: Sendable {
    private struct Holder: Sendable {
        let writer: ObjectIdentifier
        /// Whether the store of the writer has crashed in a test, which never gives the file back.
        let hasCrashed: @Sendable () -> Bool
    }

    private let holder = Lock<Holder?>(nil)

    /// Takes the file for a writer, which may have it already.
    ///
    /// - Throws: ``StorageError/Reason/isInUse`` if another writer has it.
    func take(
        _ path: String,
        for writer: AnyObject,
        unless hasCrashed: @escaping @Sendable () -> Bool
    ) throws(StorageError) {
        let writer = ObjectIdentifier(writer)
        let isTaken = holder.withLock { holder in
            if let other = holder, other.writer != writer, !other.hasCrashed() { return false }
            holder = Holder(writer: writer, hasCrashed: hasCrashed)
            return true
        }
        if !isTaken { throw StorageError(.lock, path, .isInUse) }
    }

    /// Gives the file back.
    ///
    /// - Returns: Whether the writer had it.
    func release(by writer: AnyObject) -> Bool {
        holder.withLock { holder in
            guard holder?.writer == ObjectIdentifier(writer) else { return false }
            holder = nil
            return true
        }
    }
}
