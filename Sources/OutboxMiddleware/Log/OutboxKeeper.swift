// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// The log of an outbox in its storage, without the type of its jobs.
///
/// After an error of the storage it is unknown whether the call took effect. So the log is read and
/// written anew before a record is added behind it.
final class OutboxKeeper: Sendable {
    private struct Status {
        var lock: StorageLock?
        /// The path of the log, once symbolic links are resolved.
        var target = ""
        /// Nil until the log was read.
        var sizes: OutboxSizes?
        var isThere = false
        /// Whether a loss of power may take back the log, or a part of it.
        var mayNotLast = false
        /// Whether a record that is added to the log might not be readable.
        var needsRewrite = false
        var isClearRequested = false
        /// Where the damaged log was put aside, until the log is written anew.
        var damagedCopy: String?
        var reports: [StorageError] = []

        var isDirty: Bool { mayNotLast || needsRewrite }
    }

    let path: String
    private let storage: any Storage
    private let status = Lock(Status(), rule: "An outbox was used by the storage of its file.")

    init(path: String, storage: any Storage) {
        (self.path, self.storage) = (path, storage)
    }

    /// Takes the log for this keeper and reads it.
    ///
    /// The contents that it returns are on disk. A requested clear is finished, and a damaged log is put aside and written anew. Where that
    /// fails, the contents are returned all the same, and the error is among the reports.
    func read() throws(StorageError) -> OutboxContents {
        try exclusively { status throws(StorageError) in
            let isTaken = try open(&status)
            let (contents, bytes) = try read(&status)
            if isTaken, status.isThere { sync(&status) }
            do throws(StorageError) {
                if contents.isClearRequested {
                    try finishClear(contents, applying: [], &status)
                } else if contents.isDamaged {
                    try replace(bytes, by: contents, &status)
                }
            } catch {
                status.reports.append(error)
            }
            if status.mayNotLast { try replace(bytes, by: contents, &status) }
            return contents
        }
    }

    /// Adds records, which are on disk when this returns `.done`.
    func append(_ records: [OutboxRecord]) throws(StorageError) -> OutboxAppended {
        try exclusively { status throws(StorageError) in
            let lines = records.map(\.bytes)
            let bytes = Array(lines.joined())
            for _ in 0..<2 {
                guard try prepare(&status) else { return .lost }
                if try add(bytes, &status) {
                    for (record, line) in zip(records, lines) { status.sizes?.append(record, line.count) }
                    return .done
                }
                // A part of an earlier record is there, or the log was removed.
                status.needsRewrite = true
            }
            return .lost
        }
    }

    /// Returns what happened to the log that the app should learn of, each once.
    func takeReports() -> [StorageError] {
        status.withLock { status in
            defer { status.reports = [] }
            return status.reports
        }
    }

    /// Whether the whole log has to be written before anything is added.
    var isDirty: Bool { status.withLock { $0.isDirty && $0.isThere } }

    /// Whether a clear is requested on disk and not finished.
    var isClearRequested: Bool { status.withLock { $0.isClearRequested } }

    /// Gives the log back to others, until it is used again.
    func release() { status.withLock { ($0.lock, $0.sizes) = (nil, nil) } }

    /// Writes the log anew if at least half of it is obsolete.
    func compact() throws(StorageError) {
        try exclusively { status throws(StorageError) in
            guard let sizes = status.sizes, sizes.isMostlyOld else { return }
            guard try !prepare(&status, isCompacting: true) else { return }
            // The next append says that entries are lost.
            (status.sizes, status.isThere, status.needsRewrite) = (sizes, true, true)
        }
    }
}

/// Whether records were added to a log.
enum OutboxAppended {
    case done
    /// Entries that were on disk are not there any more. Nothing was added.
    case lost
}

// MARK: - Clear

extension OutboxKeeper {
    /// Requests a clear on disk, which ends all entries of the log.
    ///
    /// The next ``read()`` finishes the clear if this process does not.
    func requestClear() throws(StorageError) {
        try exclusively { status throws(StorageError) in
            if try isClearNeeded(&status) { try writeClearRequest(&status) }
        }
    }

    /// Removes the files beside the log after a requested clear, and then the request.
    ///
    /// Entries that were added since the request stay.
    func finishClear(applying records: [OutboxRecord] = []) throws(StorageError) {
        try exclusively { status throws(StorageError) in
            _ = try open(&status)
            let (contents, _) = try read(&status)
            try finishClear(contents, applying: records, &status)
        }
    }

    /// Requests a clear, finishes it and adds records.
    ///
    /// Where the disk has no room for the request, the log is removed without it.
    func clear(applying records: [OutboxRecord]) throws(StorageError) {
        try exclusively { status throws(StorageError) in
            if try isClearNeeded(&status) {
                do throws(StorageError) {
                    try writeClearRequest(&status)
                } catch {
                    // Removing needs no room. If that fails as well, the error of it is thrown.
                }
            }
            try finishClear(OutboxContents(), applying: records, &status)
        }
    }

    /// Whether there is a log, or anything beside it.
    ///
    /// - Throws: Why the file is not to be touched, such as that another program wrote it.
    private func isClearNeeded(_ status: inout Status) throws(StorageError) -> Bool {
        _ = try open(&status)
        guard let bytes = try storage.read(status.target) else {
            return try !storage.companionPaths(of: status.target).isEmpty
        }
        _ = try contents(of: bytes)
        return true
    }

