// SPDX-License-Identifier: MIT

import CRexSystem

/// Keeps bytes in files.
///
/// A file is replaced by one that was written beside it, whose name ends with `.new`, and that was
/// synced before it got its name; then the folder is synced. So it is whole at each moment, with
/// the old bytes or the new ones. Folders that are missing are made for their owner alone, with the
/// permissions 0700. A lock is an empty file whose name ends with `.lock`, which stays; the system
/// gives it back when the process ends.
///
/// On Apple's platforms what is synced is on the disk, and not only on its way to it. A symbolic link
/// is followed once, by ``resolve(_:)``; the file and all that stands beside it are at its target.
public struct FileStorage: Storage {
    private let calls: any FileCalls
    private let permissions: UInt32

    /// Makes a storage whose files have these permissions, as far as the `umask` of the process
    /// allows them.
    public init(permissions: UInt32 = 0o600) {
        self.init(permissions: permissions, calls: SystemFiles())
    }

    /// Makes a storage on other calls than the system's.
    package init(permissions: UInt32 = 0o600, calls: some FileCalls) {
        (self.permissions, self.calls) = (permissions, calls)
    }

    /// All bytes of a file; nil if there is none.
    public func read(_ path: String) throws(StorageError) -> [UInt8]? {
        try attempt(.read, path) { () throws(FileFailure) in
            guard let file = try openUnlessMissing(path, .reading) else { return nil }
            defer { calls.close(file) }
            return try calls.read(file)
        }
    }

