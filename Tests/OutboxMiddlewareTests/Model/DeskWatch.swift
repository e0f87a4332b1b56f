// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore

/// Compares the outbox after each action with the model, and tracks the entries that no crash may lose.
final class DeskWatch: Sendable {
    private struct Contents: Sendable {
        var model = DeskModel()
        /// The entries that no crash may lose, as of the loss of power if there was one.
        var lasting: [OutboxID: Letter] = [:]
        /// The waiting entries of a removed file, which may not be on disk.
        var unsure: Set<OutboxID> = []
        /// The entries whose cancellation is on disk.
        var cancelled: Set<OutboxID> = []
        var isCutOff = false
        /// The entries that must not be sent any more.
        var ended: [OutboxID: Int] = [:]
        /// The last letter, and the last removed letter, on disk or not.
        var (lastNumber, clearing, cleared) = (0, 0, 0)
        var wrong: String?
        var counts: [String: Int] = [:]

        mutating func count(_ event: String) { counts[event, default: 0] += 1 }
    }

    private let office: PostOffice
    private let contents = Lock(Contents())

    init(_ office: PostOffice) {
        self.office = office
        contents.withLock { $0.model.hasTimeouts = office.hasTimeouts }
    }

    var wrong: String? { contents.withLock { $0.wrong } }
    var counts: [String: Int] { contents.withLock { $0.counts } }
    /// The letters up to this one must not be on disk.
    var cleared: Int { contents.withLock { $0.cleared } }

    /// The entries of the model, in order.
    var known: [DeskModel.Entry] { contents.withLock { $0.model.entries } }

    func note(_ action: DeskAction, _ desk: Desk) {
        contents.withLock { contents in
            guard contents.wrong == nil else { return }
            contents.wrong = contents.model.apply(action, desk) ?? contents.model.difference(from: desk.letters)
            noteClear(action, desk, &contents)
            if contents.wrong == nil { contents.wrong = check(action, desk.letters, &contents) }
        }
    }

    private func noteClear(_ action: DeskAction, _ desk: Desk, _ contents: inout Contents) {
        if case .write(let letter) = action { contents.lastNumber = letter.number }
        let isCalled = if case .cancelAll = action { true } else { desk.isLoggedOut }
        if desk.letters.isClearing {
            guard isCalled else { return }
            contents.clearing = contents.lastNumber
            // Hanging attempts no longer block others.
            office.forgetCalls()
        } else if contents.clearing > contents.cleared, !contents.isCutOff {
            contents.cleared = contents.clearing
            contents.count("cleared")
        }
    }

    private func check(_ action: DeskAction, _ outbox: Letters, _ contents: inout Contents) -> String? {
        let entries = outbox.entries
        let sending = entries.filter { $0.phase == .sending }
        if Set(sending.map(\.lane)).count < sending.count { return "two of one lane are sent: \(sending)" }
        // Cleared entries are removed, loaded or not.
        if outbox.isClearing { contents.lasting = contents.lasting.filter { outbox[$0.key] != nil } }
        for entry in entries where entry.phase == .cancelling { contents.lasting[entry.id] = nil }
        if case .cancel(let id) = action { contents.lasting[id] = nil }
        guard !contents.isCutOff else { return nil }
        for entry in entries {
            if entry.phase == .saving { contents.unsure.remove(entry.id) }
            let isSafe = [.waiting, .sending].contains(entry.phase) || entry.phase.rejection != nil
            if isSafe, !contents.unsure.contains(entry.id) { contents.lasting[entry.id] = entry.job }
            if office.calls(of: entry.id) > entry.attempts { return "\(entry) was tried more often" }
        }
        guard case .letters(let action) = action else { return nil }
        return check(action, outbox, &contents)
    }

