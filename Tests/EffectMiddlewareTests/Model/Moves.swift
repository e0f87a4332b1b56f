// SPDX-License-Identifier: MIT

/// What a run does: it waits and sends, again and again.
struct Script: Sendable {
    struct Step: Sendable {
        var delay: Int
        /// What it sends besides saying that it is there.
        var answers: [Move] = []
    }

    var name: String
    /// What it is called once it has ended, when nobody knows its element.
    var endName: String
    /// When it goes on, of those whose time comes together; no other script has it.
    var rank: Int
    var steps: [Step] = []
    /// Whether it waits on when it is cancelled.
    var isStubborn = false
    /// How many of its attempts fail at their end.
    var failures = 0
}

/// One action of a program: all that it is at once.
struct Move: Sendable {
    enum Change: Sendable {
        case key(Int?)
        case keys([Int])
        /// The boards of the desk, or the cards of a board.
        case elements([Int])
    }

    struct Cancel: Sendable {
        /// Where the rule is that cancels.
        var level: Int
        /// Nil for all of them.
        var group: Int?
        var key: Int?
    }

    /// The board, or the board and the card, that it is for.
    var path: [Int] = []
    var change: Change?
    /// The rules that find something in it.
    var triggers: [Int] = []
    var key = 0
    var script: Script?
    var cancel: Cancel?
    /// What is done while it is processed, before what is ready goes on.
    var batch: [Move]?
    var said: String?
    var isPoke = false

    static func said(_ text: String) -> Move { Move(said: text) }
    static let poke = Move(isPoke: true)

    /// What a rule finds; each has a name and a rank of its own.
    func script(for rule: Int) -> Script? {
        guard triggers.contains(rule), var script else { return nil }
        script.name += "/\(rule)"
        script.endName = script.name
        script.rank += rule
        return script
    }
}

/// A part of the state with keys that rules look at.
protocol Watched: Sendable {
    var key: Int? { get }
    var keys: [Int] { get }
    var path: [Int] { get }
}

struct Card: Watched, Identifiable {
    let id: Int
    let path: [Int]
    var key: Int?
    var keys: [Int] = []
}

struct Board: Watched, Identifiable {
    let id: Int
    var key: Int?
    var keys: [Int] = []
    var cards: [Card]
    var path: [Int] { [id] }

    init(id: Int) {
        (self.id, key, cards) = (id, id == 0 ? nil : id, [])
        setCards([0, 1])
    }

    mutating func setCards(_ ids: [Int]) {
        cards = ids.map { number in
            cards.first { $0.id == number } ?? Card(id: number, path: [id, number], key: number == 0 ? 0 : nil)
        }
    }
}

struct Desk: Watched {
    var key: Int?
    var keys: [Int] = [0]
    var boards = [Board(id: 0), Board(id: 1)]
    var log: [String] = []
    var path: [Int] { [] }

    mutating func make(_ change: Move.Change, at path: [Int]) {
        if path.isEmpty {
            switch change {
            case .key(let key): self.key = key
            case .keys(let keys): self.keys = keys
            case .elements(let ids): boards = ids.map { id in boards.first { $0.id == id } ?? Board(id: id) }
            }
            return
        }
        guard let board = boards.firstIndex(where: { $0.id == path[0] }) else { return }
        let card = path.count > 1 ? boards[board].cards.firstIndex { $0.id == path[1] } : nil
        switch (change, card) {
        case (.key(let key), let card?): boards[board].cards[card].key = key
        case (.keys(let keys), let card?): boards[board].cards[card].keys = keys
        case (.key(let key), nil) where path.count == 1: boards[board].key = key
        case (.keys(let keys), nil) where path.count == 1: boards[board].keys = keys
        case (.elements(let ids), _): boards[board].setCards(ids)
        default: break
        }
    }

    /// What there is at a level, from left to right.
    func parts(at level: Int) -> [any Watched] {
        switch level {
        case 0: [self]
        case 1: boards
        default: boards.flatMap(\.cards)
        }
    }
}
