// SPDX-License-Identifier: MIT

import OutboxMiddleware

/// An outbox as its documentation tells it, without turns: what has happened to each entry.
struct DeskModel: Sendable {
    struct Entry: Sendable, Equatable {
        let id: OutboxID
        let letter: Letter
        var phase = OutboxPhase.saving
        var attempts = 0
        var isInFlight = false
    }

    private(set) var entries: [Entry] = []

    init(_ entries: [OutboxEntry<Letter>] = []) {
        load(entries)
    }

    private mutating func load(_ new: [OutboxEntry<Letter>]) {
        entries = new.map { Entry(id: $0.id, letter: $0.job, phase: $0.phase, attempts: $0.attempts) } + entries
    }

    private func index(_ id: OutboxID) -> Int? { entries.firstIndex { $0.id == id } }

    /// Changes the model as the action does; returns why it must not be, if so.
    mutating func apply(_ action: DeskAction, _ outbox: Letters) -> String? {
        switch action {
        case .write(let letter):
            guard let added = outbox.entries.last, added.job == letter else { return "\(letter) is not the last one" }
            entries.append(Entry(id: added.id, letter: letter))
        case .cancel(let id): cancel(id)
        case .cancelAll: for entry in entries { cancel(entry.id) }
        case .retry(let id):
            if let index = index(id), entries[index].phase.rejection != nil { entries[index].phase = .saving }
        case .connect, .replace: break
        case .letters(let action): return apply(action, outbox)
        }
        return nil
    }

    private mutating func cancel(_ id: OutboxID) {
        if let index = index(id) { entries[index].phase = .cancelling }
    }

    private mutating func apply(_ action: LettersAction, _ outbox: Letters) -> String? {
        switch action {
        case .loaded(let new): load(new)
        // Which ones are on disk is for the crashes to say.
        case .saved: for index in entries.indices { wait(index, outbox) }
        case .storageFailed, .rested, .step: break
        case .paused: for index in entries.indices where entries[index].phase == .sending { stop(index) }
        case .cancelled(let id, let attempts):
            guard let index = index(id) else { return nil }
            let entry = entries[index]
            guard entry.phase == .cancelling, !entry.isInFlight, entry.attempts == attempts else {
                return "\(action) for \(entry)"
            }
            entries.remove(at: index)
        case .sent(let id, _), .rejected(let id, _), .attempted(let id), .failed(let id, _):
            guard let index = index(id) else { return "\(action), which is gone" }
            return apply(action, at: index)
        }
        if case .paused = action { for index in entries.indices { entries[index].isInFlight = false } }
        return nil
    }

    private mutating func wait(_ index: Int, _ outbox: Letters) {
        guard entries[index].phase == .saving, outbox[entries[index].id]?.phase == .waiting else { return }
        entries[index].phase = .waiting
    }

    private mutating func stop(_ index: Int) {
        (entries[index].phase, entries[index].isInFlight) = (.waiting, false)
    }

    private mutating func apply(_ action: LettersAction, at index: Int) -> String? {
        let entry = entries[index]
        if case .attempted = action {
            guard [.waiting, .sending, .cancelling].contains(entry.phase) else { return "\(action) for \(entry)" }
            if entry.phase == .cancelling {
                entries[index].isInFlight = false
            } else {
                (entries[index].phase, entries[index].isInFlight) = (.sending, true)
                entries[index].attempts += 1
            }
            return nil
        }
        guard entry.isInFlight, [.sending, .cancelling].contains(entry.phase) else { return "\(action) for \(entry)" }
        entries[index].isInFlight = false
        switch action {
        case .sent: entries.remove(at: index)
        case .rejected(_, let reason):
            if entry.phase == .sending { entries[index].phase = .rejected(reason) }
        default: if entry.phase == .sending { stop(index) }
        }
        return nil
    }

    /// What is different, if anything is.
    func difference(from outbox: Letters) -> String? {
        let found = outbox.entries
        guard found.map(\.id) == entries.map(\.id) else {
            return "has \(found.map(\.job.number)), should have \(entries.map(\.letter.number))"
        }
        for (entry, model) in zip(found, entries) where entry.phase != model.phase || entry.attempts != model.attempts {
            return "\(entry), should be \(model)"
        }
        let rejected = found.filter { $0.phase.rejection != nil }
        let pending = found.filter { $0.phase.rejection == nil }
        guard outbox.rejected.map(\.id) == rejected.map(\.id), outbox.pending.map(\.id) == pending.map(\.id),
            outbox.rejectedCount == rejected.count, outbox.pendingCount == pending.count
        else { return "counts \(outbox.pendingCount) pending and \(outbox.rejectedCount) rejected of \(found)" }
        return outbox.count == entries.count && outbox.isEmpty == entries.isEmpty ? nil : "has \(outbox.count)"
    }
}
