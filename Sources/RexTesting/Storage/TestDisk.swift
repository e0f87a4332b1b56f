// SPDX-License-Identifier: MIT

import CRexSystem
import PersistenceMiddleware

/// A simulated disk: its files as programs see them, and as a loss of power leaves them.
struct TestDisk: Sendable {
    /// The contents of a file, under any name.
    struct File: Sendable {
        var written: [UInt8] = []
        var synced: [UInt8] = []
        /// The number of bytes at the beginning that no later sync writes: they are on disk, or a
        /// sync has failed to write them.
        var clean = 0

        /// Writes the other bytes to the disk.
        mutating func sync() {
            let old = synced.prefix(clean)
            synced = old + [UInt8](repeating: 0, count: clean - old.count) + written[clean...]
            clean = written.count
        }

        mutating func overwrite(_ bytes: ArraySlice<UInt8>, at offset: Int) {
            written.replaceSubrange(offset..<min(written.count, offset + bytes.count), with: bytes)
            clean = min(clean, offset)
        }

        mutating func truncate(to size: Int) {
            written.removeSubrange(min(size, written.count)...)
            clean = min(clean, size)
        }
    }

    /// The meaning of a name.
    enum Entry: Sendable, Equatable {
        case file(Int)
        case link(String)
    }

    /// An unsynced change of names: the names with their new entries.
    struct Renaming: Sendable {
        let text: String
        let folder: String
        let changes: [String: Entry?]
    }

    /// An open file or folder.
    enum Opened: Sendable {
        case file(Int)
        case folder(String)
    }

    /// Chooses the unsynced changes that survive a loss of power.
    struct Choices {
        /// Returns whether the change of names with this text survives.
        var keepsName: (String) -> Bool = { _ in false }
        /// Returns the number of unsynced bytes that survive.
        var keepsBytes: (_ text: String, _ count: Int) -> Int = { _, _ in 0 }
        /// Returns whether the lost bytes become zeros.
        var fillsUp: (String) -> Bool = { _ in false }
    }

    private var files: [Int: File] = [:]
    private var names: [String: Entry] = [:]
    private var syncedNames: [String: Entry] = [:]
    private var renamings: [Renaming] = []
    /// The folders.
    ///
    /// `syncedFolders` are those whose names are synced.
    private var folders: Set<String> = []
    private var syncedFolders: Set<String> = []
    /// The folders that are mount points of other devices.
    private var devices: Set<String> = []
    private var opened: [CInt: Opened] = [:]
    private var claims: [Int: CInt] = [:]
    private var lastFile = 0
    private var lastDescriptor: CInt = 0

    // MARK: Files

    mutating func open(_ path: String, _ mode: FileOpening) throws(FileFailure) -> CInt {
        guard mode != .folder else {
            guard isFolder(path) else { throw FileFailure(ENOENT) }
            return add(.folder(path))
        }
        if case .link = names[path] {
            if mode == .new { throw FileFailure(EEXIST) }
            if mode == .claiming { throw FileFailure(ELOOP) }
            return try open(target(of: path), mode)
        }
        if isFolder(path) { throw FileFailure(EISDIR) }
        guard isFolder(parent(of: path)) else { throw FileFailure(ENOENT) }
        if case .file(let file) = names[path] {
            if mode == .new { throw FileFailure(EEXIST) }
            return add(.file(file))
        }
        guard mode == .new || mode == .claiming else { throw FileFailure(ENOENT) }
        lastFile += 1
        files[lastFile] = File()
        change([path: .file(lastFile)], in: parent(of: path), "the name of the new \(path)")
        return add(.file(lastFile))
    }

    mutating func close(_ descriptor: CInt) {
        giveBack(descriptor)
        opened[descriptor] = nil
    }

    func bytes(of descriptor: CInt) throws(FileFailure) -> [UInt8] {
        guard case .file(let file) = opened[descriptor] else { throw FileFailure(EBADF) }
        return files[file]?.written ?? []
    }

    mutating func change(_ descriptor: CInt, _ body: (inout File) -> Void) throws(FileFailure) {
        guard case .file(let file) = opened[descriptor] else { throw FileFailure(EBADF) }
        body(&files[file, default: File()])
    }

