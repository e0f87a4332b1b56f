// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The files of a ``StateFile``, without the type of its value.
final class StateKeeper: Sendable {
    private struct Status {
        var lock: StorageLock?
        /// True once what is there is known to be no better than what is to be saved next.
        var mayReplace = false
        /// Why the last load had no value, although there may be one.
        var unread: StorageError?
    }

    /// What is under a path.
    private enum Finding<Value> {
        case nothing
        case good(Value)
        case damaged

        var isDamaged: Bool { if case .damaged = self { true } else { false } }
    }

    typealias Reader<Value> = (_ payload: [UInt8], _ version: Int) throws(StorageError) -> Value

    private let path: String
    private let version: Int
    private let storage: any Storage
    private let status = Lock(Status(), rule: "A StateFile was used by its coder, its storage or a migration.")

    private var previous: String { path + ".previous" }

    init(path: String, version: Int, storage: any Storage) {
        (self.path, self.version, self.storage) = (path, version, storage)
    }

    func load<Value>(_ read: Reader<Value>) throws(StorageError) -> Value? {
        try exclusively { status throws(StorageError) in
            do throws(StorageError) {
                let value = try load(&status, read)
                status.unread = nil
                return value
            } catch {
                status.unread = error.reason == .isDamaged ? nil : error
                throw error
            }
        }
    }

    private func load<Value>(_ status: inout Status, _ read: Reader<Value>) throws(StorageError) -> Value? {
        do throws(StorageError) {
            try take(&status)
        } catch  where !isForbidden(error) {
            throw error
        } catch {
            // Nobody who may not write there can damage it; who may replaces it as a whole.
        }
        return try examine(&status, isSaving: false, read)
    }

    func save(_ payload: [UInt8], checkedBy read: Reader<Void>) throws(StorageError) {
        let bytes = StateEnvelope.wrap(payload, version: version)
        try exclusively { status throws(StorageError) in
            try take(&status)
            if !status.mayReplace {
                do throws(StorageError) {
                    let isThere = try examine(&status, isSaving: true, read) != nil
                    if isThere, let unread = status.unread {
                        status.mayReplace = false
                        throw unread
                    }
                } catch  where error.reason == .isDamaged {
                    // It is aside, and what is saved now takes its place.
                }
            }
            try storage.write(bytes, to: path, keepingOldAs: previous)
        }
    }

    /// Gives the file back to others, until it is used again.
    func release() {
        status.withLock { ($0.lock, $0.mayReplace) = (nil, false) }
    }

    func remove() throws(StorageError) {
        try exclusively { status throws(StorageError) in
            try take(&status)
            let bytes = try storage.read(path)
            if let bytes, case .isForeign = StateEnvelope.open(bytes) { throw StorageError(.remove, path, .isForeign) }
            for other in [previous, path + ".new"] + (try storage.damagedPaths(of: path)) { try storage.remove(other) }
            // Last, since the one before would be loaded without it.
            try storage.remove(path)
            (status.mayReplace, status.unread) = (true, nil)
        }
    }
}

// MARK: Steps

extension StateKeeper {
    private func exclusively<Result>(
        _ body: (inout Status) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        var failure: StorageError?
        let result = status.withLock { status -> Result? in
            do throws(StorageError) {
                return try body(&status)
            } catch {
                failure = error
                return nil
            }
        }
        if let failure { throw failure }
        guard let result else { preconditionFailure("What was done to \(path) has neither a result nor an error.") }
        return result
    }

    private func take(_ status: inout Status) throws(StorageError) {
        if status.lock == nil { status.lock = try storage.lock(path) }
    }

    private func isForbidden(_ error: StorageError) -> Bool {
        guard case .system(let number) = error.reason else { return false }
        return [EACCES, EPERM, EROFS].contains(number)
    }

    private func examine<Value>(
        _ status: inout Status,
        isSaving: Bool,
        _ read: Reader<Value>
    ) throws(StorageError) -> Value? {
        let present = try find(path, read)
        if case .good(let value) = present {
            status.mayReplace = true
            return value
        }
        let before = try find(previous, read)
        let (isDamaged, wasDamaged) = (present.isDamaged, before.isDamaged)
        do throws(StorageError) {
            if isDamaged { try putAside(path) }
            if wasDamaged { try putAside(previous) }
            status.mayReplace = true
        } catch {
            // Where nothing can be moved, the one before can be read all the same.
            guard case .good = before, !isSaving else { throw error }
        }
        if case .good(let value) = before { return value }
        if isDamaged || wasDamaged { throw StorageError(.read, path, .isDamaged) }
        return nil
    }

    private func find<Value>(_ path: String, _ read: Reader<Value>) throws(StorageError) -> Finding<Value> {
        guard let bytes = try storage.read(path) else { return .nothing }
        switch StateEnvelope.open(bytes) {
        case .good(let version, _) where version > self.version:
            throw StorageError(.read, path, .isNewer(version: version))
        case .good(let version, let payload): return .good(try read(payload, version))
        case .damaged: return .damaged
        case .isForeign: throw StorageError(.read, path, .isForeign)
        }
    }

    private func putAside(_ damaged: String) throws(StorageError) {
        try storage.move(damaged, to: try storage.nextDamagedPath(of: path))
    }
}
