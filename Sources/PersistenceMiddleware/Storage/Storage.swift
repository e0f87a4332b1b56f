// SPDX-License-Identifier: MIT

/// A place for bytes that outlive the process, each under a path.
///
/// ``FileStorage`` keeps them in files, ``MemoryStorage`` in memory, and `TestStorage` of RexTesting
/// in a disk whose power a test can cut. Another may stand on a database; what it has to promise is
/// said at each function. All of them may be called from any thread, do what they do before they
/// return, and report what fails as a ``StorageError``. After an error the call may have taken
/// effect, in whole or not, as a disk does not always say; whoever calls looks what is there.
public protocol Storage: Sendable {
    /// All bytes under a path; nil if there is nothing.
    func read(_ path: String) throws(StorageError) -> [UInt8]?

    /// Replaces what is under a path, whole or not at all, also if the process or the system ends
    /// meanwhile.
    ///
    /// What was there goes to `oldPath`, if that is given, in place of what is there. If the system
    /// ends between these two steps there is nothing under `path`, and the old bytes are under
    /// `oldPath`. When this returns, a loss of power takes nothing of it back. Folders that are not
    /// there are made.
    func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError)

    /// Adds bytes at the end of what is under a path, or begins it with them.
    ///
    /// A process that ends afterwards loses nothing of it. A loss of power may take them back, or
    /// any part of them, until ``sync(_:)`` has returned; that there is something under the path
    /// stays. If this fails, it tries to leave none of the bytes.
    func append(_ bytes: [UInt8], to path: String) throws(StorageError)

    /// Adds bytes at the end of what is under a path and makes them last, if there are `size` bytes
    /// under the path now; returns false otherwise, and changes nothing.
    ///
    /// An error of the operation ``StorageError/Operation/append`` says that the bytes could not be
    /// added, any other one that they may be there and not last. Without an implementation it reads
    /// what is under the path, calls ``append(_:to:)`` and then ``sync(_:)``.
    func appendDurably(_ bytes: [UInt8], to path: String, expecting size: Int) throws(StorageError) -> Bool

    /// Makes what was appended last: when this returns, a loss of power takes nothing of it back.
    ///
    /// If nothing is under the path, this does nothing.
    func sync(_ path: String) throws(StorageError)

    /// Gives what is under a path another one, whose contents it replaces; lasting when it returns.
    func move(_ path: String, to newPath: String) throws(StorageError)

    /// Removes what is under a path; lasting when it returns. If nothing is there, this does
    /// nothing.
    func remove(_ path: String) throws(StorageError)

    /// Returns the path that all other functions are called with in place of this one.
    ///
    /// Files follow a symbolic link here, so that what stands beside the file is beside its target.
    /// Called before ``lock(_:)``. Without an implementation it returns the path as it is.
    func resolve(_ path: String) throws(StorageError) -> String

    /// The paths under which something is, and that begin with this one, in no order.
    ///
    /// Of files those are looked for which stand beside it, in the same folder.
    func paths(beginningWith path: String) throws(StorageError) -> [String]

    /// Takes what is under a path, and beside it, for whoever calls this, and for nobody else.
    ///
    /// It need not be there. As long as somebody has it, in this process or another, it is refused
    /// with ``StorageError/Reason/isInUse``. It ends with ``StorageLock/unlock()``, with the last
    /// reference to the lock, and with the process. The functions above do not ask for it.
    func lock(_ path: String) throws(StorageError) -> StorageLock
}

extension Storage {
    /// Replaces what is under a path, whole or not at all; what was there is gone.
    public func write(_ bytes: [UInt8], to path: String) throws(StorageError) {
        try write(bytes, to: path, keepingOldAs: nil)
    }

    /// Returns the path as it is.
    public func resolve(_ path: String) throws(StorageError) -> String { path }

    /// Reads what is under the path, and calls ``append(_:to:)`` and ``sync(_:)``.
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
