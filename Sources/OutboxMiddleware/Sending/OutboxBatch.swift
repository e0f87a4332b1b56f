// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// The changes of an outbox that its file does not have yet, in order.
struct OutboxBatch<Job: Codable & Sendable, Reply: Sendable>: Sendable {
    typealias Line = OutboxLine<Job>
    typealias OutputAction = OutboxAction<Job, Reply>

    /// What came of a try to write the changes.
    struct Outcome: Sendable {
        /// The actions that say what is on disk now.
        var news: [OutputAction] = []
        /// The reason why something is not.
        var error: StorageError?
        var hasWritten = false
    }

    private var lines: [Line] = []
    /// Dispatched once the file has nothing left of what was cleared.
    private var cancelled: [OutputAction] = []
    /// Whether the disk took nothing at the last try.
    private var wasFull = false

    var isEmpty: Bool { lines.isEmpty }

    /// Adds changes.
    ///
    /// - Returns: The rejections of jobs that cannot be encoded.
    mutating func add(_ contents: [Line.Content], of file: OutboxFile<Job>) -> [OutputAction] {
        var news: [OutputAction] = []
        let lines = contents.map { content in
            var line = Line(content: content)
            switch content {
            case .attempt(let run, _): line.record = OutboxRecord(run.id, .attempted(run.attempts + 1))
            case .event(let event):
                do {
                    line.record = try file.record(event)
                } catch {
                    news.append(.rejected(event.id, "It cannot be saved: \(reasonWithoutValues(error))"))
                }
            }
            return line
        }
        self.lines += lines
        dropVainAdditions(because: lines)
        return news
    }

    /// Leaves out the jobs that were cancelled before they were on disk.
    private mutating func dropVainAdditions(because new: [Line]) {
        let cancelled = Set(new.compactMap { $0.event?.isCancellation ?? false ? $0.event?.id : nil })
        guard !cancelled.isEmpty else { return }
        for index in lines.indices {
            guard let event = lines[index].event, event.isAddition, cancelled.contains(event.id) else { continue }
            lines[index].record = nil
        }
    }

    /// Ends the attempts that wait to be written, all or those of some entries.
    mutating func endAttempts(of ids: Set<OutboxID>? = nil) {
        lines.removeAll { line in
            guard case .attempt(let run, let waiter) = line.content, ids?.contains(run.id) ?? true else { return false }
            waiter.end(hasCome: false)
            return true
        }
    }

    /// Writes the changes, all or as many as the disk takes.
    mutating func write(to file: OutboxFile<Job>) -> Outcome {
        var outcome = Outcome()
        let clears = Set(lines.indices.filter { lines[$0].isClear })
        var held: Set<Int> = []
        do throws(StorageError) {
            if clears.isEmpty {
                held = append(to: file, &outcome)
            } else {
                try clear(file.keeper)
            }
        } catch {
            // As long as the clear is not on disk, it would also end what is added now.
            let isRequested = file.keeper.isClearRequested
            held = isRequested ? append(to: file, &outcome) : Set(lines.indices.filter { lines[$0].record != nil })
            held.formUnion(clears)
            outcome.error = error
        }
        finish(except: held, &outcome)
        return outcome
    }

    private func clear(_ keeper: OutboxKeeper) throws(StorageError) {
        let records = lines.compactMap { $0.item?.record }
        if keeper.isClearRequested {
            try keeper.finishClear(applying: records)
        } else {
            try keeper.clear(applying: records)
        }
    }

    /// Appends the records of the lines, and returns the indices of those that the disk refuses.
    private mutating func append(to file: OutboxFile<Job>, _ outcome: inout Outcome) -> Set<Int> {
        var items: [Int: OutboxAppend.Item] = [:]
        for (index, line) in lines.enumerated() { items[index] = line.item }
        guard !items.isEmpty else { return [] }
        let append = OutboxAppend(items, wasFull: wasFull) { records throws(StorageError) in
            // A log that was removed is begun anew.
            if try file.keeper.append(records) == .lost { _ = try file.keeper.append(records) }
        } mayDivide: {
            !file.keeper.isDirty
        }
        wasFull = append.isFull
        if !append.held.isEmpty { outcome.error = append.error }
        return append.held
    }

    /// Removes the lines that are on disk, and lets the attempts go on that wait for them.
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
                if case .cancelled(let attempts, isOver: true) = event.kind {
                    cancelled.append(.cancelled(event.id, attempts: attempts))
                }
            }
        }
        lines = held.sorted().map { lines[$0] }
        if isSaved { outcome.news += marks.map { .saved($0) } }
        guard !lines.contains(where: \.isClear) else { return }
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
