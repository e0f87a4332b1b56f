// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// The changes of an outbox that are not in its file yet, in order.
struct PendingWrites<Job: Codable & Sendable, Reply: Sendable>: Sendable {
    typealias Change = OutboxChange<Job>
    typealias OutputAction = OutboxAction<Job, Reply>
    typealias News = OutboxNews<Job, Reply>

    /// The result of a write.
    struct Outcome: Sendable {
        /// The actions that report the changes on disk.
        var news: [News] = []
        /// The error of the changes that were not written.
        var error: StorageError?
        var hasWritten = false
    }

    private var changes: [Change] = []
    /// The actions to dispatch when everything that was cleared is removed from the file.
    private var cancelled: [News] = []
    /// Whether the disk was full at the last write.
    private var wasFull = false
    /// The lane at which the tries of the last write have ended.
    private var lastLane: OutboxLane?
    /// The last clear whose request is on disk.
    private var requestedClear: OutboxMark?
    /// Whether the file has lost entries that were on disk.
    ///
    /// The outbox has to restore them first.
    private(set) var isLost = false
    /// Whether an earlier process has requested a clear without finishing it.
    var hasClearLeft = false

    var isEmpty: Bool { changes.isEmpty && !hasClearLeft }
    /// Whether the file must be cleared.
    var isClearing: Bool { changes.contains(where: \.isClear) }

    /// Adds changes.
    ///
    /// - Returns: The rejections of jobs that cannot be encoded.
    mutating func add(_ new: [Change], of file: OutboxFile<Job>) -> [News] {
        var news: [News] = []
        for change in new {
            var change = change
            do {
                change.records = try file.records(of: change)
            } catch {
                news.append(News(failure(of: &change, error, file), from: change.cause))
            }
            if change.isClear { dropRecords() }
            changes.append(change)
            if change.isEndOfRestoration { endRestoration() }
        }
        dropVainAdditions(because: new)
        return news
    }

    /// Returns the rejection of a job that cannot be encoded.
    ///
    /// A reply that cannot be encoded is kept without its bytes.
    private func failure(
        of change: inout Change,
        _ error: any Error,
        _ file: OutboxFile<Job>
    ) -> OutputAction {
        let reason = reasonWithoutValues(error)
        guard case .sent(_, let number) = change.kind else {
            return .rejected(change.id, "It cannot be saved: \(reason)")
        }
        // A saved value that lacks a kept outcome notices that its reply cannot be decoded.
        let empty = OutboxOutcome.sent(OutboxBody([]))
        change.records = [OutboxRecord(change.id, number.map { .kept(empty, number: $0) } ?? .sent)]
        return .storageFailed(StorageError(.write, file.path, .cannotEncode(reason)))
    }

    /// Moves the restored entries before later changes, since the file is read in the order of its
    /// records.
    private mutating func endRestoration() {
        isLost = false
        changes = changes.filter(\.isRestoration) + changes.filter { !$0.isRestoration }
    }

    /// Drops the records that a clear would remove.
    private mutating func dropRecords() {
        endAttempts()
        changes.removeAll(where: \.isDecoding)
        for index in changes.indices { changes[index].records = [] }
    }

    /// Drops the jobs that were cancelled before they were on disk.
    private mutating func dropVainAdditions(because new: [Change]) {
        let cancelled = Set(new.lazy.filter(\.isLast).map(\.id))
        guard !cancelled.isEmpty else { return }
        for index in changes.indices where cancelled.contains(changes[index].id) {
            if changes[index].isAddition || changes[index].isRestoration { changes[index].records = [] }
        }
    }

    /// Leaves out entries that are loaded, and need not be decoded again.
    mutating func dropDecoding(of ids: Set<OutboxID>) {
        changes.removeAll { $0.isDecoding && ids.contains($0.id) }
    }

    /// Ends the waiting attempts of all or of some entries.
    mutating func endAttempts(of ids: Set<OutboxID>? = nil) {
        changes.removeAll { change in
            guard let waiter = change.waiter, ids?.contains(change.id) ?? true else { return false }
            waiter.end(hasCome: false)
            return true
        }
    }

    /// Writes all changes, or as many as the disk takes.
    mutating func write(to file: OutboxFile<Job>) -> Outcome {
        var outcome = Outcome()
        guard !isLost else { return outcome }
        var held: Set<Int> = []
        if let clear = changes.last(where: \.isClear)?.mark {
            held = write(clear, to: file, &outcome)
        } else {
            held = decode(from: file, &outcome)
            held.formUnion(append(to: file, &outcome))
        }
        finish(except: held, &outcome)
        if hasClearLeft, outcome.error == nil { finishClear(of: file, &outcome) }
        return outcome
    }

