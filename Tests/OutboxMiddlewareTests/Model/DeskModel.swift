// SPDX-License-Identifier: MIT

import OutboxMiddleware

/// A model of an outbox that follows its documentation, without slots: the history of each entry.
struct DeskModel: Sendable {
    struct Entry: Sendable, Equatable {
        let id: OutboxID
        let letter: Letter
        var phase = OutboxPhase.saving
        var attempts = 0
        var isInFlight = false

        /// Whether the entry was cancelled and no attempt is in flight.
        var isCancelled: Bool { phase == .cancelling && !isInFlight }
    }

    private(set) var entries: [Entry] = []
    /// Whether an attempt that timed out may still succeed.
    var hasTimeouts = false
    /// Whether the file was removed, so that entries may be saved again.
    var isFileGone = false
    private var isClearing = false
    /// The ids that were cancelled and are no entries, since their jobs cannot be decoded.
    private var cancelledIDs: Set<OutboxID> = []

    init(_ entries: [OutboxEntry<Letter>] = [], hasTimeouts: Bool = false, isClearing: Bool = false) {
        (self.hasTimeouts, self.isClearing) = (hasTimeouts, isClearing)
        load(entries)
    }

    /// Letters are numbered in the order in which they are added.
    private mutating func load(_ new: [OutboxEntry<Letter>]) {
        let new = new.filter { !cancelledIDs.contains($0.id) }.map { entry in
            Entry(id: entry.id, letter: entry.job, phase: entry.phase, attempts: entry.attempts)
        }
        entries = (new + entries).sorted { $0.letter.number < $1.letter.number }
    }

    private func index(_ id: OutboxID) -> Int? { entries.firstIndex { $0.id == id } }

    /// Changes the model as the action does.
    ///
    /// Returns the reason if the action must not occur.
    mutating func apply(_ action: DeskAction, _ desk: Desk) -> String? {
        let outbox = desk.letters
        defer { isClearing = outbox.isClearing }
        if case .letters(let action) = action {
            if desk.isLoggedOut { clear() }
            return apply(action, outbox)
        }
        switch action {
        case .write(let letter):
            guard let added = outbox.entries.last, added.job == letter else { return "\(letter) was not added" }
            entries.append(Entry(id: added.id, letter: letter))
        case .cancel(let id):
            if let index = index(id) { entries[index].phase = .cancelling } else { cancelledIDs.insert(id) }
        case .cancelAll: clear()
        case .retry(let id):
            if let index = index(id), entries[index].phase.rejection != nil { entries[index].phase = .saving }
        case .connect, .replace, .logOut, .letters: break
        }
        if desk.isLoggedOut { clear() }
        return nil
    }

    private mutating func clear() {
        for index in entries.indices { (entries[index].phase, entries[index].isInFlight) = (.cancelling, false) }
    }

    private mutating func apply(_ action: LettersAction, _ outbox: Letters) -> String? {
        switch action {
        case .loaded(let new): if !isClearing { load(new.entries) }
        // The crashes check which ones are on disk.
        case .saved: for index in entries.indices { wait(index, outbox) }
        case .storageFailed, .unreadable, .rested: break
        case .step: for index in entries.indices { save(index, outbox) }
        case .paused: for index in entries.indices { stop(index, outbox) }
        case .cancelled(let id, let attempts):
            guard let index = index(id) else { return nil }
            let entry = entries[index]
            guard entry.isCancelled, entry.attempts == attempts || isFileGone else { return "\(action) for \(entry)" }
            entries.remove(at: index)
        case .sent(let id, _), .rejected(let id, _), .attempted(let id), .failed(let id, _):
            guard let index = index(id) else { return "\(action) for an entry that is gone" }
            return apply(action, at: index, outbox)
        }
        return nil
    }

    private mutating func wait(_ index: Int, _ outbox: Letters) {
        guard entries[index].phase == .saving, outbox[entries[index].id]?.phase == .waiting else { return }
        entries[index].phase = .waiting
    }

    /// Saves an entry again whose file was removed, or removes the entry if that was before the start.
    private mutating func save(_ index: Int, _ outbox: Letters) {
        guard isFileGone, let phase = outbox[entries[index].id]?.phase else { return }
        if entries[index].phase == .waiting, phase == .saving { entries[index].phase = .saving }
        if phase == .cancelling { entries[index].phase = .cancelling }
    }

    private mutating func stop(_ index: Int, _ outbox: Letters) {
        if entries[index].phase == .sending { entries[index].phase = .waiting }
        entries[index].isInFlight = false
        save(index, outbox)
    }

    private mutating func apply(_ action: LettersAction, at index: Int, _ outbox: Letters) -> String? {
        let entry = entries[index]
        switch action {
        case .attempted where entry.phase == .cancelling: entries[index].isInFlight = false
        case .attempted:
            guard [.waiting, .sending].contains(entry.phase) else { return "\(action) for \(entry)" }
            (entries[index].phase, entries[index].isInFlight) = (.sending, true)
            entries[index].attempts += 1
        case .sent where hasTimeouts && !entry.isCancelled: entries.remove(at: index)
        default:
            guard entry.isInFlight, [.sending, .cancelling].contains(entry.phase) else {
                return "\(action) for \(entry)"
            }
            entries[index].isInFlight = false
            if case .sent = action {
                entries.remove(at: index)
            } else if case .rejected(_, let reason) = action {
                if entry.phase == .sending { entries[index].phase = .rejected(reason) }
            } else {
                stop(index, outbox)
            }
        }
        return nil
    }

    /// The difference between the model and the outbox, if any.
    func difference(from outbox: Letters) -> String? {
        let found = outbox.entries
        guard found.map(\.id) == entries.map(\.id) else {
            return "the outbox has letters \(found.map(\.job.number)), the model \(entries.map(\.letter.number))"
        }
        for (entry, model) in zip(found, entries) where entry.phase != model.phase || entry.attempts != model.attempts {
            return "the outbox has \(entry), the model \(model)"
        }
        let isEmpty = entries.isEmpty && !outbox.isClearing
        guard outbox.count == entries.count, outbox.isEmpty == isEmpty else {
            return "count is \(outbox.count), isEmpty \(outbox.isEmpty); the model has \(entries.count) entries"
        }
        return nil
    }
}
