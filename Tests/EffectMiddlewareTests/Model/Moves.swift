// SPDX-License-Identifier: MIT

/// The behaviour of a run: it repeatedly waits and sends.
struct Script: Sendable {
    struct Step: Sendable {
        var delay: Int
        /// The action that it sends in addition to its own text.
        var answers: [Move] = []
    }

    var name: String
    /// Its name in texts after its end, when its element is unknown.
    var endName: String
    /// The order among scripts with the same wake-up time.
    ///
    /// Each script has a different rank.
    var rank: Int
    var steps: [Step] = []
    /// Whether it ignores cancellation.
    var isStubborn = false
    /// The number of attempts that fail at their end.
    var failures = 0
}

/// An action of a program, which can do several things at once.
struct Move: Sendable {
    enum Change: Sendable {
        case key(Int?)
        case keys([Int])
        /// The boards of the desk, or the cards of a board.
        case elements([Int])
    }

    struct Cancel: Sendable {
        /// The level of the cancelling rule.
        var level: Int
        /// Nil for all groups.
        var group: Int?
        var key: Int?
    }

    /// The board, or the board and card, that the action is for.
    var path: [Int] = []
    var change: Change?
    /// The rules that match the action.
    var triggers: [Int] = []
    var key = 0
    var script: Script?
    var cancel: Cancel?
    /// Actions dispatched while it is being processed, before anything ready runs.
    var batch: [Move]?
    var said: String?
    var isPoke = false

    static func said(_ text: String) -> Move { Move(said: text) }
    static let poke = Move(isPoke: true)

    /// Returns the script for a rule.
    ///
    /// Each has its own name and rank.
    func script(for rule: Int) -> Script? {
        guard triggers.contains(rule), var script else { return nil }
        script.name += "/\(rule)"
        script.endName = script.name
        script.rank += rule
        return script
    }
}

/// A part of the state with keys for rules.
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
    /// Whether the board is an optional: the first element, if there is one.
    let hasOneBoard: Bool

    init(hasOneBoard: Bool) {
        self.hasOneBoard = hasOneBoard
        if hasOneBoard { boards.removeLast() }
    }

    /// Returns the part that an action with this path is for.
    ///
    /// An action for the board of an optional has no id.
    func target(of path: [Int]) -> [Int] {
        guard hasOneBoard, let board = boards.first, !path.isEmpty else { return path }
        return [board.id] + path.dropFirst()
    }

    mutating func make(_ change: Move.Change, at path: [Int]) {
        let path = target(of: path)
        if path.isEmpty {
            switch change {
            case .key(let key): self.key = key
            case .keys(let keys): self.keys = keys
            case .elements(let ids):
                boards = ids.prefix(hasOneBoard ? 1 : ids.count).map { id in
                    boards.first { $0.id == id } ?? Board(id: id)
                }
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

    /// Returns the parts at a level, from left to right.
    func parts(at level: Int) -> [any Watched] {
        switch level {
        case 0: [self]
        case 1: boards
        default: boards.flatMap(\.cards)
        }
    }
}
