// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// Tracks the store that writes an outbox file.
///
/// Only one store may, even if stores share an `OutboxFile`.
///
/// The lock of the file excludes other processes and other file values. This class excludes a
/// second store with the same file value, and so with the same lock.
final class OutboxOwner: Sendable {
    private struct Holder: Sendable {
        let writer: ObjectIdentifier
        /// Whether the writer's store has crashed in a test.
        ///
        /// Such a store never releases the file.
        let hasCrashed: @Sendable () -> Bool
    }

    private let holder = Lock<Holder?>(nil)

    /// Takes the file for a writer, unless the writer has it already.
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

    /// Releases the file.
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
