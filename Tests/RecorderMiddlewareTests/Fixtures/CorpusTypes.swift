// SPDX-License-Identifier: MIT

import Foundation
import RexCore

// The actions and states of programs that are turned into tests. They are also compiled into the written tests, where
// an environment variable changes each reducer.

private let isChanged = ProcessInfo.processInfo.environment["REX_CORPUS_CHANGED"] != nil

extension Reducer {
    fileprivate static func corpus(
        changed: @escaping @Sendable (inout StateType) -> Void,
        _ reduce: @escaping @Sendable (ActionType, inout StateType) -> Void
    ) -> Reducer {
        .reduce { action, state in
            reduce(action, &state)
            if isChanged { changed(&state) }
        }
    }
}

/// A key that is not a JSON key.
enum Side: Codable, Hashable, Sendable {
    case left, right
    case at(Int)
}

enum TagAction: Codable, Equatable, Sendable, CustomStringConvertible {
    case add(String)
    case put(Side, Int)
    case clear

    var description: String { "a tag" }
}

struct TagState: Codable, Equatable, Sendable {
    var tags: Set<String> = []
    var sides: [Side: Set<Int>] = [:]
}

extension Reducer where ActionType == TagAction, StateType == TagState {
    static let tags = Reducer.corpus(changed: { $0.tags.insert("changed") }) { action, state in
        switch action {
        case .add(let tag): state.tags.insert(tag)
        case .put(let side, let number): state.sides[side, default: []].insert(number)
        case .clear: state = TagState()
        }
    }
}

/// A value without `==`.
struct LooseAction: Codable, Sendable {
    var tags: Set<String> = []
    var sides: [Side: Set<Int>] = [:]
    var number = 0.0
}

struct LooseState: Codable, Sendable {
    var all: [LooseAction] = []
    var last: LooseAction?
}

extension Reducer where ActionType == LooseAction, StateType == LooseState {
    static let loose = Reducer.corpus(changed: { $0.last?.tags.insert("changed") }) { action, state in
        state.all.append(action)
        state.last = action
    }
}

enum Shelf {
    enum Books {
        enum Action: Codable, Sendable {
            case add(title: String)
        }

        struct State: Codable, Equatable, Sendable {
            var titles: [String: Int] = [:]
        }
    }
}

extension Reducer where ActionType == Shelf.Books.Action, StateType == Shelf.Books.State {
    static let books = Reducer.corpus(changed: { $0.titles["changed"] = 1 }) { action, state in
        switch action {
        case .add(let title): state.titles[title, default: 0] += 1
        }
    }
}

/// Types nested in types of another module.
extension String {
    struct Draft: Codable, Equatable, Sendable {
        var text = ""
    }

    enum Edit: Codable, Sendable {
        case insert(String)
    }
}

extension Reducer where ActionType == String.Edit, StateType == String.Draft {
    static let drafts = Reducer.corpus(changed: { $0.text += "!" }) { action, state in
        switch action {
        case .insert(let text): state.text += text
        }
    }
}

enum Loading<Value: Codable & Sendable>: Codable, Sendable {
    case loaded(Value)
    case failed(reason: String)
}

extension Loading: Equatable where Value: Equatable {}

struct Page<Item: Codable & Sendable>: Codable, Sendable {
    var items: [Item] = []
    var last: Loading<Item>?
}

extension Page: Equatable where Item: Equatable {}

extension Reducer where ActionType == Loading<[Side: Int]>, StateType == Page<[Side: Int]> {
    static let pages = Reducer.corpus(changed: { $0.items.append([:]) }) { action, state in
        if case .loaded(let item) = action { state.items.append(item) }
        state.last = action
    }
}

extension Reducer where ActionType == Loading<LooseAction>, StateType == Page<LooseAction> {
    static let loosePages = Reducer.corpus(changed: { $0.last = nil }) { action, state in
        if case .loaded(let item) = action { state.items.append(item) }
        state.last = action
    }
}

/// Values with special characters of literals, or with custom encodings.
extension Reducer where ActionType == String, StateType == String {
    static let texts = Reducer.corpus(changed: { $0 += "changed" }) { action, state in state = action }
}

