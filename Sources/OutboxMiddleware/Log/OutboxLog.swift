// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// The log of an outbox in its storage, without the type of its jobs.
///
/// After an error of the storage it is unknown whether the call took effect. So the log is read and
/// rewritten before the next record is appended.
final class OutboxLog: Sendable {
    private struct Status {
        var file: DurableFile
        /// Nil until the log was read.
        var sizes: OutboxSizes?
        var isThere = false
        /// Whether a loss of power may undo the last changes of the log.
        var mayNotLast = false
        /// Whether a record that is appended to the log might be unreadable.
        var needsRewrite = false
        var isClearRequested = false
        /// Whether entries that were on disk are lost, and the caller does not know it yet.
        var isLost = false
        /// Whether a damaged log was put aside and not rewritten yet.
        var isPutAside = false
        var compaction: OutboxCompaction
        /// The writer of the one store that may use the log, even if stores share an `OutboxFile`.
        ///
        /// The lock of the file excludes other processes and other file values.
        var writer: Writer?

        var isDirty: Bool { mayNotLast || needsRewrite }

        /// Sets the sizes for a log of `total` bytes.
        mutating func takeSizes(of contents: OutboxContents, total: Int) {
            if let sizes, !sizes.ids.allSatisfy(contents.knows) { isLost = true }
            sizes = OutboxSizes(total: total, contents.records)
        }
    }

    private struct Writer {
        let id: ObjectIdentifier
        /// Whether the store of the writer has crashed in a test, so that it never releases the log.
        let hasCrashed: @Sendable () -> Bool
    }

    let path: String
    private let storage: any Storage
    private let status: Lock<Status>

    init(path: String, storage: any Storage, compaction: OutboxCompaction = OutboxCompaction()) {
        (self.path, self.storage) = (path, storage)
        status = Lock(
            Status(file: DurableFile(at: path, in: storage), compaction: compaction),
            rule: "An outbox was used by the storage of its file."
        )
    }

    /// Locks the log and reads it.
    ///
    /// The returned contents are on disk. A requested clear is finished, and a damaged log is put
    /// aside and rewritten. If that fails, the contents are returned anyway, and the error is one
    /// of the reports.
    func read() throws(StorageError) -> OutboxContents {
        try status.withThrowingLock { status throws(StorageError) in
            try open(&status)
            let (contents, bytes) = try read(&status)
            do throws(StorageError) {
                if contents.isDamaged, !contents.isClearRequested { try replace(bytes, by: contents, &status) }
            } catch {
                status.file.report(error)
            }
            try settle(bytes, contents, &status)
            do throws(StorageError) {
                if contents.isClearRequested { try finishClear(contents, applying: [], &status) }
            } catch {
                status.file.report(error)
            }
            return contents
        }
    }

    /// Reads the log as ``read()`` does, or as it is where this process may not write.
    func load() throws(StorageError) -> OutboxContents {
        do throws(StorageError) {
            return try read()
        } catch  where error.operation == .lock && error.isForbidden {
            return try status.withThrowingLock { status throws(StorageError) in
                // Without the lock, another process may change the log meanwhile, so its size and ids are not noted.
                let found = try status.file.read().map(contents(of:)) ?? OutboxContents()
                status.isClearRequested = found.isClearRequested
                return found
            }
        }
    }