    private func check(_ action: LettersAction, _ outbox: Letters, _ contents: inout Contents) -> String? {
        switch action {
        case .sent(let id, let number):
            contents.count("sent")
            contents.lasting[id] = nil
            if office.accepted[id]?.number != number { return "\(id) was not accepted" }
            contents.ended[id] = office.calls(of: id)
        case .rejected(let id, _):
            contents.count("rejected")
            if !office.hasRefused(id) { return "\(id) was not refused" }
            if outbox[id] == nil { return "\(id) is gone before that is on disk" }
        case .cancelled(let id, let attempts):
            contents.count("cancelled")
            contents.lasting[id] = nil
            contents.cancelled.insert(id)
            if attempts == 0, office.calls(of: id) > 0 { return "\(id) was never tried, they say" }
            contents.ended[id] = office.calls(of: id)
        case .unreadable: contents.count("unreadable")
        case .failed(_, let reason): if reason.hasPrefix("EffectTimeout") { contents.count("timed out") }
        default: break
        }
        return nil
    }

    func count(_ event: String) { contents.withLock { $0.count(event) } }

    /// Marks all later events as not durable.
    func cutOff() { contents.withLock { $0.isCutOff = true } }

    /// Removes the file: its entries may be lost until they are written again.
    func loseFile() {
        contents.withLock { contents in
            contents.count("removed")
            contents.unsure.formUnion(contents.lasting.keys)
            contents.lasting = [:]
            contents.model.isFileGone = true
        }
    }

    /// Notes that the app has ended, and that another one continues with its file.
    func restart(_ outbox: Letters, isWhole: Bool, isLoaded: Bool = true, flips: Bool = false) {
        contents.withLock { contents in
            guard contents.wrong == nil else { return }
            let found = outbox.entries
            // A torn append may leave the head of a record with damaged bytes.
            let unreadable = Set(outbox.unreadable.filter { !$0.isTorn }.map(\.id))
            func isThere(_ id: OutboxID) -> Bool { outbox[id] != nil || unreadable.contains(id) }
            let missing = contents.lasting.filter { !isThere($0.key) }
            // A flipped bit damages its body, but not the entry.
            let damaged = missing.keys.filter { id in outbox.unreadable.contains { $0.id == id } }
            if missing.count > (flips ? min(damaged.count, 1) : 0) { contents.wrong = "it is lost: \(missing)" }
            for id in damaged { contents.lasting[id] = nil }
            for id in contents.cancelled where outbox[id] != nil || outbox.unreadable.contains(where: { $0.id == id }) {
                contents.wrong = "\(id) was cancelled, and is there again"
            }
            if isWhole {
                let expected = contents.model.entries.filter { $0.phase != .cancelling }
                for entry in expected where !isThere(entry.id) && !contents.unsure.contains(entry.id) {
                    contents.wrong = "the end has lost \(entry)"
                }
            }
            for entry in found {
                if office.calls(of: entry.id) > entry.attempts { contents.wrong = "\(entry) was tried more often" }
                if contents.ended[entry.id] != nil, office.accepted[entry.id] == nil {
                    contents.wrong = "\(entry) had ended"
                }
            }
            if found.map(\.job.number) != found.map(\.job.number).sorted() { contents.wrong = "not in order: \(found)" }
            contents.model = DeskModel(
                isLoaded ? found : [],
                hasTimeouts: office.hasTimeouts,
                isClearing: isLoaded && outbox.isClearing
            )
            (contents.isCutOff, contents.unsure, contents.clearing) = (false, [], contents.cleared)
        }
    }

    /// Returns the entries that were sent after they had ended.
    func lateCalls(besides accepted: [OutboxID: Letter]) -> [OutboxID] {
        contents.withLock { $0.ended }.filter { office.calls(of: $0.key) > $0.value && accepted[$0.key] == nil }.map(
            \.key
        )
    }
}

extension OutboxUnreadable {
    /// Whether the bytes of the entry are damaged.
    var isTorn: Bool { reason == "its bytes are damaged" }
}