struct Values: Codable, Equatable, Sendable {
    var data = Data([0, 255])
    var date = Date(timeIntervalSinceReferenceDate: 1.0 / 3)
    var url = URL(string: "https://example.com/?q=a%20b#c")
    var decimal = Decimal(string: "0.1234567890123456789")
    var large = UInt64.max
    var small = Float(1e-30)
    var infinite = -Double.infinity
    var nothing: Int?
    var lists: [[Int]] = [[], [1]]
    var optionals: [String: Int?] = ["a": nil, "b": 1]
}

enum ValueAction: Codable, Equatable, Sendable {
    case data(Data), date(Date), number(Double), nothing(Int?), unit
}

extension Reducer where ActionType == ValueAction, StateType == Values {
    static let values = Reducer.corpus(changed: { $0.large -= 1 }) { action, state in
        switch action {
        case .data(let data): state.data += data
        case .date(let date): state.date = date
        case .number(let number): state.infinite = number
        case .nothing(let value): state.nothing = value
        case .unit: state.lists = []
        }
    }
}

indirect enum Deep: Codable, Equatable, Sendable {
    case end
    case node(Deep)
}

extension Reducer where ActionType == Deep, StateType == Deep {
    static let deep = Reducer.corpus(changed: { $0 = .end }) { action, state in
        for _ in 0..<100 { state = .node(state) }
    }
}

/// A value that encodes itself as a number.
struct Money: Codable, Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    var cents: Int

    init(cents: Int) {
        self.cents = cents
    }

    init(from decoder: any Decoder) throws {
        cents = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(cents)
    }

    var description: String { "money" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension Reducer where ActionType == Money, StateType == Money {
    static let money = Reducer.corpus(changed: { $0.cents += 1 }) { action, state in state.cents += action.cents }
}

struct CorpusRow: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var title = ""
    var isDone = false
}

enum RowAction: Codable, Equatable, Sendable {
    case toggle
    case rename(String)
}

enum ListAction: Codable, Equatable, Sendable {
    case row(ElementIDAction<Int, RowAction>)
    case pair(id: Int, RowAction)
    case remove(Int)
}

extension Reducer where ActionType == RowAction, StateType == CorpusRow {
    static let row = Reducer.corpus(changed: { $0.title += "!" }) { action, row in
        switch action {
        case .toggle: row.isDone.toggle()
        case .rename(let title): row.title = title
        }
    }
}

extension Reducer where ActionType == ElementIDAction<Int, RowAction>, StateType == [CorpusRow] {
    static let rows: Reducer = Reducer<RowAction, CorpusRow>.row.lift(
        .case(CasePath(extract: { $0 }, embed: { $0 }), each: \[CorpusRow].self)
    )
}

extension Reducer where ActionType == ListAction, StateType == [CorpusRow] {
    static let list =
        Reducer<RowAction, CorpusRow>.row.lift(
            .case(
                CasePath(
                    extract: {
                        switch $0 {
                        case .row(let action): action
                        case .pair(let id, let action): ElementIDAction(id: id, action: action)
                        case .remove: nil
                        }
                    },
                    embed: ListAction.row
                ),
                each: \[CorpusRow].self
            )
        )
        <> Reducer.corpus(changed: { _ in }) { action, rows in
            if case .remove(let id) = action { rows.removeAll { $0.id == id } }
        }
}

/// The actions of the programs with middlewares.
enum CountAction: Codable, Equatable, Sendable {
    case add(Int)
    case log(String)
    case start(String)
    case stop
    case open(Bool)
}

struct CountState: Codable, Equatable, Sendable {
    var total = 0
    var log: [String] = []
}

extension Reducer where ActionType == CountAction, StateType == CountState {
    static let count = Reducer.corpus(changed: { $0.log.append("changed") }) { action, state in
        switch action {
        case .add(let number): state.total += number
        case .log(let text): state.log.append(text)
        case .start(let text): state.log.append("start " + text)
        case .stop: state.log.append("stop")
        case .open(let isOpen): state.log.append("\(isOpen)")
        }
    }

    /// The condition of a bridge.
    static let countDown = Reducer.corpus(changed: { $0.total -= 1 }) { action, state in
        if case .add(let number) = action { state.total += number }
    }
}
