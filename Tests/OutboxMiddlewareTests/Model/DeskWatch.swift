// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore

/// Compares the outbox after each action with the model, and tracks the entries that no crash may lose.
final class DeskWatch: Sendable {
    private struct Contents: Sendable {
        var model = DeskModel()
        /// The entries that no crash may lose, as of the loss of power if there was one.
        var durable: [OutboxID: Letter] = [:]
        /// The waiting entries of a removed file, which may not be on disk.
        var possiblyLost: Set<OutboxID> = []
        /// The entries whose cancellation is on disk.
        var cancelled: Set<OutboxID> = []
        var hasLostPower = false
        /// The entries that must not be sent any more, with the number of their calls.
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
        } else if contents.clearing > contents.cleared, !contents.hasLostPower {
            contents.cleared = contents.clearing
            contents.count("cleared")
        }
    }

    private func check(_ action: DeskAction, _ outbox: Letters, _ contents: inout Contents) -> String? {
        let entries = outbox.entries
        let sending = entries.filter { $0.phase == .sending }
        if Set(sending.map(\.lane)).count < sending.count { return "two entries of one lane are .sending: \(sending)" }
        // Cleared entries are removed, loaded or not.
        if outbox.isClearing { contents.durable = contents.durable.filter { outbox[$0.key] != nil } }
        for entry in entries where entry.phase == .cancelling { contents.durable[entry.id] = nil }
        if case .cancel(let id) = action { contents.durable[id] = nil }
        guard !contents.hasLostPower else { return nil }
        for entry in entries {
            if entry.phase == .saving { contents.possiblyLost.remove(entry.id) }
            let isSafe = [.waiting, .sending].contains(entry.phase) || entry.phase.rejection != nil
            if isSafe, !contents.possiblyLost.contains(entry.id) { contents.durable[entry.id] = entry.job }
            if office.calls(of: entry.id) > entry.attempts {
                return "the server got more calls than \(entry) has attempts"
            }
        }
        guard case .letters(let action) = action else { return nil }
        return check(action, outbox, &contents)
    }

    private func check(_ action: LettersAction, _ outbox: Letters, _ contents: inout Contents) -> String? {
        switch action {
        case .sent(let id, let number):
            contents.count("sent")
            contents.durable[id] = nil
            if office.accepted[id]?.number != number { return ".sent(\(id)), but the server has not accepted it" }
            contents.ended[id] = office.calls(of: id)
        case .rejected(let id, _):
            contents.count("rejected")
            if !office.hasRejected(id) { return ".rejected(\(id)), but the server has not rejected it" }
            if outbox[id] == nil { return "rejected \(id) is missing before the rejection is on disk" }
        case .cancelled(let id, let attempts):
            contents.count("cancelled")
            contents.durable[id] = nil
            contents.cancelled.insert(id)
            if attempts == 0, office.calls(of: id) > 0 { return "\(action), but the server got a call" }
            contents.ended[id] = office.calls(of: id)
        case .unreadable: contents.count("unreadable")
        case .failed(_, let reason): if reason.hasPrefix("EffectTimeout") { contents.count("timed out") }
        default: break
        }
        return nil
    }

    func count(_ event: String) { contents.withLock { $0.count(event) } }

    /// Marks all later events as not durable.
    func losePower() { contents.withLock { $0.hasLostPower = true } }

    /// Removes the file: its entries may be lost until they are written again.
    func removeFile() {
        contents.withLock { contents in
            contents.count("removed")
            contents.possiblyLost.formUnion(contents.durable.keys)
            contents.durable = [:]
            contents.model.isFileGone = true
        }
    }

    /// Notes that the app has ended, and that another one continues with its file.
    func restart(_ outbox: Letters, isCleanExit: Bool, isLoaded: Bool = true, flips: Bool = false) {
        contents.withLock { contents in
            guard contents.wrong == nil else { return }
            let found = outbox.entries
            // A torn append may leave the head of a record with damaged bytes.
            let unreadable = Set(outbox.unreadable.filter { !$0.isTorn }.map(\.id))
            func isThere(_ id: OutboxID) -> Bool { outbox[id] != nil || unreadable.contains(id) }
            let missing = contents.durable.filter { !isThere($0.key) }
            // A flipped bit damages its body, but not the entry.
            let damaged = missing.keys.filter { id in outbox.unreadable.contains { $0.id == id } }
            if missing.count > (flips ? min(damaged.count, 1) : 0) {
                contents.wrong = "a crash lost entries that were on disk: \(missing)"
            }
            for id in damaged { contents.durable[id] = nil }
            for id in contents.cancelled where outbox[id] != nil || outbox.unreadable.contains(where: { $0.id == id }) {
                contents.wrong = "\(id) was cancelled, and is in the file again"
            }
            if isCleanExit {
                let expected = contents.model.entries.filter { $0.phase != .cancelling }
                for entry in expected where !isThere(entry.id) && !contents.possiblyLost.contains(entry.id) {
                    contents.wrong = "a clean exit lost \(entry)"
                }
            }
            for entry in found {
                if office.calls(of: entry.id) > entry.attempts {
                    contents.wrong = "the server got more calls than \(entry) has attempts"
                }
                if contents.ended[entry.id] != nil, office.accepted[entry.id] == nil {
                    contents.wrong = "\(entry) has an outcome, and is in the file again"
                }
            }
            if found.map(\.job.number) != found.map(\.job.number).sorted() {
                contents.wrong = "the entries of the file are not in order: \(found)"
            }
            contents.model = DeskModel(
                isLoaded ? found : [],
                hasTimeouts: office.hasTimeouts,
                isClearing: isLoaded && outbox.isClearing
            )
            (contents.hasLostPower, contents.possiblyLost, contents.clearing) = (false, [], contents.cleared)
        }
    }

    /// Returns the entries that were sent after their outcome.
    func sentAfterOutcome(besides accepted: [OutboxID: Letter]) -> [OutboxID] {
        contents.withLock { $0.ended }.filter { office.calls(of: $0.key) > $0.value && accepted[$0.key] == nil }.map(
            \.key
        )
    }
}

extension OutboxUnreadable {
    /// Whether the bytes of the entry are damaged.
    var isTorn: Bool { reason == "its bytes are damaged" }
}
