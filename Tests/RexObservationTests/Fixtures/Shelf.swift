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

struct Shelf: Sendable {
    var name = "shelf"
    var visits = 0
    var look = Look()
    var books: [Book] = (0..<4).map { Book(id: $0, title: "book \($0)") }
    var inner = Inner()
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
}

extension Reducer where ActionType == ShelfAction, StateType == Shelf {
    static let shelf = Reducer.reduce { action, shelf in
        switch action {
        case .change(let change): change(&shelf)
        case .name(let name): shelf.name = name
        case .inner(.count(let count)): shelf.inner.count = count
        case .inner(.note(let note)): shelf.inner.note = note
        case .book(let action):
            guard let index = shelf.books.firstIndex(where: { $0.id == action.id }) else { return }
            switch action.action {
            case .rename(let title): shelf.books[index].title = title
            case .read: shelf.books[index].isRead = true
            }
        }
    }
}

extension CasePath where Root == ShelfAction, Value == InnerAction {
    static let inner = CasePath(
        extract: { if case .inner(let action) = $0 { action } else { nil } },
        embed: ShelfAction.inner
    )
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
