// SPDX-License-Identifier: MIT

import RexCore

/// The files of a ``StateFile``, without the type of its value.
///
/// After an error of the storage it is unknown whether the call took effect, so each save replaces
/// the file as a whole.
final class StateKeeper: Sendable {
    private struct Status {
        var lock: StorageLock?
        /// The path of the file, once symbolic links are resolved.
        var target = ""
        /// Whether the file is known to be no better than the value that is saved next.
        var mayReplace = false
        /// Whether the file may be lost with the power.
        var mayNotLast = false
        /// Why the last load has returned no value, although there may be one.
        var unread: StorageError?
        var reports: [StorageError] = []

        var previous: String { target + ".previous" }
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
    private let status = Lock(Status(), rule: "A StateFile was used by its coder, its storage or a migration.")

    init(path: String, version: Int, storage: any Storage) {
        (self.path, self.version, self.storage) = (path, version, storage)
    }

    func load<Value>(_ read: Reader<Value>) throws(StorageError) -> Value? {
        try status.withThrowingLock { status throws(StorageError) in
            do throws(StorageError) {
                let value = try load(&status, read)
                status.unread = nil
                return value
            } catch {
                status.unread = error.reason == .isDamaged ? nil : error
                // This error says already that files were put aside.
                if error.reason == .isDamaged { status.reports = [] }
                throw error
            }
        }
    }

    private func load<Value>(_ status: inout Status, _ read: Reader<Value>) throws(StorageError) -> Value? {
        try take(&status, isReading: true)
        let value = try examine(&status, isSaving: false, read)
        try settle(&status)
        return value
    }

    func save(_ payload: [UInt8], checkedBy read: Reader<Void>) throws(StorageError) {
        let bytes = StateEnvelope.wrap(payload, version: version)
        try status.withThrowingLock { status throws(StorageError) in
            try take(&status)
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
            try storage.write(bytes, to: status.target, keepingOldAs: status.previous)
            status.mayNotLast = false
        }
    }

    /// Unlocks the file until it is used again.
    func release() {
        status.withLock { ($0.lock, $0.mayReplace) = (nil, false) }
    }

    func remove() throws(StorageError) {
        try status.withThrowingLock { status throws(StorageError) in
            try take(&status)
            if let bytes = try storage.read(status.target), case .isForeign = open(bytes) {
                throw StorageError(.remove, path, .isForeign)
            }
            for other in try storage.companionPaths(of: status.target, linkedFrom: path) { try storage.remove(other) }
            // Last, since the one before it would be loaded without it.
            try storage.remove(status.target)
            (status.mayReplace, status.mayNotLast, status.unread) = (true, false, nil)
        }
    }

    /// Returns the damaged files that were put aside, each once.
    func takeReports() -> [StorageError] {
        status.withLock { status in
            defer { status.reports = [] }
            return status.reports
        }
    }
}

// MARK: Steps

extension StateKeeper {
    /// Takes the file unless this keeper has it.
    private func take(_ status: inout Status, isReading: Bool = false) throws(StorageError) {
        if let lock = status.lock, lock.isHeld { return }
        (status.lock, status.mayReplace) = (nil, false)
        status.target = try storage.resolve(path)
        do throws(StorageError) {
            status.lock = try storage.lock(status.target)
            status.mayNotLast = true
        } catch  where isReading && error.isForbidden {
            // Where this process may not write, it reads all the same.
        }
    }

    /// Makes the file last: an earlier process may have died before it was synced.
    private func settle(_ status: inout Status) throws(StorageError) {
        guard status.mayNotLast else { return }
        do throws(StorageError) {
            try storage.sync(status.target)
        } catch  where error.isForbidden {
            // Nor has this process written it.
        } catch {
            // A second sync would not say again what the first has failed to write.
            guard let bytes = try storage.read(status.target) else { throw error }
            try storage.write(bytes, to: status.target)
        }
        status.mayNotLast = false
    }

    private func examine<Value>(
        _ status: inout Status,
        isSaving: Bool,
        _ read: Reader<Value>
    ) throws(StorageError) -> Value? {
        let present = try find(status.target, read)
        if let value = present.value {
            do throws(StorageError) {
                if case .recovered(_, let bytes) = present { try recover(status.target, by: bytes, &status) }
                status.mayReplace = true
            } catch {
                if isSaving { throw error }
                status.reports.append(error)
            }
            return value
        }
        let before = try find(status.previous, read)
        if case .foreign = present, before.value == nil { throw StorageError(.read, path, .isForeign) }
        do throws(StorageError) {
            if present.isUnreadable { try putAside(status.target, &status) }
            if before.isUnreadable { try putAside(status.previous, &status) }
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
        switch open(bytes) {
        case .good(let version, let payload): return .good(try value(payload, version, read))
        case .hasDamagedHeader(let version, let payload):
            return .recovered(try value(payload, version, read), StateEnvelope.wrap(payload, version: version))
        case .damaged: return .damaged
        case .isForeign: return .foreign
        }
    }

    private func open(_ bytes: [UInt8]) -> StateEnvelope.Contents { StateEnvelope.open(bytes, newest: version) }

    private func value<Value>(
        _ payload: [UInt8],
        _ version: Int,
        _ read: Reader<Value>
    ) throws(StorageError) -> Value {
        if version > self.version { throw StorageError(.read, path, .isNewer(version: version)) }
        return try read(payload, version)
    }

    /// Puts a copy of a damaged file aside, and replaces the file.
    private func recover(_ damaged: String, by bytes: [UInt8], _ status: inout Status) throws(StorageError) {
        guard let old = try storage.read(damaged) else { return }
        let copy = try storage.putAside(old, of: status.target)
        status.reports.append(StorageError(.read, path, .wasDamaged(keptAs: copy)))
        try storage.write(bytes, to: damaged)
    }

    private func putAside(_ damaged: String, _ status: inout Status) throws(StorageError) {
        let copy = try storage.nextDamagedPath(of: status.target)
        try storage.move(damaged, to: copy)
        status.reports.append(StorageError(.read, path, .wasDamaged(keptAs: copy)))
    }
}
