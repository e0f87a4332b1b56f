// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

/// The changes of an outbox that are not in its file yet, in order.
struct PendingWrites<Job: Codable & Sendable, Reply: Sendable>: Sendable {
    typealias Line = OutboxLine<Job>
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

    private var lines: [Line] = []
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

    var isEmpty: Bool { lines.isEmpty && !hasClearLeft }
    /// Whether the file must be cleared.
    var isClearing: Bool { lines.contains(where: \.isClear) }

    /// Adds changes.
    ///
    /// - Returns: The rejections of jobs that cannot be encoded.
    mutating func add(_ lines: [Line], of file: OutboxFile<Job>) -> [News] {
        var news: [News] = []
        let lines = lines.map { line in
            var line = line
            switch line.content {
            case .attempt(let run, _): line.records = [OutboxRecord(run.id, .attempted(run.attempts + 1))]
            case .event(let event):
                do {
                    line.records = try file.records(event)
                } catch {
                    news.append(News(failure(of: event, error, &line, file), from: line.cause))
                }
            }
            return line
        }
        for line in lines {
            if line.isClear { dropRecords() }
            self.lines.append(line)
            if line.event?.isEndOfRestoration ?? false { endRestoration() }
        }
        dropVainAdditions(because: lines)
        return news
    }

    /// Returns the rejection of a job that cannot be encoded.
    ///
    /// A reply that cannot be encoded is kept without its bytes.
    private func failure(
        of event: OutboxEvent<Job>,
        _ error: any Error,
        _ line: inout Line,
        _ file: OutboxFile<Job>
    ) -> OutputAction {
        let reason = reasonWithoutValues(error)
        guard case .sent(_, let number) = event.kind else {
            return .rejected(event.id, "It cannot be saved: \(reason)")
        }
        // A saved value that lacks a kept outcome notices that its reply cannot be decoded.
        let empty = OutboxOutcome.sent(OutboxBody([]))
        line.records = [OutboxRecord(event.id, number.map { .kept(empty, number: $0) } ?? .sent)]
        return .storageFailed(StorageError(.write, file.path, .cannotEncode(reason)))
    }

    /// Moves the restored entries before later changes, since the file is read in the order of its
    /// records.
    private mutating func endRestoration() {
        isLost = false
        lines = lines.filter { $0.event?.isRestoration ?? false } + lines.filter { !($0.event?.isRestoration ?? false) }
    }

    /// Drops the records that a clear would remove.
    private mutating func dropRecords() {
        endAttempts()
        lines.removeAll { $0.idToDecode != nil }
        for index in lines.indices { lines[index].records = [] }
    }

    /// Drops the jobs that were cancelled before they were on disk.
    private mutating func dropVainAdditions(because new: [Line]) {
        let cancelled = Set(new.compactMap { $0.event?.isLast ?? false ? $0.event?.id : nil })
        guard !cancelled.isEmpty else { return }
        for index in lines.indices {
            guard let event = lines[index].event, cancelled.contains(event.id) else { continue }
            if event.isAddition || event.isRestoration { lines[index].records = [] }
        }
    }

    /// Leaves out entries that are loaded, and need not be decoded again.
    mutating func dropDecoding(of ids: Set<OutboxID>) {
        lines.removeAll { $0.idToDecode.map(ids.contains) ?? false }
    }

    /// Ends the waiting attempts of all or of some entries.
    mutating func endAttempts(of ids: Set<OutboxID>? = nil) {
        lines.removeAll { line in
            guard case .attempt(let run, let waiter) = line.content, ids?.contains(run.id) ?? true else { return false }
            waiter.end(hasCome: false)
            return true
        }
    }

    /// Writes all changes, or as many as the disk takes.
    mutating func write(to file: OutboxFile<Job>) -> Outcome {
        var outcome = Outcome()
        guard !isLost else { return outcome }
        var held: Set<Int> = []
        if let clear = lines.last(where: \.isClear)?.event?.mark {
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
    /// - Returns: The indices of the lines that are not on disk.
    private mutating func write(_ clear: OutboxMark, to file: OutboxFile<Job>, _ outcome: inout Outcome) -> Set<Int> {
        do throws(StorageError) {
            let records = lines.flatMap { $0.item?.records ?? [] }
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
            let held = requestedClear == clear ? append(to: file, &outcome) : wantedIndices
            outcome.error = error
            return held.union(lines.indices.filter { lines[$0].isClear })
        }
    }

    private var wantedIndices: Set<Int> { Set(lines.indices.filter { lines[$0].item != nil }) }

    /// Appends the records of the lines, and returns the indices of the ones that were not written.
    private mutating func append(to file: OutboxFile<Job>, _ outcome: inout Outcome) -> Set<Int> {
        let items = lines.map(\.item)
        guard items.contains(where: { $0 != nil }) else { return [] }
        let append = OutboxAppend(items, wasFull: wasFull, after: lastLane) { records throws(StorageError) in
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
    /// - Returns: The indices of the lines whose entries cannot be read.
    private func decode(from file: OutboxFile<Job>, _ outcome: inout Outcome) -> Set<Int> {
        let ids = lines.compactMap(\.idToDecode)
        guard !ids.isEmpty else { return [] }
        do throws(StorageError) {
            let found = try file.find(Set(ids))
            outcome.news += ids.flatMap { news(of: $0, found[$0]) }.map { News($0) }
            return []
        } catch {
            outcome.error = error
            return Set(lines.indices.filter { lines[$0].idToDecode != nil })
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

    /// Removes the lines that are on disk, and lets their waiting attempts continue.
    private mutating func finish(except held: Set<Int>, _ outcome: inout Outcome) {
        var marks: [OutboxMark] = []
        var isSaved = false
        for (index, line) in lines.enumerated() {
            let isHeld = held.contains(index)
            if !isHeld { outcome.hasWritten = true }
            switch line.content {
            case .attempt(_, let waiter): if !isHeld { waiter.end(hasCome: true) }
            case .event(let event):
                marks.add(event.mark, isHeld: isHeld)
                guard !isHeld else { continue }
                isSaved = true
                switch event.kind {
                case .cancelled(let attempts, isOver: true, _):
                    cancelled.append(News(.cancelled(event.id, attempts: attempts), from: line.cause))
                case .cleared(let entries):
                    cancelled += entries.map { News(.cancelled($0.id, attempts: $0.attempts), from: line.cause) }
                    cancelled.append(News(.step(OutboxStep(.cleared(event.mark.number))), from: line.cause))
                default: break
                }
            }
        }
        lines = lines.indices.filter { held.contains($0) }.map { lines[$0] }
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
