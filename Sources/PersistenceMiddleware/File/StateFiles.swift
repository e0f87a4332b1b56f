// SPDX-License-Identifier: MIT

import RexCore

/// The files of a ``StateFile``, without the type of its value.
///
/// After an error of the storage it is unknown whether the call took effect, so each save replaces
/// the file as a whole.
final class StateFiles: Sendable {
    private struct Status {
        var file: DurableFile
        /// Whether the file is known to be no better than the value that is saved next.
        var mayReplace = false
        /// Whether the file may be lost with the power.
        var mayNotLast = false
        /// The owner of all these files, if it is known.
        var owner: String?
        /// Why the last load has returned no value, although there may be one.
        var unread: StorageError?

        var previous: String { file.target + ".previous" }
    }

    /// The file at a path.
    private enum Finding<Value> {
        case nothing
        case good(Value)
        /// A value whose header is damaged, and the bytes of the file with a good header.
        case recovered(Value, [UInt8])
        case damaged
        case foreign

        var isThere: Bool { if case .nothing = self { false } else { true } }

        var value: Value? {
            switch self {
            case .good(let value), .recovered(let value, _): value
            case .nothing, .damaged, .foreign: nil
            }
        }

        /// Whether there is a file without a readable value.
        var isUnreadable: Bool { isThere && value == nil }
    }

    typealias Reader<Value> = (_ payload: [UInt8], _ version: Int) throws(StorageError) -> Value

    private let path: String
    private let version: Int
    private let storage: any Storage
    private let status: Lock<Status>
    /// The owner of the last load, until a store has its value.
    ///
    /// Not in the status, whose lock is held while the disk works.
    private let loadedOwner = Lock<String?>(nil)

    init(path: String, version: Int, storage: any Storage) {
        (self.path, self.version, self.storage) = (path, version, storage)
        status = Lock(
            Status(file: DurableFile(at: path, in: storage)),
            rule: "A StateFile was used by its coder, its storage or a migration."
        )
    }

    func load<Value>(owner: String? = nil, _ read: Reader<Value>) throws(StorageError) -> Value? {
        try status.withThrowingLock { status throws(StorageError) in
            do throws(StorageError) {
                if let owner { try removeFiles(ofOthersThan: owner, &status) }
                let value = try load(&status, read)
                noteLoad(of: owner, &status)
                return value
            } catch  where error.reason == .isDamaged {
                // This error says already that files were put aside.
                _ = status.file.takeReports()
                noteLoad(of: owner, &status)
                throw error
            } catch {
                status.unread = error
                throw error
            }
        }
    }

    /// Returns whether a value of this owner was loaded since the last call that returned true.
    func takeLoad(of owner: String) -> Bool {
        loadedOwner.withLock { loaded in
            guard loaded == owner else { return false }
            loaded = nil
            return true
        }
    }

    /// Whether a value of this owner was loaded and not taken.
    func isLoaded(for owner: String) -> Bool { loadedOwner.withLock { $0 == owner } }

    private func load<Value>(_ status: inout Status, _ read: Reader<Value>) throws(StorageError) -> Value? {
        try take(&status, isReading: true)
        let value = try examine(&status, isSaving: false, read)
        try settle(&status)
        return value
    }

    func save(_ payload: [UInt8], owner: String?, checkedBy read: Reader<Void>) throws(StorageError) {
        let bytes = SavedState(version: version, owner: owner, payload: payload).bytes
        try status.withThrowingLock { status throws(StorageError) in
            try take(&status)
            if let owner { try removeFiles(ofOthersThan: owner, &status) }
            if !status.mayReplace {
                do throws(StorageError) {
                    let isThere = try examine(&status, isSaving: true, read) != nil
                    if isThere, let unread = status.unread {
                        status.mayReplace = false
                        throw unread
                    }
                } catch  where error.reason == .isDamaged {
                    // The damaged file was put aside, and the saved value replaces it.
                }
            }
            if owner == nil { status.owner = nil }
            try storage.write(bytes, to: status.file.target, keepingOldAs: status.previous)
            status.mayNotLast = false
        }
    }

    /// Unlocks the file until it is used again.
    func release() {
        status.withLock { status in
            status.file.close()
            (status.mayReplace, status.owner) = (false, nil)
        }
    }

    func remove() throws(StorageError) {
        try status.withThrowingLock { status throws(StorageError) in
            try take(&status)
            try removeFiles(&status)
        }
    }

    /// Returns the damaged files that were put aside, each once.
    func takeReports() -> [StorageError] { status.withLock { $0.file.takeReports() } }
}

// MARK: Steps

extension StateFiles {
    /// Takes the file unless it is open.
    private func take(_ status: inout Status, isReading: Bool = false) throws(StorageError) {
        do throws(StorageError) {
            guard try status.file.open() else { return }
            status.mayNotLast = true
        } catch  where isReading && error.isForbidden {
            // Where this process may not write, it reads all the same.
        }
        (status.mayReplace, status.owner) = (false, nil)
    }