    private mutating func finishClear(of file: OutboxFile<Job>, _ outcome: inout Outcome) {
        do throws(StorageError) {
            if file.log.isClearRequested { try file.log.finishClear() }
            hasClearLeft = false
            outcome.hasWritten = true
            outcome.news.append(News(.step(OutboxStep(.cleared(nil)))))
        } catch {
            outcome.error = error
        }
    }

    /// Clears the file, and adds the later changes to it.
    ///
    /// - Returns: The indices of the changes that are not on disk.
    private mutating func write(_ clear: OutboxMark, to file: OutboxFile<Job>, _ outcome: inout Outcome) -> Set<Int> {
        do throws(StorageError) {
            let records = changes.filter(\.isWanted).flatMap(\.records)
            do throws(StorageError) {
                if requestedClear != clear { try file.log.requestClear() }
                requestedClear = clear
            } catch {
                // Removing everything needs no room.
                try file.log.clear(applying: records)
                return []
            }
            try file.log.finishClear(applying: records)
            return []
        } catch {
            // A clear that is not requested on disk would also end entries that are added now.
            let held =
                requestedClear == clear
                ? append(to: file, &outcome) : Set(changes.indices.filter { changes[$0].isWanted })
            outcome.error = error
            return held.union(changes.indices.filter { changes[$0].isClear })
        }
    }

    /// Appends the records of the changes, and returns the indices of those that were not written.
    private mutating func append(to file: OutboxFile<Job>, _ outcome: inout Outcome) -> Set<Int> {
        guard changes.contains(where: \.isWanted) else { return [] }
        let append = OutboxAppend(changes, wasFull: wasFull, after: lastLane) { records throws(StorageError) in
            try file.log.append(records)
        } mayDivide: {
            !file.log.isDirty
        }
        wasFull = append.isFull
        lastLane = append.last
        isLost = append.isLost
        if !append.held.isEmpty { outcome.error = outcome.error ?? append.error }
        return append.held
    }

    /// Decodes the requested entries again.
    ///
    /// - Returns: The indices of the changes whose entries cannot be read.
    private func decode(from file: OutboxFile<Job>, _ outcome: inout Outcome) -> Set<Int> {
        let ids = changes.filter(\.isDecoding).map(\.id)
        guard !ids.isEmpty else { return [] }
        do throws(StorageError) {
            let found = try file.find(Set(ids))
            outcome.news += ids.flatMap { news(of: $0, found[$0]) }.map { News($0) }
            return []
        } catch {
            outcome.error = error
            return Set(changes.indices.filter { changes[$0].isDecoding })
        }
    }

    private func news(of id: OutboxID, _ found: OutboxFound<Job>?) -> [OutputAction] {
        switch found {
        case .entry(let entry): [.loaded(OutboxBacklog(decoded: entry))]
        case .unreadable(let entry): [.step(OutboxStep(.found([], [entry]))), .unreadable(id, entry.reason)]
        // Another store has ended the entry.
        case nil: [.cancelled(id, attempts: 1)]
        }
    }

    /// Removes the changes that are on disk, and lets their waiting attempts continue.
    private mutating func finish(except held: Set<Int>, _ outcome: inout Outcome) {
        var marks: [OutboxMark] = []
        var isSaved = false
        for (index, change) in changes.enumerated() {
            let isHeld = held.contains(index)
            if !isHeld { outcome.hasWritten = true }
            if let waiter = change.waiter {
                if !isHeld { waiter.end(hasCome: true) }
                continue
            }
            marks.add(change.mark, isHeld: isHeld)
            guard !isHeld else { continue }
            isSaved = true
            switch change.kind {
            case .cancelled(let attempts, isOver: true, _):
                cancelled.append(News(.cancelled(change.id, attempts: attempts), from: change.cause))
            case .cleared(let entries):
                cancelled += entries.map { News(.cancelled($0.id, attempts: $0.attempts), from: change.cause) }
                cancelled.append(News(.step(OutboxStep(.cleared(change.mark.number))), from: change.cause))
            default: break
            }
        }
        changes = changes.indices.filter { held.contains($0) }.map { changes[$0] }
        if isSaved { outcome.news += marks.map { News(.saved($0)) } }
        if isLost {
            // An entry that is in no file must not be sent.
            endAttempts()
            outcome.news.append(News(.step(OutboxStep(.lost))))
            outcome.hasWritten = true
        }
        guard !isClearing else { return }
        outcome.news += cancelled
        cancelled = []
    }
}

extension [OutboxMark] {
    /// Raises the mark of an outbox, and lists the changes before it that are not on disk.
    fileprivate mutating func add(_ mark: OutboxMark, isHeld: Bool) {
        let index = firstIndex { $0.outbox == mark.outbox } ?? endIndex
        if index == endIndex { append(mark) }
        self[index].number = Swift.max(self[index].number, mark.number)
        if isHeld { self[index].missing.append(mark.number) }
    }
}