    private func writeClearRequest(_ status: inout Status) throws(StorageError) {
        // What the log had before is not missed.
        status.sizes = nil
        status.mayNotLast = true
        var contents = OutboxContents()
        contents.apply(.clearRequest)
        try write(contents, &status)
    }

    private func finishClear(
        _ contents: OutboxContents,
        applying records: [OutboxRecord],
        _ status: inout Status
    ) throws(StorageError) {
        for other in try storage.companionPaths(of: status.target) { try storage.remove(other) }
        var contents = contents
        contents.isClearRequested = false
        for record in records { contents.apply(record) }
        // The request goes last.
        if contents.records.isEmpty {
            status.mayNotLast = true
            try storage.remove(status.target)
            _ = try read(&status)
        } else {
            try write(contents, &status)
        }
    }
}

// MARK: - Steps

extension OutboxKeeper {
    private func exclusively<Result>(
        _ body: (inout Status) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let result = status.withLock { status in
            Swift.Result { () throws(StorageError) in try body(&status) }
        }
        return try result.get()
    }

    /// Takes the log unless this keeper has it; true if it was taken now.
    private func open(_ status: inout Status) throws(StorageError) -> Bool {
        if let lock = status.lock, lock.isHeld { return false }
        status.lock = nil
        status.target = try storage.resolve(path)
        status.lock = try storage.lock(status.target)
        return true
    }

    private func read(_ status: inout Status) throws(StorageError) -> (contents: OutboxContents, bytes: [UInt8]) {
        guard let bytes = try storage.read(status.target) else {
            status.sizes = OutboxSizes(total: OutboxHeader.bytes.count, [])
            (status.isThere, status.mayNotLast, status.needsRewrite) = (false, false, false)
            status.isClearRequested = false
            return (OutboxContents(), [])
        }
        let contents = try contents(of: bytes)
        // What an append that has failed has left may be in the file and not on disk.
        if status.isThere, let sizes = status.sizes, sizes.total != bytes.count { status.mayNotLast = true }
        status.sizes = OutboxSizes(total: bytes.count, contents.records)
        (status.isThere, status.needsRewrite) = (true, contents.needsRewrite)
        status.isClearRequested = contents.isClearRequested
        return (contents, bytes)
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

    /// Makes what an earlier process has written last.
    private func sync(_ status: inout Status) {
        do throws(StorageError) {
            try storage.sync(status.target)
        } catch  where error.isForbidden {
            // Where nothing may be written, nothing waits to be.
        } catch {
            // What is in the file may never have reached the disk, and a second sync would not say so.
            status.mayNotLast = true
        }
    }

    /// Makes the log ready for more records; false if entries of it are lost.
    private func prepare(
        _ status: inout Status,
        isCompacting: Bool = false
    ) throws(StorageError) -> Bool {
        let known = status.sizes
        guard try open(&status) || known == nil || status.isDirty || isCompacting else { return true }
        let needsRewrite = status.needsRewrite || isCompacting
        let (contents, bytes) = try read(&status)
        if let known, let sizes = status.sizes, !known.isContained(in: sizes) { return false }
        if status.isThere, needsRewrite || status.isDirty { try replace(bytes, by: contents, &status) }
        return true
    }

    /// Adds bytes to the log; false if it is not as it was left.
    private func add(_ bytes: [UInt8], _ status: inout Status) throws(StorageError) -> Bool {
        guard status.isThere, let size = status.sizes?.total else {
            status.mayNotLast = true
            try storage.write(OutboxHeader.bytes + bytes, to: status.target)
            (status.isThere, status.mayNotLast) = (true, false)
            return true
        }
        do throws(StorageError) {
            return try storage.appendDurably(bytes, to: status.target, expecting: size)
        } catch {
            // The next append finds out whether a part of the bytes is there.
            if error.operation != .append { status.mayNotLast = true }
            throw error
        }
    }

    /// Replaces the log by one without obsolete and damaged records.
    ///
    /// A damaged log is put aside.
    private func replace(
        _ bytes: [UInt8],
        by contents: OutboxContents,
        _ status: inout Status
    ) throws(StorageError) {
        if contents.isDamaged, !contents.isClearRequested, status.damagedCopy == nil {
            let copy = try storage.putAside(bytes, of: status.target)
            status.damagedCopy = copy
            status.reports.append(StorageError(.read, path, .wasDamaged(keptAs: copy)))
        }
        try write(contents, &status)
    }

    private func write(_ contents: OutboxContents, _ status: inout Status) throws(StorageError) {
        let records = contents.records
        let bytes = OutboxHeader.bytes + records.map(\.bytes).joined()
        // After an error the log may be the new one, which a loss of power takes back. The next append finds that
        // out by the size, unless both are equally long.
        if !status.isThere || status.sizes?.total == bytes.count { status.mayNotLast = true }
        try storage.write(bytes, to: status.target)
        status.sizes = OutboxSizes(total: bytes.count, records)
        (status.isThere, status.mayNotLast, status.needsRewrite) = (true, false, false)
        (status.isClearRequested, status.damagedCopy) = (contents.isClearRequested, nil)
    }
}
