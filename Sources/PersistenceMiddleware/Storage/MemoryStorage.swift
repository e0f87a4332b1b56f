// SPDX-License-Identifier: MIT

import RexCore

/// Keeps bytes in memory, as long as it has a reference.
///
/// For previews, and for bytes that need not outlive the process. Only ``lock(_:)`` can fail.
public final class MemoryStorage: Storage {
    private struct Contents {
        var bytes: [String: [UInt8]] = [:]
        var locked: Set<String> = []
    }

    private let contents = Lock(Contents())

    /// Makes an empty storage.
    public init() {}

    /// Returns all bytes under a path, or nil if the path has none.
    public func read(_ path: String) -> [UInt8]? {
        contents.withLock { $0.bytes[path] }
    }

    /// Replaces the bytes under a path.
    public func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) {
        contents.withLock { contents in
            if let oldPath, let old = contents.bytes[path] { contents.bytes[oldPath] = old }
            contents.bytes[path] = bytes
        }
    }

    /// Appends bytes to those under a path.
    public func append(_ bytes: [UInt8], to path: String) {
        contents.withLock { $0.bytes[path, default: []] += bytes }
    }

    /// Does nothing: memory does not survive a loss of power.
    public func sync(_ path: String) {}

    /// Does nothing, like ``sync(_:)``.
    public func resync(_ bytes: [UInt8], at path: String) {}

    /// Moves the bytes of a path to another one.
    ///
    /// Does nothing if the path has none.
    public func move(_ path: String, to newPath: String) {
        contents.withLock { contents in
            if let bytes = contents.bytes.removeValue(forKey: path) { contents.bytes[newPath] = bytes }
        }
    }

    /// Removes a path and its bytes.
    public func remove(_ path: String) {
        contents.withLock { _ = $0.bytes.removeValue(forKey: path) }
    }

    /// Returns the paths with bytes that begin with this one.
    public func paths(beginningWith path: String) -> [String] {
        contents.withLock { $0.bytes.keys.filter { $0.hasPrefix(path) } }
    }

    /// Locks a path; throws if it is locked already.
    public func lock(_ path: String) throws(StorageError) -> StorageLock {
        guard contents.withLock({ $0.locked.insert(path).inserted }) else { throw StorageError(.lock, path, .isInUse) }
        return StorageLock { [self] in contents.withLock { _ = $0.locked.remove(path) } }
    }
}

extension Storage where Self == MemoryStorage {
    /// A new storage in memory.
    public static var memory: MemoryStorage { MemoryStorage() }
}
