// SPDX-License-Identifier: MIT

import OutboxMiddleware
import RexCore

/// A card of a board.
struct Card: Sendable, Equatable, Codable {
    var id: String
    var text: String
}

enum CardAction: Sendable, Hashable, Codable {
    case add(String, String)
    case write(String, String)
    case moveToFront(String)
    case remove(String)

    var name: String {
        switch self {
        case .add(let name, _), .write(let name, _), .moveToFront(let name), .remove(let name): name
        }
    }

    /// Returns the same action with another name of the card.
    static func renaming(_ action: CardAction, _ old: String, _ new: String) -> CardAction {
        func name(_ id: String) -> String { id == old ? new : id }
        return switch action {
        case .add(let id, let text): .add(name(id), text)
        case .write(let id, let text): .write(name(id), text)
        case .moveToFront(let id): .moveToFront(name(id))
        case .remove(let id): .remove(name(id))
        }
    }
}

/// Changes existing cards.
func reduceCards(_ action: CardAction, _ cards: inout [Card]) {
    switch action {
    case .add(let id, let text): cards.append(Card(id: id, text: text))
    case .write(let id, let text):
        for index in cards.indices where cards[index].id == id { cards[index].text += text }
    case .moveToFront(let id):
        guard let index = cards.firstIndex(where: { $0.id == id }) else { return }
        cards.insert(cards.remove(at: index), at: 0)
    case .remove(let id): cards.removeAll { $0.id == id }
    }
}

typealias Cards = Optimistic<[Card], CardAction>
typealias CardsAction = RenamingOptimisticAction<String, CardAction>

extension Reducer where ActionType == CardAction, StateType == [Card] {
    static var cards: Reducer { .reduce { reduceCards($0, &$1) } }
}

/// A state without `==`.
struct Tally: Sendable {
    var values: [Int] = []
}
