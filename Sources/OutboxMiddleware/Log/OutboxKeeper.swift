// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// The log of an outbox in its storage, without the type of its jobs.
final class OutboxKeeper: Sendable {
    private struct Status {
        var lock: StorageLock?
        /// Nil until the log was read.
        var sizes: OutboxSizes?
        var isThere = false
        /// True if what is in the log, or its name, may not be on disk.
        var mayNotLast = false
        /// True if something may be in the log that no line may be added behind.
        var isDirty = false
    }

    let path: String
    private let storage: any Storage
    private let status = Lock(Status(), rule: "An outbox was used by the storage of its file.")

    init(path: String, storage: any Storage) {
        (self.path, self.storage) = (path, storage)
    }

    /// Takes the log for this keeper, and reads it.
    func read() throws(StorageError) -> OutboxContents {
        try exclusively { status throws(StorageError) in
            let contents = try read(&status)
            if status.mayNotLast { try rewrite(&status) }
            return contents
        }
    }

    /// Adds records, which last when this returns.
    func append(_ records: [OutboxRecord]) throws(StorageError) {
        try exclusively { status throws(StorageError) in
            if status.sizes == nil { _ = try read(&status) }
            if status.isDirty || status.mayNotLast { try rewrite(&status) }
            let lines = records.map(\.bytes)
            if status.isThere {
                try storage.append(Array(lines.joined()), to: path)
                status.mayNotLast = true
                try storage.sync(path)
            } else {
                // Until that is done nobody knows whether something is there, and whether it lasts.
                let sizes = status.sizes.take()
                status.mayNotLast = true
                try storage.write(OutboxContents.header + lines.joined(), to: path)
                status.sizes = sizes
            }
            (status.isThere, status.isDirty, status.mayNotLast) = (true, false, false)
            for (record, line) in zip(records, lines) { status.sizes?.append(record, line.count) }
        }
    }

    /// True if the log has to be written as a whole before anything is added.
    var isDirty: Bool { status.withLock { $0.isDirty || $0.mayNotLast && $0.sizes != nil } }

    /// Gives the log back to others, until it is used again.
    func release() { status.withLock { ($0.lock, $0.sizes) = (nil, nil) } }

    /// Makes the log compact, if at least half of it is old.
    func compact() throws(StorageError) {
        try exclusively { status throws(StorageError) in
            if status.sizes?.isMostlyOld ?? false { try rewrite(&status) }
        }
    }

    /// Writes a log in which nothing is left of what is gone with these records, and removes the
    /// damaged ones that were put aside.
    func clear(applying records: [OutboxRecord]) throws(StorageError) {
        try exclusively { status throws(StorageError) in
            var contents = try read(&status)
            for record in records { contents.apply(record) }
            for other in try storage.damagedPaths(of: path) { try storage.remove(other) }
            if contents.entries.isEmpty {
                try storage.remove(path)
                _ = try read(&status)
            } else {
                try write(contents, &status)
            }
        }
    }
}

// MARK: Steps

extension OutboxKeeper {
    private func exclusively<Result>(
        _ body: (inout Status) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let result = status.withLock { status in
            Swift.Result { () throws(StorageError) in try body(&status) }
        }
        return try result.get()
    }

    private func read(_ status: inout Status) throws(StorageError) -> OutboxContents {
        let isTaken = status.lock == nil
        if isTaken { status.lock = try storage.lock(path) }
        guard let bytes = try storage.read(path) else {
            status.sizes = OutboxSizes(total: OutboxContents.header.count, [])
            (status.isThere, status.isDirty, status.mayNotLast) = (false, false, false)
            return OutboxContents()
        }
        // Whoever had it before may have been killed behind a write. Where it may not be written it is read all the same.
        if isTaken { try? storage.sync(path) }
        let contents = try contents(of: bytes)
        status.sizes = OutboxSizes(total: bytes.count, contents.records)
        status.isThere = true
        status.isDirty = contents.isTorn || contents.damagedCount > 0
        return contents
    }

    private func contents(of bytes: [UInt8]) throws(StorageError) -> OutboxContents {
        let contents: OutboxContents?
        do {
            contents = try OutboxContents(bytes)
        } catch {
            throw StorageError(.read, path, .isNewer(version: error.number))
        }
        guard let contents else { throw StorageError(.read, path, .isForeign) }
        return contents
    }

    /// Replaces the log by one without what is old or torn; one with damaged lines is kept aside.
    private func rewrite(_ status: inout Status) throws(StorageError) {
        guard let bytes = try storage.read(path) else {
            (status.isThere, status.isDirty) = (false, false)
            return
        }
        let contents = try contents(of: bytes)
        if contents.damagedCount > 0 { try storage.write(bytes, to: try storage.nextDamagedPath(of: path)) }
        try write(contents, &status)
    }

    private func write(_ contents: OutboxContents, _ status: inout Status) throws(StorageError) {
        let records = contents.records
        let lines = Array(records.map(\.bytes).joined())
        try storage.write(OutboxContents.header + lines, to: path)
        status.sizes = OutboxSizes(total: OutboxContents.header.count + lines.count, records)
        (status.isThere, status.isDirty, status.mayNotLast) = (true, false, false)
    }
}
