// SPDX-License-Identifier: MIT

/// A file that survives crashes, with its lock and its companions: the file before it, the damaged files
/// that were put aside, and temporary files of all of these.
package struct DurableFile: Sendable {
    package let path: String
    package let storage: any Storage
    /// The path of the file, once symbolic links are resolved.
    package private(set) var target: String
    private var lock: StorageLock?
    private var reports: [StorageError] = []

    package init(at path: String, in storage: any Storage) {
        self.path = path
        self.storage = storage
        target = path
    }

    /// Locks the file, unless it is locked.
    ///
    /// - Returns: Whether it was not locked, so that other processes may have changed it.
    package mutating func open() throws(StorageError) -> Bool {
        if let lock, lock.isHeld { return false }
        lock = nil
        target = try storage.resolve(path)
        lock = try storage.lock(target)
        return true
    }

    /// Unlocks the file until it is opened again.
    package mutating func close() { lock = nil }

    package func read() throws(StorageError) -> [UInt8]? { try storage.read(target) }

    /// The companions of the file, and those beside a symbolic link to it: the file may have been there before.
    package func companions() throws(StorageError) -> [String] {
        try storage.companionPaths(of: target) + (path == target ? [] : storage.companionPaths(of: path))
    }

    package func removeCompanions() throws(StorageError) {
        for companion in try companions() { try storage.remove(companion) }
    }

    /// Moves a damaged file aside, and reports it.
    package mutating func moveAside(_ damaged: String) throws(StorageError) {
        let copy = try storage.nextDamagedPath(of: target)
        try storage.move(damaged, to: copy)
        reportDamage(keptAs: copy)
    }

    /// Puts a copy of a damaged file aside, and reports it.
    package mutating func putAside(_ bytes: [UInt8]) throws(StorageError) {
        reportDamage(keptAs: try storage.putAside(bytes, of: target))
    }

    private mutating func reportDamage(keptAs copy: String) {
        report(StorageError(.read, path, .wasDamaged(keptAs: copy)))
    }

    /// Adds what the app should know about the file.
    package mutating func report(_ error: StorageError) { reports.append(error) }

    /// Returns the reports, each once.
    package mutating func takeReports() -> [StorageError] {
        defer { reports = [] }
        return reports
    }
}