    mutating func sync(_ descriptor: CInt) throws(FileFailure) {
        switch opened[descriptor] {
        case .file(let file): files[file]?.sync()
        case .folder(let folder):
            for renaming in renamings where renaming.folder == folder { renaming.apply(to: &syncedNames) }
            renamings.removeAll { $0.folder == folder }
            syncedFolders.formUnion(folders.filter { parent(of: $0) == folder })
        case nil: throw FileFailure(EBADF)
        }
    }

    /// Simulates a failed sync: the bytes can be read, but no later sync writes them.
    mutating func failSync(_ descriptor: CInt) {
        guard case .file(let file) = opened[descriptor], let count = files[file]?.written.count else { return }
        files[file]?.clean = count
    }

    mutating func giveBack(_ descriptor: CInt) {
        if case .file(let file) = opened[descriptor], claims[file] == descriptor { claims[file] = nil }
    }

    mutating func claim(_ descriptor: CInt) -> Bool {
        guard case .file(let file) = opened[descriptor], claims[file] == nil else { return false }
        claims[file] = descriptor
        return true
    }

    func isOpen(_ descriptor: CInt, at path: String) -> Bool {
        guard case .file(let file) = opened[descriptor] else { return false }
        return names[path] == .file(file)
    }

    // MARK: Names

    mutating func rename(_ path: String, to newPath: String) throws(FileFailure) {
        if isFolder(path) || isFolder(newPath) { throw FileFailure(EISDIR) }
        guard let entry = names[path], isFolder(parent(of: newPath)) else { throw FileFailure(ENOENT) }
        guard device(of: path) == device(of: newPath) else { throw FileFailure(EXDEV) }
        // As in a file system, two names of one file both stay.
        if names[newPath] == entry { return }
        change([path: nil, newPath: entry], in: parent(of: newPath), "the renaming of \(path) to \(newPath)")
    }

    mutating func link(_ path: String, to newPath: String) throws(FileFailure) {
        if isFolder(path) { throw FileFailure(EPERM) }
        guard let entry = names[path], isFolder(parent(of: newPath)) else { throw FileFailure(ENOENT) }
        if isFolder(newPath) || names[newPath] != nil { throw FileFailure(EEXIST) }
        guard device(of: path) == device(of: newPath) else { throw FileFailure(EXDEV) }
        change([newPath: entry], in: parent(of: newPath), "the name \(newPath) for \(path)")
    }

    mutating func unlink(_ path: String) throws(FileFailure) {
        if isFolder(path) { throw FileFailure(EISDIR) }
        guard names[path] != nil else { throw FileFailure(ENOENT) }
        change([path: nil], in: parent(of: path), "the removal of \(path)")
    }

    mutating func makeFolder(_ path: String) throws(FileFailure) {
        if isFolder(path) || names[path] != nil { throw FileFailure(EEXIST) }
        guard isFolder(parent(of: path)) else { throw FileFailure(ENOENT) }
        folders.insert(path)
    }

    func names(in folder: String) throws(FileFailure) -> [String] {
        guard isFolder(folder) else { throw FileFailure(ENOENT) }
        let all = names.keys.filter { parent(of: $0) == folder }
        return all.map { $0.contains("/") ? String($0.dropFirst(folder == "/" ? 1 : folder.count + 1)) : $0 }.sorted()
    }

    func linkTarget(of path: String) -> String? {
        if case .link(let target) = names[path] { target } else { nil }
    }

    /// Returns the path at the end of a chain of symbolic links.
    private func target(of path: String) throws(FileFailure) -> String {
        var path = path
        for _ in 0...40 {
            guard let target = linkTarget(of: path) else { return path }
            path = target.hasPrefix("/") || parent(of: path) == "." ? target : parent(of: path) + "/" + target
        }
        throw FileFailure(ELOOP)
    }

    // MARK: Other programs, and damage

    /// Makes a symbolic link and its folders, all of them synced.
    mutating func addLink(at path: String, to target: String) {
        addFolder(parent(of: path))
        (names[path], syncedNames[path]) = (.link(target), .link(target))
    }

    /// Makes a folder the mount point of another device.
    mutating func addDevice(at folder: String) {
        addFolder(folder)
        devices.insert(folder)
    }

    private mutating func addFolder(_ path: String) {
        guard !isFolder(path) else { return }
        addFolder(parent(of: path))
        folders.insert(path)
        syncedFolders.insert(path)
    }