    /// Writes a file beside it, syncs that, renames both, and syncs the folder.
    public func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError) {
        try attempt(.write, path) { () throws(FileFailure) in
            let new = path + ".new"
            try removeUnlessMissing(new)
            do throws(FileFailure) {
                try writeNew(bytes, to: new)
                try changing(folder(of: path)) { () throws(FileFailure) in
                    try replace(path, by: new, keepingOldAs: oldPath)
                }
            } catch {
                // Whether it can be removed or not, it is out of the way of the next one.
                try? calls.unlink(new)
                throw error
            }
        }
    }

    /// Adds bytes to a file, which is made with its folders if it is missing.
    public func append(_ bytes: [UInt8], to path: String) throws(StorageError) {
        try attempt(.append, path) { () throws(FileFailure) in
            let present = try openUnlessMissing(path, .adding)
            let file = if let present { present } else { try make(path) }
            defer { calls.close(file) }
            let size = present == nil ? 0 : try calls.size(of: file)
            do throws(FileFailure) {
                try undoing(file, size) { () throws(FileFailure) in try writeAll(bytes, to: file) }
            } catch {
                if present == nil { try? calls.unlink(path) }
                throw error
            }
        }
    }

    /// Adds bytes to a file that has `size` bytes, and syncs it before it is closed.
    public func appendDurably(
        _ bytes: [UInt8],
        to path: String,
        expecting size: Int
    ) throws(StorageError) -> Bool {
        let present = try attempt(.append, path) { () throws(FileFailure) in
            try openUnlessMissing(path, .adding)
        }
        guard let file = present else { return false }
        defer { calls.close(file) }
        let isAdded = try attempt(.append, path) { () throws(FileFailure) in
            guard try calls.size(of: file) == size else { return false }
            try undoing(file, size) { () throws(FileFailure) in try writeAll(bytes, to: file) }
            return true
        }
        guard isAdded else { return false }
        // What a sync has failed to write is in memory all the same, and would be read as if it was on disk.
        try attempt(.sync, path) { () throws(FileFailure) in
            try undoing(file, size) { () throws(FileFailure) in try calls.sync(file) }
        }
        return true
    }

    /// Syncs a file.
    public func sync(_ path: String) throws(StorageError) {
        try attempt(.sync, path) { () throws(FileFailure) in
            guard let file = try openUnlessMissing(path, .adding) else { return }
            defer { calls.close(file) }
            try calls.sync(file)
        }
    }

    /// Renames a file within its folder or its disk, and syncs the folders.
    public func move(_ path: String, to newPath: String) throws(StorageError) {
        try attempt(.move, path) { () throws(FileFailure) in
            try changing(folder(of: newPath)) { () throws(FileFailure) in
                try calls.rename(path, to: newPath)
            }
            if folder(of: path) != folder(of: newPath) { try syncFolder(of: path) }
        }
    }

    /// Removes a file, and syncs the folder.
    public func remove(_ path: String) throws(StorageError) {
        try attempt(.remove, path) { () throws(FileFailure) in
            do throws(FileFailure) {
                // One that is not there may have been removed a moment before a crash.
                try changing(folder(of: path)) { () throws(FileFailure) in try removeUnlessMissing(path) }
            } catch  where error.number == ENOENT {
                // Nor is its folder.
            }
        }
    }

    /// The files of the folder whose paths begin with this one; none if there is no such folder.
    public func paths(beginningWith path: String) throws(StorageError) -> [String] {
        try attempt(.list, path) { () throws(FileFailure) in
            let (start, name) = split(path)
            do throws(FileFailure) {
                let names = try calls.names(in: folder(of: path)).filter { $0.utf8.starts(with: name.utf8) }
                return names.map { start + $0 }
            } catch  where error.number == ENOENT {
                return []
            }
        }
    }

    /// Takes a file, by the lock of another one beside it; refused at once if somebody has it.
    public func lock(_ path: String) throws(StorageError) -> StorageLock {
        let place = path + ".lock"
        let file = try attempt(.lock, path) { () throws(FileFailure) in
            if let file = try openUnlessMissing(place, .adding) { return file }
            try prepareFolder(of: path)
            return try calls.open(place, .claiming, permissions: permissions)
        }
        guard calls.claim(file) else {
            calls.close(file)
            throw StorageError(.lock, path, .isInUse)
        }
        return StorageLock(isValid: { [calls] in calls.isOpen(file, at: place) }) { [calls] in
            calls.giveBack(file)
            calls.close(file)
        }
    }

    /// Follows a symbolic link, and those behind it, to a path that is none, whether anything is
    /// there or not.
    public func resolve(_ path: String) throws(StorageError) -> String {
        try attempt(.read, path) { () throws(FileFailure) in
            var place = path
            // As many as the system follows.
            for _ in 0...40 {
                guard let target = try calls.linkTarget(of: place) else { return place }
                place = target.utf8.first == UInt8(ascii: "/") ? target : split(place).start + target
            }
            throw FileFailure(ELOOP)
        }
    }
}

// MARK: Steps