    /// Notes that no value is left that a save would lose.
    private func noteLoad(of owner: String?, _ status: inout Status) {
        status.unread = nil
        if let owner { loadedOwner.withLock { $0 = owner } }
    }

    private func removeFiles(_ status: inout Status) throws(StorageError) {
        if let bytes = try status.file.read(), case .foreign = SavedState.find(in: bytes) {
            throw StorageError(.remove, path, .isForeign)
        }
        try status.file.removeCompanions()
        // Last, since the one before it would be loaded without it.
        try storage.remove(status.file.target)
        (status.mayReplace, status.mayNotLast, status.unread, status.owner) = (true, false, nil, nil)
    }

    /// Removes the file with all its copies, unless they are of this owner.
    ///
    /// All copies are of one owner, since a save over the file of another one removes them first.
    private func removeFiles(ofOthersThan owner: String, _ status: inout Status) throws(StorageError) {
        try take(&status, isReading: true)
        guard status.owner != owner else { return }
        if try areFiles(status, ofOthersThan: owner) { try removeFiles(&status) }
        status.owner = owner
    }

    /// Whether the value is of another owner, or, without a readable value, nothing of the files is of
    /// this one.
    private func areFiles(_ status: Status, ofOthersThan owner: String) throws(StorageError) -> Bool {
        var owners: [String?] = []
        for place in [status.file.target, status.previous] {
            guard let bytes = try storage.read(place) else { continue }
            switch SavedState.find(in: bytes) {
            case .good(let state), .hasDamagedHeader(let state): return state.owner != owner
            case .damaged(let owner): owners.append(owner)
            case .earlier: throw StorageError(.read, path, .isEarlier)
            case .newer(let form): throw StorageError(.read, path, .isNewer(version: form))
            case .foreign: break
            }
        }
        // A crash may have left nothing but temporary or damaged files.
        for companion in try status.file.companions() {
            if let bytes = try storage.read(companion) { owners.append(SavedState.owner(in: bytes)) }
        }
        return !owners.isEmpty && !owners.contains(owner)
    }

    /// Makes the file last: an earlier process may have died before it was synced.
    private func settle(_ status: inout Status) throws(StorageError) {
        guard status.mayNotLast else { return }
        do throws(StorageError) {
            try storage.sync(status.file.target)
        } catch  where error.isForbidden {
            // Nor has this process written it.
        } catch {
            // A second sync would not say again what the first has failed to write.
            guard let bytes = try status.file.read() else { throw error }
            try storage.write(bytes, to: status.file.target)
        }
        status.mayNotLast = false
    }

    private func examine<Value>(
        _ status: inout Status,
        isSaving: Bool,
        _ read: Reader<Value>
    ) throws(StorageError) -> Value? {
        let present = try find(status.file.target, read)
        if let value = present.value {
            do throws(StorageError) {
                if case .recovered(_, let bytes) = present { try recover(by: bytes, &status) }
                status.mayReplace = true
            } catch {
                if isSaving { throw error }
                status.file.report(error)
            }
            return value
        }
        let before = try StateFileCoding.$current.withValue(.recovering) {
            Result { () throws(StorageError) in try find(status.previous, read) }
        }
        .get()
        if case .foreign = present, before.value == nil { throw StorageError(.read, path, .isForeign) }
        do throws(StorageError) {
            if present.isUnreadable { try status.file.moveAside(status.file.target) }
            if before.isUnreadable { try status.file.moveAside(status.previous) }
            status.mayReplace = true
        } catch {
            // Where nothing can be moved, the one before can be read all the same.
            if isSaving || before.value == nil { throw error }
        }
        if let value = before.value { return value }
        if present.isUnreadable || before.isUnreadable { throw StorageError(.read, path, .isDamaged) }
        return nil
    }

    private func find<Value>(_ path: String, _ read: Reader<Value>) throws(StorageError) -> Finding<Value> {
        guard let bytes = try storage.read(path) else { return .nothing }
        switch SavedState.find(in: bytes) {
        case .good(let state): return .good(try value(state, read))
        case .hasDamagedHeader(let state): return .recovered(try value(state, read), state.bytes)
        case .damaged: return .damaged
        case .earlier: throw StorageError(.read, self.path, .isEarlier)
        case .newer(let form): throw StorageError(.read, self.path, .isNewer(version: form))
        case .foreign: return .foreign
        }
    }

    private func value<Value>(_ state: SavedState, _ read: Reader<Value>) throws(StorageError) -> Value {
        if state.version > version { throw StorageError(.read, path, .isNewer(version: state.version)) }
        return try read(state.payload, state.version)
    }

    /// Puts a copy of a damaged file aside, and replaces the file.
    private func recover(by bytes: [UInt8], _ status: inout Status) throws(StorageError) {
        guard let old = try status.file.read() else { return }
        try status.file.putAside(old)
        try storage.write(bytes, to: status.file.target)
    }
}