    /// Adds records, which are on disk when this returns `.done`.
    func append(_ records: [OutboxRecord]) throws(StorageError) -> OutboxAppended {
        try status.withThrowingLock { status throws(StorageError) in
            let lines = records.map(\.bytes)
            let bytes = Array(lines.joined())
            for _ in 0..<2 {
                try prepare(&status)
                if status.isLost {
                    status.isLost = false
                    return .lost
                }
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

    /// Returns the events of the log that the app should know about, each once.
    func takeReports() -> [StorageError] { status.withLock { $0.file.takeReports() } }

    /// Whether the whole log has to be written before anything is added.
    var isDirty: Bool { status.withLock { $0.isDirty && $0.isThere } }

    /// Whether a clear is requested on disk and not finished.
    var isClearRequested: Bool { status.withLock { $0.isClearRequested } }

    /// Takes the log for a writer, unless the writer has it already.
    ///
    /// - Throws: ``StorageError/Reason/isInUse`` if another writer has it.
    func take(for writer: AnyObject, unless hasCrashed: @escaping @Sendable () -> Bool) throws(StorageError) {
        let id = ObjectIdentifier(writer)
        try status.withThrowingLock { status throws(StorageError) in
            if let other = status.writer, other.id != id, !other.hasCrashed() {
                throw StorageError(.lock, path, .isInUse)
            }
            status.writer = Writer(id: id, hasCrashed: hasCrashed)
        }
    }

    /// Unlocks the log until it is used again, if the writer has it.
    func release(by writer: AnyObject) {
        status.withLock { status in
            guard status.writer?.id == ObjectIdentifier(writer) else { return }
            status.writer = nil
            status.file.close()
            (status.sizes, status.isLost) = (nil, false)
        }
    }

    /// Rewrites the log if that is due.
    func compact() throws(StorageError) {
        try status.withThrowingLock { status throws(StorageError) in
            guard let sizes = status.sizes, status.compaction.isDue(sizes) else { return }
            status.compaction.didStart(sizes)
            try prepare(&status, isCompacting: true)
            status.compaction.didSucceed()
        }
    }
}

/// The result of an append.
enum OutboxAppended {
    case done
    /// Entries that were on disk are lost.
    ///
    /// Nothing was appended.
    case lost
}

// MARK: - Clear

extension OutboxLog {
    /// Requests a clear on disk, which ends all entries of the log.
    ///
    /// The next ``read()`` finishes the clear if this process does not.
    func requestClear() throws(StorageError) {
        try status.withThrowingLock { status throws(StorageError) in
            if try isClearNeeded(&status) { try writeClearRequest(&status) }
        }
    }

    /// Removes the files beside the log after a requested clear, and then the request.
    ///
    /// Entries that were added since the request stay.
    func finishClear(applying records: [OutboxRecord] = []) throws(StorageError) {
        try status.withThrowingLock { status throws(StorageError) in
            try open(&status)
            let (contents, _) = try read(&status)
            try finishClear(contents, applying: records, &status)
        }
    }

    /// Requests a clear, finishes it and adds records.
    ///
    /// If the disk has no room for the request, the log is removed without it.
    func clear(applying records: [OutboxRecord]) throws(StorageError) {
        try status.withThrowingLock { status throws(StorageError) in
            let isNeeded = try isClearNeeded(&status)
            // The entries of the log are not needed.
            (status.sizes, status.isLost) = (nil, false)
            if isNeeded {
                do throws(StorageError) {
                    try writeClearRequest(&status)
                } catch {
                    // Removing needs no room. If it fails too, its error is thrown.
                }
            }
            try finishClear(OutboxContents(), applying: records, &status)
        }
    }

    /// Whether there is a log, or anything beside it.
    ///
    /// - Throws: Why the file must not be changed, such as that another program wrote it.
    private func isClearNeeded(_ status: inout Status) throws(StorageError) -> Bool {
        try open(&status)
        do throws(StorageError) {
            if let bytes = try status.file.read() {
                _ = try contents(of: bytes)
                return true
            }
        } catch  where error.isUnreadable {
            // A log that the disk cannot read is removed too.
            return true
        }
        return try !status.file.companions().isEmpty
    }

    private func writeClearRequest(_ status: inout Status) throws(StorageError) {
        (status.sizes, status.isLost, status.mayNotLast) = (nil, false, true)
        var contents = OutboxContents()
        contents.apply(.clearRequest)
        try write(contents, &status)
    }

    private func finishClear(
        _ contents: OutboxContents,
        applying records: [OutboxRecord],
        _ status: inout Status
    ) throws(StorageError) {
        try status.file.removeCompanions()
        var contents = contents
        contents.isClearRequested = false
        for record in records { contents.apply(record) }
        // The request is removed last.
        if contents.records.isEmpty {
            status.mayNotLast = true
            try storage.remove(status.file.target)
            _ = try read(&status)
        } else {
            try write(contents, &status)
        }
    }
}

// MARK: - Steps

extension OutboxLog {
    /// Locks the log unless it is locked.
    private func open(_ status: inout Status) throws(StorageError) {
        if try status.file.open() { status.mayNotLast = true }
    }

    private func read(_ status: inout Status) throws(StorageError) -> (contents: OutboxContents, bytes: [UInt8]) {
        guard let bytes = try status.file.read() else {
            status.takeSizes(of: OutboxContents(), total: OutboxContents.form.header().count)
            (status.isThere, status.mayNotLast, status.needsRewrite) = (false, false, false)
            status.isClearRequested = false
            return (OutboxContents(), [])
        }
        let contents = try contents(of: bytes)
        // A failed append may have left bytes that are in the file but not on disk.
        if status.isThere, let sizes = status.sizes, sizes.total != bytes.count { status.mayNotLast = true }
        status.takeSizes(of: contents, total: bytes.count)
        (status.isThere, status.needsRewrite) = (true, contents.needsRewrite)
        status.isClearRequested = contents.isClearRequested
        return (contents, bytes)
    }

    private func contents(of bytes: [UInt8]) throws(StorageError) -> OutboxContents {
        do throws(OutboxContents.ForeignForm) {
            return try OutboxContents(bytes)
        } catch {
            switch error {
            case .foreign: throw StorageError(.read, path, .isForeign)
            case .earlier: throw StorageError(.read, path, .isEarlier)
            case .newer(let form): throw StorageError(.read, path, .isNewer(version: form))
            }
        }
    }

    /// Makes the log last.
    ///
    /// A sync that has failed, in this process or an earlier one, is not repeated by the next sync. So the
    /// same bytes are written again.
    private func settle(_ bytes: [UInt8], _ contents: OutboxContents, _ status: inout Status) throws(StorageError) {
        guard status.isThere, status.mayNotLast else { return }
        do throws(StorageError) {
            try storage.resync(bytes, at: status.file.target)
        } catch  where error.isForbidden {
            // On a read-only disk, no write is pending.
        } catch {
            return try replace(bytes, by: contents, &status)
        }
        status.mayNotLast = false
    }

    /// Makes the log ready for more records, unless entries of it are lost.
    private func prepare(_ status: inout Status, isCompacting: Bool = false) throws(StorageError) {
        try open(&status)
        guard status.sizes == nil || status.isDirty || isCompacting else { return }
        let isRewriting = status.needsRewrite || isCompacting
        let (contents, bytes) = try read(&status)
        guard status.isThere, !status.isLost else { return }
        if isRewriting || status.needsRewrite { try replace(bytes, by: contents, &status) }
        try settle(bytes, contents, &status)
    }

    /// Appends bytes to the log.
    ///
    /// Returns false if another program has changed it.
    private func add(_ bytes: [UInt8], _ status: inout Status) throws(StorageError) -> Bool {
        guard status.isThere, let size = status.sizes?.total else {
            status.mayNotLast = true
            try storage.write(OutboxContents.form.header() + bytes, to: status.file.target)
            (status.isThere, status.mayNotLast) = (true, false)
            return true
        }
        do throws(StorageError) {
            return try storage.appendDurably(bytes, to: status.file.target, expecting: size)
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
        if contents.isDamaged, !contents.isClearRequested, !status.isPutAside {
            try status.file.putAside(bytes)
            status.isPutAside = true
        }
        try write(contents, &status)
    }

    private func write(_ contents: OutboxContents, _ status: inout Status) throws(StorageError) {
        let records = contents.records
        let bytes = OutboxContents.form.header() + records.map(\.bytes).joined()
        // After an error, the log may be the new one, which a loss of power would undo. The next append detects that
        // by the
        // size, unless both logs are equally long.
        if !status.isThere || status.sizes?.total == bytes.count { status.mayNotLast = true }
        try storage.write(bytes, to: status.file.target)
        status.sizes = OutboxSizes(total: bytes.count, records)
        (status.isThere, status.mayNotLast, status.needsRewrite) = (true, false, false)
        (status.isClearRequested, status.isPutAside) = (contents.isClearRequested, false)
    }
}
