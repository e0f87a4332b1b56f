// SPDX-License-Identifier: MIT

import Prism
import RequestMiddleware
import RexCore
import RexTesting
import Testing

/// The examples in the doc comments of `Pages` and `Feature.pages`.
@Suite struct PagesDocExamples {
    struct Post: Sendable, Equatable {
        let id: Int
    }

    struct API: Sendable {
        var posts: @Sendable (_ after: String?) async throws -> (posts: [Post], cursor: String?)
        var rows: @Sendable (_ page: Int) async throws -> [Int]

        func posts(after cursor: String?) async throws -> (posts: [Post], cursor: String?) { try await posts(cursor) }
        func rows(page: Int) async throws -> [Int] { try await rows(page) }
    }

    struct Feed: Sendable {
        var posts = Pages<String, Post>()
        var rows = Pages<Int, Int>()
    }

    @Prism enum FeedAction: Sendable {
        case reachedEnd, pulled
        case posts(PagesAction<String, Post>)
        case rows(PagesAction<Int, Int>)
    }

    private let feed = Feature<FeedAction, Feed, API>.combine {
        Feature { action, feed in
            if case .reachedEnd = action { feed.posts.loadMore() }
            if case .pulled = action { feed.posts.reload() }
        }
        Feature.pages { (cursor: String?, api: API) in
            let page = try await api.posts(after: cursor)
            return (page.posts, next: page.cursor)
        }
        .lift(case: FeedAction.prisms.posts, state: \.posts)
        Feature.pages { (page: Int?, api: API) in
            let rows = try await api.rows(page: page ?? 1)
            return (rows, next: rows.isEmpty ? nil : (page ?? 1) + 1)
        }
        .lift(case: FeedAction.prisms.rows, state: \.rows)
    }

    @Test func pages() {
        let api = API { cursor in
            cursor == nil ? ([Post(id: 1)], "b") : ([Post(id: 2)], nil)
        } rows: { page in
            page < 3 ? [page] : []
        }
        let test = TestStore(initialState: Feed(), feature: feed, dependencies: api, checks: .onlyWhatIsSaid)
        for _ in 0..<3 { test.send(.reachedEnd) }
        test.expect { $0.posts.items.map(\.id) == [1, 2] && !$0.posts.hasMore }
        test.send(.pulled)
        test.expect { $0.posts.items.map(\.id) == [1] && $0.posts.hasMore }
        for _ in 0..<4 { test.send(.rows(.loadMore)) }
        test.expect { $0.rows.items == [1, 2] && !$0.rows.hasMore }
    }
}
