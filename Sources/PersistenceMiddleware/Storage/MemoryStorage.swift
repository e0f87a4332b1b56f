// SPDX-License-Identifier: MIT

import RexCore

/// Keeps bytes in memory, for as long as somebody has a reference to it.
///
/// For previews, and for what is only to be kept while the process runs. It fails only where
/// somebody has a lock.
public final class MemoryStorage: Storage {
    private struct Contents {
        var bytes: [String: [UInt8]] = [:]
        var locked: Set<String> = []
    }

    private let contents = Lock(Contents())

    /// Makes a storage with nothing in it.
    public init() {}

    /// All bytes under a path; nil if there is nothing.
    public func read(_ path: String) -> [UInt8]? {
        contents.withLock { $0.bytes[path] }
    }

    /// Replaces what is under a path.
    public func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) {
        contents.withLock { contents in
            if let oldPath, let old = contents.bytes[path] { contents.bytes[oldPath] = old }
            contents.bytes[path] = bytes
        }
    }

    /// Adds bytes at the end of what is under a path.
    public func append(_ bytes: [UInt8], to path: String) {
        contents.withLock { $0.bytes[path, default: []] += bytes }
    }

    /// Does nothing: there is nothing that lasts.
    public func sync(_ path: String) {}

    /// Gives what is under a path another one; if there is nothing, it does nothing.
    public func move(_ path: String, to newPath: String) {
        contents.withLock { contents in
            if let bytes = contents.bytes.removeValue(forKey: path) { contents.bytes[newPath] = bytes }
        }
    }

    /// Removes what is under a path.
    public func remove(_ path: String) {
        contents.withLock { _ = $0.bytes.removeValue(forKey: path) }
    }

    /// The paths under which something is, and that begin with this one.
    public func paths(beginningWith path: String) -> [String] {
        contents.withLock { $0.bytes.keys.filter { $0.hasPrefix(path) } }
    }

    /// Takes what is under a path; refused as long as somebody has it.
    public func lock(_ path: String) throws(StorageError) -> StorageLock {
        guard contents.withLock({ $0.locked.insert(path).inserted }) else { throw StorageError(.lock, path, .isInUse) }
        return StorageLock { [self] in contents.withLock { _ = $0.locked.remove(path) } }
    }
}

extension Storage where Self == MemoryStorage {
    /// A storage in memory, another one each time.
    public static var memory: MemoryStorage { MemoryStorage() }
}
