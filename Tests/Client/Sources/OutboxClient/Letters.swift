// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore

struct Desk: Sendable {
    var letters: Outbox<String>
    var sent = Optimistic<[String], String>([])
}

enum DeskAction: Sendable {
    case wrote(String)
    case letters(OutboxAction<String, Bool>)

    static let letters = CasePath<DeskAction, OutboxAction<String, Bool>>(
        extract: { if case .letters(let action) = $0 { action } else { nil } },
        embed: DeskAction.letters
    )
}

private let sent = Reducer<String, [String]>.reduce { letter, sent in sent.append(letter) }.optimistic()

let desk = Feature<DeskAction, Desk, OutboxFile<String>>.combine {
    Feature { action, desk in
        switch action {
        case .wrote(let letter):
            sent.reduce(.perform(desk.letters.add(letter), letter), &desk.sent)
        case .letters(.sent(let id, _)): sent.reduce(.confirmed(id), &desk.sent)
        case .letters: break
        }
    }
    Feature.outbox(case: DeskAction.letters, state: \.letters, to: { $0 }) { _, _, _ in true }
}

/// Returns the letters that the server received.
public func lettersSent() async -> [String] {
    let file = OutboxFile<String>(at: "letters", storage: .memory)
    guard let letters = try? file.load() else { return [] }
    let store = Store(initialState: Desk(letters: letters), feature: desk, dependencies: file)
    for letter in ["Ada", "Grace"] { store.dispatch(.wrote(letter)) }
    await store.settled()
    return store.state.sent.base
}
