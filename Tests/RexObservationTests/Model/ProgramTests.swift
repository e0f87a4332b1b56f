// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport
import Testing

/// Compares readers with their expected values during random reads, changes, releases and past states.
@MainActor @Suite struct ProgramTests {
    private static let seeds = Scale.is(10_000)

    @Test func readersAreNotifiedOfAllChangesAndNoOthers() {
        for seed in 0..<UInt64(Self.seeds) {
            var program = Program(seed: seed)
            for _ in 0..<30 { program.step() }
            #expect(program.complaint == nil, "seed \(seed)")
        }
    }

    @MainActor private struct Program {
        /// A reader with its expected values.
        struct Tracked {
            let reader: Reader<String>
            let read: @MainActor (Shelf) -> String
            var expected: [String]
        }

        /// A model that is kept and seldom read, with its expected value.
        struct Held {
            let read: @MainActor () -> String
            let expect: @MainActor (Shelf) -> String
            var expected: String
        }

        var random: SeededGenerator
        let store = makeShelf()
        let model: ObservableStore<ShelfAction, Shelf>
        var tracked: [Tracked] = []
        var held: [Held] = []
        var complaint: String?
        /// The past state that the views show, or nil.
        var past: Shelf?
        /// States that the store has had.
        var history: [Shelf] = []

        init(seed: UInt64) {
            random = SeededGenerator(seed: seed)
            model = ObservableStore(store)
        }

        /// The state that the views show.
        private var shown: Shelf { past ?? store.state }

        mutating func step() {
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<7: observe()
            case 7, 8: hold()
            case 9 where !tracked.isEmpty:
                let index = tracked.indices.randomElement(using: &random) ?? 0
                tracked.remove(at: index).reader.end()
            case 10 where !held.isEmpty:
                held.remove(at: held.indices.randomElement(using: &random) ?? 0)
            case 11: checkHeld()
            case 12: showOrResume()
            default: change()
            }
        }

        private mutating func observe() {
            let id = Int.random(in: 0..<4, using: &random)
            let book: @Sendable (Shelf) -> Book? = { shelf in shelf.books.first { $0.id == id } }
            let row: @MainActor (ObservableStore<ShelfAction, Shelf>) -> ObservableStore<BookAction, Book>? = { model in
                model.elements(\.books, action: ShelfAction.book).first { $0.id == id }
            }
            let forms: [(@MainActor (ObservableStore<ShelfAction, Shelf>) -> String, @MainActor (Shelf) -> String)] = [
                ({ $0.name }, { $0.name }),
                ({ "\($0.visits)" }, { "\($0.visits)" }),
                ({ "\($0.look)" }, { "\($0.look)" }),
                ({ "\($0[dynamicMember: \.look.size]) \($0.name)" }, { "\($0.look.size) \($0.name)" }),
                ({ "\($0[dynamicMember: \.inner.double])" }, { "\($0.inner.double)" }),
                ({ $0.scope(action: ShelfAction.inner, state: \.inner).note }, { $0.inner.note }),
                ({ "\($0.scope(action: ShelfAction.inner, state: \.inner).state)" }, { "\($0.inner)" }),
                ({ $0.select(Self.titles) }, { $0.books.map(\.title).joined() }),
                ({ "\($0.elements(\.books, action: ShelfAction.book).ids)" }, { "\($0.books.map(\.id))" }),
                (
                    { "\($0.elements(\.books, action: ShelfAction.book).ids) \(row($0)?.title ?? "")" },
                    { "\($0.books.map(\.id)) \(book($0)?.title ?? "")" }
                ),
                ({ "\($0.books)" }, { "\($0.books)" }),
                ({ "\($0.scope(\.pushed, action: ShelfAction.pushed) != nil)" }, { "\($0.pushed != nil)" }),
                ({ "\($0.scope(\.open, action: ShelfAction.open)?.id ?? -1)" }, { "\($0.open?.id ?? -1)" }),
                (
                    { $0.scope(\.open, action: ShelfAction.open).map { "\($0.id) \($0.title)" } ?? "" },
                    { $0.open.map { "\($0.id) \($0.title)" } ?? "" }
                ),
                ({ "\($0.scope(\.pushed, action: ShelfAction.pushed)?.count ?? -1)" }, { "\($0.pushed?.count ?? -1)" }),
                ({ $0.open.map { "\($0)" } ?? $0.name }, { $0.open.map { "\($0)" } ?? $0.name }),
                kept(\.title), kept(\.isRead.description),
            ]
            guard let (read, expect) = forms.randomElement(using: &random) else { return }
            let reader = Reader { [model] in read(model) }
            tracked.append(Tracked(reader: reader, read: expect, expected: [expect(shown)]))
        }

