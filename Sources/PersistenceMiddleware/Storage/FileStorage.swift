// SPDX-License-Identifier: MIT

import CRexSystem

/// Keeps bytes in files.
///
/// A file is replaced atomically: a temporary file, whose name ends with `.new`, is written beside it,
/// synced and renamed, and the folder is synced. Missing folders are made with the permissions 0700.
/// A lock is an empty file whose name ends with `.lock`. The file stays, and the system unlocks it when
/// the process ends.
///
/// A sync on Apple's platforms uses `F_FULLFSYNC`, so that the bytes are on the disk itself. A symbolic
/// link is followed once, by ``resolve(_:)``; all files are beside its target.
public struct FileStorage: Storage {
    private let calls: any FileCalls
    private let permissions: UInt32

    /// Makes a storage whose system calls go through `calls`.
    package init(permissions: UInt32 = 0o600, calls: some FileCalls = SystemFiles()) {
        (self.permissions, self.calls) = (permissions, calls)
    }

    /// Returns all bytes of a file, or nil if it does not exist.
    public func read(_ path: String) throws(StorageError) -> [UInt8]? {
        try attempt(.read, path) { () throws(FileFailure) in
            guard let file = try openUnlessMissing(path, .reading) else { return nil }
            defer { calls.close(file) }
            return try calls.read(file)
        }
    }

    /// Writes and syncs a temporary file, gives the old one its second name, renames the new one, and
    /// syncs the folder.
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

    /// Appends bytes to a file.
    ///
    /// A missing file is made, with its folders.
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

    /// Appends bytes to a file of `size` bytes, and syncs it before it is closed.
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

    /// Syncs a file and its folder.
    public func sync(_ path: String) throws(StorageError) {
        try sync(path, .adding) { _ in }
    }

    /// Overwrites a file with the same bytes, and syncs it and its folder.
    public func resync(_ bytes: [UInt8], at path: String) throws(StorageError) {
        try sync(path, .changing) { file throws(FileFailure) in
            var rest = bytes[...]
            do throws(FileFailure) {
                while !rest.isEmpty {
                    rest = rest.dropFirst(try calls.write(rest, to: file, at: rest.startIndex))
                }
            } catch  where error.number == ENOSPC || error.number == EDQUOT {
                // A file system that writes to another place than before has no room for it.
            }
        }
    }

    private func sync(
        _ path: String,
        _ mode: FileOpening,
        after change: (CInt) throws(FileFailure) -> Void
    ) throws(StorageError) {
        try attempt(.sync, path) { () throws(FileFailure) in
            if let file = try openUnlessMissing(path, mode) {
                defer { calls.close(file) }
                try change(file)
                try calls.sync(file)
            }
            do throws(FileFailure) {
                try syncFolder(of: path)
            } catch  where error.number == ENOENT {
                // Without a folder there is nothing to sync.
            }
        }
    }

    /// Renames a file on its device, and syncs the folders.
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

    /// Returns the files in the folder whose paths begin with this one.
    ///
    /// A missing folder has no files.
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

    /// Locks a file, by a lock file beside it.
    ///
    /// Throws at once if it is locked already.
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

    /// Follows symbolic links until a path is not a link.
    ///
    /// The target need not exist.
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

    /// Makes an empty file, and syncs its name.
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
        if let oldPath { try keep(path, as: oldPath) }
        try calls.rename(new, to: path)
    }

    /// Gives a file a second name in place of the file of that name.
    ///
    /// At each moment both names have a whole file.
    private func keep(_ path: String, as oldPath: String) throws(FileFailure) {
        let temporary = oldPath + ".new"
        try removeUnlessMissing(temporary)
        do throws(FileFailure) {
            try calls.link(path, to: temporary)
        } catch  where error.number == ENOENT {
            return
        } catch  where rex_cannot_link(error.number) {
            // The file system has no second names, or no more of them for this file.
            try copy(path, to: temporary)
        }
        do throws(FileFailure) {
            try calls.rename(temporary, to: oldPath)
        } catch {
            try? calls.unlink(temporary)
            throw error
        }
    }

    private func copy(_ path: String, to newPath: String) throws(FileFailure) {
        let file = try calls.open(path, .reading, permissions: permissions)
        defer { calls.close(file) }
        try writeNew(try calls.read(file), to: newPath)
    }

    /// Shortens a file to `size` again if `body` fails, unless that fails as well.
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

    /// Syncs a folder after `body` has changed names in it.
    ///
    /// If the folder cannot be opened for that, `body` is not called.
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

    /// Makes the folder of a path and its parents, and syncs their names.
    ///
    /// An existing folder may have been made a moment before a crash, so its name is synced as well.
    private func prepareFolder(of path: String) throws(FileFailure) {
        var place = folder(of: path)
        try makeFolders(place)
        while folder(of: place) != place {
            do throws(FileFailure) {
                try syncFolder(of: place)
            } catch  where [EACCES, EPERM, EROFS].contains(error.number) {
                // Without permission to change this folder, this process has not made an entry in it.
            }
            place = folder(of: place)
        }
    }

    private func makeFolders(_ path: String) throws(FileFailure) {
        do throws(FileFailure) {
            try calls.makeFolder(path)
        } catch  where error.number == EEXIST {
            // It was made before.
        } catch  where error.number == ENOENT && folder(of: path) != path {
            try makeFolders(folder(of: path))
            do throws(FileFailure) {
                try calls.makeFolder(path)
            } catch  where error.number == EEXIST {
                // Somebody else has made it meanwhile.
            }
        }
    }

    /// Returns the folder of a path.
    private func folder(of path: String) -> String {
        let (start, _) = split(path)
        return start.isEmpty ? "." : start == "/" ? start : String(start.dropLast())
    }

    /// Splits a path after its last slash.
    ///
    /// The system compares bytes, so a name may begin with a character that combines with the slash.
    private func split(_ path: String) -> (start: String, name: String) {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
        return (String(path[..<end]), String(path[end...]))
    }
}

extension Storage where Self == FileStorage {
    /// Files that only their owner can read.
    public static var files: FileStorage { FileStorage() }

    /// Files with these permissions, reduced by the `umask` of the process.
    public static func files(permissions: UInt32) -> FileStorage { FileStorage(permissions: permissions) }
}