extension FileStorage {
    private func attempt<Result>(
        _ operation: StorageError.Operation,
        _ path: String,
        _ body: () throws(FileFailure) -> Result
    ) throws(StorageError) -> Result {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw StorageError(operation, path, .system(EINVAL)) }
        do throws(FileFailure) {
            return try body()
        } catch {
            throw StorageError(operation, path, error.number == EISDIR ? .isNotFile : .system(error.number))
        }
    }

    private func openUnlessMissing(_ path: String, _ mode: FileOpening) throws(FileFailure) -> CInt? {
        do throws(FileFailure) {
            return try calls.open(path, mode, permissions: permissions)
        } catch  where error.number == ENOENT {
            return nil
        }
    }

    private func removeUnlessMissing(_ path: String) throws(FileFailure) {
        do throws(FileFailure) {
            try calls.unlink(path)
        } catch  where error.number == ENOENT {
            // It is not there.
        }
    }

    private func writeNew(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        let file = try openNew(path)
        defer { calls.close(file) }
        try writeAll(bytes, to: file)
        try calls.sync(file)
    }

    private func openNew(_ path: String) throws(FileFailure) -> CInt {
        do throws(FileFailure) {
            return try calls.open(path, .new, permissions: permissions)
        } catch  where error.number == ENOENT {
            try prepareFolder(of: path)
            return try calls.open(path, .new, permissions: permissions)
        }
    }

    /// Makes an empty file that lasts.
    private func make(_ path: String) throws(FileFailure) -> CInt {
        let file = try openNew(path)
        do throws(FileFailure) {
            try syncFolder(of: path)
            return file
        } catch {
            calls.close(file)
            try? calls.unlink(path)
            throw error
        }
    }

    private func writeAll(_ bytes: [UInt8], to file: CInt) throws(FileFailure) {
        var rest = bytes[...]
        while !rest.isEmpty { rest = rest.dropFirst(try calls.write(rest, to: file)) }
    }

    private func replace(_ path: String, by new: String, keepingOldAs oldPath: String?) throws(FileFailure) {
        guard let oldPath else { return try calls.rename(new, to: path) }
        var isKept = true
        do throws(FileFailure) {
            try calls.rename(path, to: oldPath)
        } catch  where error.number == ENOENT {
            isKept = false
        }
        do throws(FileFailure) {
            try calls.rename(new, to: path)
        } catch {
            if isKept { try? calls.rename(oldPath, to: path) }
            throw error
        }
    }

    /// Cuts a file back to the size that it had, as far as the disk does it, if `body` fails.
    private func undoing(
        _ file: CInt,
        _ size: Int,
        _ body: () throws(FileFailure) -> Void
    ) throws(FileFailure) {
        do throws(FileFailure) {
            try body()
        } catch {
            try? calls.truncate(file, to: size)
            throw error
        }
    }

    private func syncFolder(of path: String) throws(FileFailure) {
        try changing(folder(of: path)) {}
    }

    /// Lets what `body` does to the names in a folder last; where the folder cannot be synced, it is not
    /// done.
    private func changing(_ folder: String, _ body: () throws(FileFailure) -> Void) throws(FileFailure) {
        let folder = try calls.open(folder, .folder, permissions: 0)
        defer { calls.close(folder) }
        try body()
        do throws(FileFailure) {
            try calls.sync(folder)
        } catch  where error.number == EINVAL {
            // A file system that cannot sync a folder keeps its names in another way.
        }
    }

    /// Makes the folder of a path, and those that it is in, and lets all of them last.
    ///
    /// One that is there may have been made a moment before a crash, so it is made to last as well.
    private func prepareFolder(of path: String) throws(FileFailure) {
        var place = folder(of: path)
        try makeFolders(place)
        while folder(of: place) != place {
            do throws(FileFailure) {
                try syncFolder(of: place)
            } catch  where [EACCES, EPERM, EROFS].contains(error.number) {
                // Whoever may not change a folder has not made what is in it.
            }
            place = folder(of: place)
        }
    }

    private func makeFolders(_ path: String) throws(FileFailure) {
        do throws(FileFailure) {
            try calls.makeFolder(path)
        } catch  where error.number == EEXIST {
            return
        } catch  where error.number == ENOENT && folder(of: path) != path {
            try makeFolders(folder(of: path))
            do throws(FileFailure) {
                try calls.makeFolder(path)
            } catch  where error.number == EEXIST {
                // Somebody else has made it meanwhile.
            }
        }
    }

    /// The folder that a path is in.
    private func folder(of path: String) -> String {
        let (start, _) = split(path)
        return start.isEmpty ? "." : start == "/" ? start : String(start.dropLast())
    }

    /// A path up to its last slash, and the name behind it.
    ///
    /// The system compares bytes, so that a name may begin with a mark that combines with the slash.
    private func split(_ path: String) -> (start: String, name: String) {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        return (String(path[..<end]), String(path[end...]))
    }
}

extension Storage where Self == FileStorage {
    /// Files that only their owner can read.
    public static var files: FileStorage { FileStorage() }

    /// Files with these permissions, as far as the `umask` of the process allows them.
    public static func files(permissions: UInt32 = 0o600) -> FileStorage { FileStorage(permissions: permissions) }
}
