// SPDX-License-Identifier: MIT

import RexCore
import RexObservation

struct Book: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var isRead = false
}

/// A part without `==`.
struct Look: Sendable {
    var color = "red"
    var size = 1
}

/// Means of empty lists, which are NaN.
struct Rating: Sendable {
    struct Summary: Hashable, Sendable {
        var mean: Double?
        var name = "mean"
        var count = 0
    }

    var count = 0
    var mean: Double { count > 0 ? 0 : .nan }
    var means: [Double] { [mean] }
    var summary: Summary { Summary(mean: mean, name: String("naem".reversed()), count: count) }
}

/// An object that is only equal to itself.
final class Seal: Equatable, Sendable {
    let name = "seal"

    static func == (old: Seal, new: Seal) -> Bool { old === new }
}

/// A new seal with a NaN.
struct SealedMean: Equatable, Sendable {
    let seal = Seal()
    let mean = Double.nan
}

struct Shelf: Sendable {
    var name = "shelf"
    var visits = 0
    var look = Look()
    var books: [Book] = (0..<4).map { Book(id: $0, title: "book \($0)") }
    var inner = Inner()
    /// The book shown by a sheet.
    var open: Book?
    /// The state of a pushed screen.
    ///
    /// It has no id.
    var pushed: Inner?
    var rating = Rating()
    var seal: Seal { Seal() }
    var sealedMean: SealedMean { SealedMean() }
    var unread: [Book] { books.filter { !$0.isRead } }

    struct Inner: Equatable, Sendable {
        var count = 0
        var note = ""
        var double: Int { 2 * count }
    }
}

enum BookAction: Sendable {
    case rename(String)
    case read
}

enum InnerAction: Sendable {
    case count(Int)
    case note(String)
}

enum ShelfAction: Sendable {
    case change(@Sendable (inout Shelf) -> Void)
    case book(ElementIDAction<Int, BookAction>)
    case inner(InnerAction)
    case name(String)
    case open(BookAction)
    case closed
    case pushed(InnerAction)
}

extension Reducer where ActionType == ShelfAction, StateType == Shelf {
    static let shelf = Reducer.reduce { action, shelf in
        switch action {
        case .change(let change): change(&shelf)
        case .name(let name): shelf.name = name
        case .inner(let action): action.reduce(&shelf.inner)
        case .closed: shelf.open = nil
        case .open(let action): if let open = shelf.open { shelf.open = action.reduced(open) }
        case .pushed(let action):
            guard var pushed = shelf.pushed else { return }
            action.reduce(&pushed)
            shelf.pushed = pushed
        case .book(let action):
            guard let index = shelf.books.firstIndex(where: { $0.id == action.id }) else { return }
            shelf.books[index] = action.action.reduced(shelf.books[index])
        }
    }
}

extension BookAction {
    fileprivate func reduced(_ book: Book) -> Book {
        var book = book
        switch self {
        case .rename(let title): book.title = title
        case .read: book.isRead = true
        }
        return book
    }
}

extension InnerAction {
    fileprivate func reduce(_ inner: inout Shelf.Inner) {
        switch self {
        case .count(let count): inner.count = count
        case .note(let note): inner.note = note
        }
    }
}

typealias ShelfStore = Store<ShelfAction, Shelf>

func makeShelf(executor: StoreExecutor = .mainQueue) -> ShelfStore {
    ShelfStore(initialState: Shelf(), reducer: .shelf, executor: executor)
}

extension StoreType where ActionType == ShelfAction {
    func change(_ change: @escaping @Sendable (inout Shelf) -> Void) {
        dispatch(.change(change))
    }
}
