// SPDX-License-Identifier: MIT

import Foundation
import RequestMiddleware
import RexCore

typealias Rows = Pages<Int, Int>

/// The app of the programs: one list, and a stored state.
struct Reader: Sendable {
    var rows = Rows()
    var kept: Rows?
    let watch: ReaderWatch

    mutating func restart() throws {
        rows = try JSONDecoder().decode(Rows.self, from: JSONEncoder().encode(rows))
    }
}

enum ReaderAction: Sendable {
    case loadMore
    case reload
    case cancel
    case retry
    case keep
    case restore
    case rows(PagesAction<Int, Int>)

    static let rows = CasePath<ReaderAction, PagesAction<Int, Int>>(
        extract: { if case .rows(let action) = $0 { action } else { nil } },
        embed: ReaderAction.rows
    )
}

/// A book of pages with two, one and no rows.
struct Book: Sendable {
    let pages: Int

    /// The rows of a page, which contain its number.
    static func rows(of page: Int) -> [Int] { (0..<2 - page % 3).map { page * 10 + $0 } }

    func page(_ cursor: Int?) -> (items: [Int], next: Int?) {
        let page = cursor ?? 1
        return (Self.rows(of: page), next: page < pages ? page + 1 : nil)
    }
}

/// The dependencies of the list.
struct ReaderWorld: Sendable {
    let server: FakeServer
    let book: Book
    let watch: ReaderWatch
}

extension Feature where ActionType == ReaderAction, StateType == Reader, Dependencies == ReaderWorld {
    static func reader(_ policy: RequestPolicy) -> Feature {
        .combine {
            Feature { action, reader in
                switch action {
                case .loadMore: reader.rows.loadMore()
                case .reload: reader.rows.reload()
                case .cancel: reader.rows.cancel()
                case .retry: reader.rows.retry()
                case .keep: reader.kept = reader.rows
                case .restore: if let kept = reader.kept { reader.rows = kept }
                case .rows: break
                }
            }
            Feature<PagesAction<Int, Int>, Rows, ReaderWorld>.pages(policy) { cursor, library in
                let run = library.watch.run(for: cursor ?? 1)
                return try await library.server.call(run: run) { call in
                    library.watch.noteCall(call, page: cursor ?? 1)
                    return library.book.page(cursor)
                }
            }
            .lift(case: ReaderAction.rows, state: \.rows)
            Feature { action, reader in reader.watch.note(action, reader.rows) }
        }
    }
}
