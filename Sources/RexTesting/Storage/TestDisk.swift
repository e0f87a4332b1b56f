// SPDX-License-Identifier: MIT

import CRexSystem
import PersistenceMiddleware

/// A disk as programs see it, and what of it would be there after a loss of power.
struct TestDisk: Sendable {
    /// The bytes of a file, whatever its name.
    struct File: Sendable {
        var written: [UInt8] = []
        var synced: [UInt8] = []
    }

    /// A change of names that is not synced yet: each name and what has it from now on.
    struct Renaming: Sendable {
        let text: String
        let folder: String
        let changes: [String: Int?]
    }

    /// What is open.
    enum Opened: Sendable {
        case file(Int)
        case folder(String)
    }

    /// A part of what was not synced, which a loss of power may leave.
    struct Choices {
        /// Whether the change of names with this text is left.
        var keepsName: (String) -> Bool = { _ in false }
        /// How many of the bytes are left that were not synced.
        var keepsBytes: (_ text: String, _ count: Int) -> Int = { _, _ in 0 }
        /// Whether there are zeros in place of the bytes that are not left.
        var fillsUp: (String) -> Bool = { _ in false }
    }

    private var files: [Int: File] = [:]
    private var names: [String: Int] = [:]
    private var syncedNames: [String: Int] = [:]
    private var renamings: [Renaming] = []
    /// The folders, and those whose names are synced.
    private var folders: Set<String> = []
    private var syncedFolders: Set<String> = []
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
        if isFolder(path) { throw FileFailure(EISDIR) }
        guard isFolder(parent(of: path)) else { throw FileFailure(ENOENT) }
        if let file = names[path] {
            if mode == .new { throw FileFailure(EEXIST) }
            return add(.file(file))
        }
        guard mode == .new || mode == .claiming else { throw FileFailure(ENOENT) }
        lastFile += 1
        files[lastFile] = File()
        change([path: lastFile], in: parent(of: path), "the name of the new \(path)")
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

    mutating func change(_ descriptor: CInt, _ body: (inout [UInt8]) -> Void) throws(FileFailure) {
        guard case .file(let file) = opened[descriptor] else { throw FileFailure(EBADF) }
        body(&files[file, default: File()].written)
    }

    mutating func sync(_ descriptor: CInt) throws(FileFailure) {
        switch opened[descriptor] {
        case .file(let file):
            let written = files[file]?.written ?? []
            files[file]?.synced = written
        case .folder(let folder):
            for renaming in renamings where renaming.folder == folder { renaming.apply(to: &syncedNames) }
            renamings.removeAll { $0.folder == folder }
            syncedFolders.formUnion(folders.filter { parent(of: $0) == folder })
        case nil: throw FileFailure(EBADF)
        }
    }

    mutating func giveBack(_ descriptor: CInt) {
        if case .file(let file) = opened[descriptor], claims[file] == descriptor { claims[file] = nil }
    }

    mutating func claim(_ descriptor: CInt) -> Bool {
        guard case .file(let file) = opened[descriptor], claims[file] == nil else { return false }
        claims[file] = descriptor
        return true
    }

    // MARK: Names

    mutating func rename(_ path: String, to newPath: String) throws(FileFailure) {
        if isFolder(path) || isFolder(newPath) { throw FileFailure(EISDIR) }
        guard let file = names[path], isFolder(parent(of: newPath)) else { throw FileFailure(ENOENT) }
        change([path: nil, newPath: file], in: parent(of: newPath), "the renaming of \(path) to \(newPath)")
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

    // MARK: Power

    /// What is there after a loss of power: what was synced, and what is chosen of the rest.
    func afterLoss(_ choices: Choices) -> TestDisk {
        var disk = TestDisk()
        // A folder is gone with the one that it is in.
        for folder in syncedFolders.sorted() where disk.isFolder(parent(of: folder)) { disk.folders.insert(folder) }
        disk.syncedFolders = disk.folders
        disk.names = syncedNames
        for renaming in renamings where choices.keepsName(renaming.text) { renaming.apply(to: &disk.names) }
        disk.names = disk.names.filter { disk.isFolder(parent(of: $0.key)) }
        disk.syncedNames = disk.names
        for (name, file) in disk.names.sorted(by: { $0.key < $1.key }) where disk.files[file] == nil {
            let bytes = files[file].map { remains(of: $0, name, choices) } ?? []
            disk.files[file] = File(written: bytes, synced: bytes)
        }
        (disk.lastFile, disk.lastDescriptor) = (lastFile, lastDescriptor)
        return disk
    }

    private func remains(of file: File, _ name: String, _ choices: Choices) -> [UInt8] {
        guard file.written != file.synced else { return file.synced }
        let isLonger = file.written.starts(with: file.synced)
        let new = isLonger ? file.written[file.synced.count...] : file.written[...]
        let kept = choices.keepsBytes("the bytes of \(name) that are left", new.count)
        guard isLonger || kept > 0 else { return file.synced }
        let zeros = choices.fillsUp("zeros behind them") ? new.count - kept : 0
        return (isLonger ? file.synced : []) + new.prefix(kept) + [UInt8](repeating: 0, count: zeros)
    }

    private mutating func change(_ changes: [String: Int?], in folder: String, _ text: String) {
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
}

extension TestDisk.Renaming {
    fileprivate func apply(to names: inout [String: Int]) {
        for (name, file) in changes { names[name] = file }
    }
}