        /// Reads elements that are kept, and returns their expected values: the last known ones.
        private func kept(
            _ part: KeyPath<Book, String>
        ) -> (@MainActor (ObservableStore<ShelfAction, Shelf>) -> String, @MainActor (Shelf) -> String) {
            let elements = model.elements(\.books, action: ShelfAction.book)
            var last = Dictionary(uniqueKeysWithValues: shown.books.map { ($0.id, $0) })
            return (
                { _ in elements.map { $0[dynamicMember: part] }.joined() },
                { shelf in
                    for book in shelf.books { last[book.id] = book }
                    return elements.ids.map { last[$0]?[keyPath: part] ?? "nothing" }.joined()
                }
            )
        }

        /// Keeps the model of an optional part or element.
        private mutating func hold() {
            let book = shown.books.randomElement(using: &random)
            let row = model.elements(\.books, action: ShelfAction.book).first { $0.id == book?.id }
            let (open, pushed) = (
                model.scope(\.open, action: ShelfAction.open), model.scope(\.pushed, action: ShelfAction.pushed)
            )
            if let row, let book {
                hold({ "\(row.state)" }, book) { shelf in shelf.books.first { $0.id == book.id } }
            }
            if let open, let book = shown.open {
                hold({ "\(open.state)" }, book) { shelf in shelf.open.flatMap { $0.id == book.id ? $0 : nil } }
            }
            if let pushed, let inner = shown.pushed { hold({ "\(pushed.state)" }, inner, \.pushed) }
        }

        private mutating func hold<Part>(
            _ read: @escaping @MainActor () -> String,
            _ part: Part,
            _ now: @escaping @MainActor (Shelf) -> Part?
        ) {
            var last = part
            let expect: @MainActor (Shelf) -> String = { shelf in
                last = now(shelf) ?? last
                return "\(last)"
            }
            held.append(Held(read: read, expect: expect, expected: "\(part)"))
        }

        private mutating func checkHeld() {
            for held in held where held.read() != held.expected {
                complaint = "\(held.read()) is kept, should be \(held.expected)"
            }
        }

        private static let titles = StateSelector(\Shelf.books) { books in books.map(\.title).joined() }

        private mutating func change() {
            let number = Int.random(in: 0..<3, using: &random)
            let place = Int.random(in: 0..<4, using: &random)
            let changes: [@Sendable (inout Shelf) -> Void] = [
                { $0.name = "name \(number)" },
                { $0.visits = number },
                { $0.look.size = number },
                { $0.look.color = "color \(number)" },
                { $0.inner.count = number },
                { $0.inner.note = "note \(number)" },
                { if $0.books.indices.contains(place) { $0.books[place].title = "title \(number)" } },
                { if $0.books.indices.contains(place) { $0.books[place].isRead.toggle() } },
                { if $0.books.indices.contains(place) { $0.books.remove(at: place) } },
                { shelf in
                    let new = Book(id: 10 + shelf.visits, title: "new")
                    if !shelf.books.contains(where: { $0.id == new.id }) { shelf.books.insert(new, at: 0) }
                },
                { $0.books.swapAt(0, $0.books.count - 1) },
                {
                    if !$0.books.contains(where: { $0.id == place }) { $0.books.append(Book(id: place, title: "back")) }
                },
                { ($0.name, $0.visits, $0.inner.note) = ("all", number, "all") },
                { $0.open = nil },
                { $0.open = Book(id: number, title: "open") },
                { $0.open?.title = "title \(number)" },
                { $0.open?.isRead.toggle() },
                { $0.pushed = nil },
                { $0.pushed = Shelf.Inner(count: number) },
                { $0.pushed?.count = number },
                { $0.pushed?.note = "note \(number)" },
                { _ in },
            ]
            guard let change = changes.randomElement(using: &random) else { return }
            let safe: @Sendable (inout Shelf) -> Void = { shelf in if !shelf.books.isEmpty { change(&shelf) } }
            history.append(store.state)
            store.change(safe)
            check()
        }

        private mutating func showOrResume() {
            past = Bool.random(using: &random) ? history.randomElement(using: &random) : nil
            if let past { model.show(past) } else { model.resume() }
            check()
        }

        private mutating func check() {
            if model.isShowingPastState != (past != nil) { complaint = "isShowingPastState is wrong" }
            for index in held.indices { held[index].expected = held[index].expect(shown) }
            for index in tracked.indices {
                let value = tracked[index].read(shown)
                if tracked[index].expected.last != value { tracked[index].expected.append(value) }
                if tracked[index].reader.values != tracked[index].expected {
                    complaint = "\(tracked[index].reader.values) should be \(tracked[index].expected)"
                }
            }
        }
    }
}
