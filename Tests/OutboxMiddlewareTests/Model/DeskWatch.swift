// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore

/// Compares the outbox after each action with the model, and knows what no crash may lose.
final class DeskWatch: Sendable {
    private struct Contents: Sendable {
        var model = DeskModel()
        /// What no crash may lose, as it was when the power was cut, if it is.
        var lasting: [OutboxID: Letter] = [:]
        var isCutOff = false
        /// What must not be called for any more.
        var ended: [OutboxID: Int] = [:]
        var wrong: String?
        var counts: [String: Int] = [:]
    }

    private let office: PostOffice
    private let contents = Lock(Contents())

    init(_ office: PostOffice) {
        self.office = office
    }

    var wrong: String? { contents.withLock { $0.wrong } }
    var lasting: [OutboxID: Letter] { contents.withLock { $0.lasting } }
    var counts: [String: Int] { contents.withLock { $0.counts } }

    /// What the model has, the first one first.
    var known: [DeskModel.Entry] { contents.withLock { $0.model.entries } }

    func note(_ action: DeskAction, _ desk: Desk) {
        contents.withLock { contents in
            guard contents.wrong == nil else { return }
            contents.wrong = contents.model.apply(action, desk.letters) ?? contents.model.difference(from: desk.letters)
            if contents.wrong == nil { contents.wrong = check(action, desk.letters, &contents) }
        }
    }

    private func check(_ action: DeskAction, _ outbox: Letters, _ contents: inout Contents) -> String? {
        let sending = outbox.entries.filter { $0.phase == .sending }
        if Set(sending.map(\.lane)).count < sending.count { return "two of one lane are sent: \(sending)" }
        for entry in outbox.entries where entry.phase == .cancelling { contents.lasting[entry.id] = nil }
        guard !contents.isCutOff else { return nil }
        for entry in outbox.entries {
            if [.waiting, .sending].contains(entry.phase) || entry.phase.rejection != nil {
                contents.lasting[entry.id] = entry.job
            }
            if office.calls(of: entry.id) > entry.attempts { return "\(entry) was tried more often" }
        }
        guard case .letters(let action) = action else { return nil }
        switch action {
        case .sent(let id, let number):
            contents.counts["sent", default: 0] += 1
            contents.lasting[id] = nil
            if office.accepted[id]?.number != number { return "\(id) was not accepted" }
            contents.ended[id] = office.calls(of: id)
        case .rejected(let id, _):
            contents.counts["rejected", default: 0] += 1
            if !office.hasRefused(id) { return "\(id) was not refused" }
            if outbox[id] == nil { return "\(id) is gone before that is on disk" }
        case .cancelled(let id, let attempts):
            contents.counts["cancelled", default: 0] += 1
            if attempts == 0, office.calls(of: id) > 0 { return "\(id) was never tried, they say" }
            contents.ended[id] = office.calls(of: id)
        default: break
        }
        return nil
    }

    /// From now on nothing that happens lasts.
    func cutOff() { contents.withLock { $0.isCutOff = true } }

    /// Notes that the app was ended, and that another one goes on with what the file has.
    func restart(_ outbox: Letters, isWhole: Bool, isLoaded: Bool = true) {
        contents.withLock { contents in
            guard contents.wrong == nil else { return }
            let found = outbox.entries
            for (id, letter) in contents.lasting where outbox[id] == nil { contents.wrong = "\(letter) is lost: \(id)" }
            if isWhole {
                let expected = contents.model.entries.filter { $0.phase != .cancelling }
                for entry in expected where outbox[entry.id] == nil { contents.wrong = "the end has lost \(entry)" }
            }
            for entry in found {
                if office.calls(of: entry.id) > entry.attempts { contents.wrong = "\(entry) was tried more often" }
                if contents.ended[entry.id] != nil, office.accepted[entry.id] == nil {
                    contents.wrong = "\(entry) had ended"
                }
            }
            if found.map(\.job.number) != found.map(\.job.number).sorted() { contents.wrong = "not in order: \(found)" }
            contents.model = DeskModel(isLoaded ? found : [])
            contents.isCutOff = false
        }
    }

    /// Returns what was called for after it had ended.
    func lateCalls(besides accepted: [OutboxID: Letter]) -> [OutboxID] {
        contents.withLock { $0.ended }.filter { office.calls(of: $0.key) > $0.value && accepted[$0.key] == nil }.map(
            \.key
        )
    }
}
