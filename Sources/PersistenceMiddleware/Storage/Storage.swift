// SPDX-License-Identifier: MIT

/// Stores bytes under paths, which outlive the process.
///
/// ``FileStorage`` keeps them in files, ``MemoryStorage`` in memory, and `TestStorage` of RexTesting
/// on a simulated disk. Your own storage may use a database: the comments list its
/// promises. All functions may be called from any thread, return when they are done, and report
/// failures as a ``StorageError``. After an error the call may have taken effect, wholly or in part,
/// since a disk does not always tell. Callers look at what the storage has then.
public protocol Storage: Sendable {
    /// Returns all bytes under a path, or nil if the path has none.
    func read(_ path: String) throws(StorageError) -> [UInt8]?

    /// Replaces the bytes under a path atomically, also if the process or the system ends meanwhile.
    ///
    /// If `oldPath` is given, the old bytes are under it afterwards, in place of those that were there. At
    /// each moment both paths have whole bytes. When this returns, the bytes survive a loss of power.
    /// Missing folders are made.
    func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError)

    /// Appends bytes to those under a path, or to none if the path is new.
    ///
    /// The bytes survive the end of the process. Until ``sync(_:)`` has returned, a loss of power may
    /// take back any part of them, but not the path itself. After an error, none of the bytes should be
    /// left.
    func append(_ bytes: [UInt8], to path: String) throws(StorageError)

    /// Appends bytes and syncs them, if the path has exactly `size` bytes.
    ///
    /// Without an implementation, this calls ``read(_:)``, ``append(_:to:)`` and ``sync(_:)``.
    ///
    /// - Returns: False if the path has another number of bytes. Then nothing has changed.
    /// - Throws: An error of the operation ``StorageError/Operation/append`` if the bytes could not be
    ///   appended. After any other error they may be there, and a loss of power may take them back.
    func appendDurably(_ bytes: [UInt8], to path: String, expecting size: Int) throws(StorageError) -> Bool

    /// Makes the present state of a path survive a loss of power.
    ///
    /// This includes changes by an earlier process, such as that it removed the path.
    func sync(_ path: String) throws(StorageError)

    /// Moves the bytes of a path to another one, whose bytes they replace.
    ///
    /// When this returns, the move survives a loss of power.
    func move(_ path: String, to newPath: String) throws(StorageError)

    /// Removes a path and its bytes.
    ///
    /// When this returns, the removal survives a loss of power.
    ///
    /// Does nothing if the path has no bytes.
    func remove(_ path: String) throws(StorageError)

    /// Writes the same bytes to a path again, in place, and syncs them.
    ///
    /// If an earlier process died after a sync that failed, its bytes are read and are not on disk, and
    /// another sync does not report that. Without an implementation, this replaces the bytes under the
    /// path. If that fails, it calls ``sync(_:)``.
    func resync(_ bytes: [UInt8], at path: String) throws(StorageError)

    /// Returns the path to use in place of this one.
    ///
    /// Files follow a symbolic link here, so that their other files stand beside its target. Called
    /// before ``lock(_:)``. Without an implementation, this returns the path unchanged.
    func resolve(_ path: String) throws(StorageError) -> String

    /// Returns the paths with bytes that begin with this one, in any order.
    ///
    /// Files look only in the folder of the path.
    func paths(beginningWith path: String) throws(StorageError) -> [String]

    /// Locks a path, and the paths that begin with it, for the caller.
    ///
    /// The path may be missing. While one caller has the lock, in this process or another, others get
    /// ``StorageError/Reason/isInUse``. The lock ends with ``StorageLock/unlock()``, with its last
    /// reference, and with the process. The other functions do not check it.
    func lock(_ path: String) throws(StorageError) -> StorageLock
}

extension Storage {
    /// Replaces the bytes under a path atomically, and discards the old ones.
    public func write(_ bytes: [UInt8], to path: String) throws(StorageError) {
        try write(bytes, to: path, keepingOldAs: nil)
    }

    /// Returns the path as it is.
    public func resolve(_ path: String) throws(StorageError) -> String { path }

    /// Replaces the bytes under the path, and calls ``sync(_:)`` if that fails.
    public func resync(_ bytes: [UInt8], at path: String) throws(StorageError) {
        do throws(StorageError) {
            try write(bytes, to: path)
        } catch {
            // There may be no room for it.
            try sync(path)
        }
    }

    /// Calls ``append(_:to:)`` and ``sync(_:)`` if the path has `size` bytes.
    public func appendDurably(
        _ bytes: [UInt8],
        to path: String,
        expecting size: Int
    ) throws(StorageError) -> Bool {
        guard try read(path)?.count == size else { return false }
        try append(bytes, to: path)
        do throws(StorageError) {
            try sync(path)
        } catch {
            throw StorageError(.sync, error.path, error.reason)
        }
        return true
    }
}