    /// Removes a folder and its contents, synced and not.
    mutating func removeFolder(_ path: String) {
        func isOutside(_ other: String) -> Bool { other != path && !other.hasPrefix(path + "/") }
        func isNameOutside(_ name: (key: String, value: Entry)) -> Bool { isOutside(name.key) }
        names = names.filter(isNameOutside)
        syncedNames = syncedNames.filter(isNameOutside)
        renamings.removeAll { !$0.changes.keys.allSatisfy(isOutside) }
        folders = folders.filter(isOutside)
        syncedFolders = syncedFolders.filter(isOutside)
        devices = devices.filter(isOutside)
    }

    /// Flips a bit of a file.
    ///
    /// Returns false if the file has no such byte.
    mutating func flipBit(_ bit: Int, ofByte index: Int, in path: String) -> Bool {
        guard
            let path = try? target(of: path), case .file(let file) = names[path],
            var contents = files[file], contents.written.indices.contains(index)
        else { return false }
        contents.written[index] ^= 1 << UInt8(bit)
        if contents.synced.indices.contains(index) { contents.synced[index] ^= 1 << UInt8(bit) }
        files[file] = contents
        return true
    }

    // MARK: Crash and loss of power

    /// Returns the disk after a crash of the process.
    ///
    /// All changes are there, synced or not.
    func afterCrash() -> TestDisk {
        var disk = self
        (disk.opened, disk.claims) = ([:], [:])
        return disk
    }

    /// Returns the disk after a loss of power: the synced changes and the chosen unsynced ones.
    func afterLoss(_ choices: Choices) -> TestDisk {
        var disk = TestDisk()
        // A folder is lost with its parent.
        for folder in Array(syncedFolders).sorted() where disk.isFolder(parent(of: folder)) {
            disk.folders.insert(folder)
        }
        disk.syncedFolders = disk.folders
        disk.devices = devices
        disk.names = syncedNames
        for renaming in renamings where choices.keepsName(renaming.text) { renaming.apply(to: &disk.names) }
        disk.names = disk.names.filter { disk.isFolder(parent(of: $0.key)) }
        disk.syncedNames = disk.names
        for name in Array(disk.names.keys).sorted() {
            guard case .file(let file) = disk.names[name], disk.files[file] == nil else { continue }
            let bytes = files[file].map { remains(of: $0, name, choices) } ?? []
            disk.files[file] = File(written: bytes, synced: bytes, clean: bytes.count)
        }
        (disk.lastFile, disk.lastDescriptor) = (lastFile, lastDescriptor)
        return disk
    }

    /// Returns the bytes of a file after a loss of power.
    private func remains(of file: File, _ name: String, _ choices: Choices) -> [UInt8] {
        guard file.written != file.synced else { return file.synced }
        let common = zip(file.written, file.synced).prefix { $0 == $1 }.count
        let new = file.written[common...]
        guard !new.isEmpty else { return choices.keepsName("the shortening of \(name)") ? file.written : file.synced }
        let kept = choices.keepsBytes("the surviving bytes of \(name)", new.count)
        guard common == file.synced.count || kept > 0 else { return file.synced }
        let zeros = choices.fillsUp("zeros after them") ? new.count - kept : 0
        return file.written[..<common] + new.prefix(kept) + [UInt8](repeating: 0, count: zeros)
    }

    private mutating func change(_ changes: [String: Entry?], in folder: String, _ text: String) {
        let renaming = Renaming(text: text, folder: folder, changes: changes)
        renaming.apply(to: &names)
        renamings.append(renaming)
    }

    private mutating func add(_ new: Opened) -> CInt {
        lastDescriptor += 1
        opened[lastDescriptor] = new
        return lastDescriptor
    }

    private func isFolder(_ path: String) -> Bool { path == "." || path == "/" || folders.contains(path) }

    private func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the mount point of the device of a path, or nil for the main device.
    private func device(of path: String) -> String? {
        devices.filter { path.hasPrefix($0 + "/") }.max { $0.count < $1.count }
    }
}

extension TestDisk.Renaming {
    fileprivate func apply(to names: inout [String: TestDisk.Entry]) {
        for (name, entry) in changes { names[name] = entry }
    }
}
