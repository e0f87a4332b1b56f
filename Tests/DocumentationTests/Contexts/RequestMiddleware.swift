// SPDX-License-Identifier: MIT

import Prism
import RexTesting

struct Post: Sendable, Equatable, Identifiable {
    let id: Int
    var isLiked = false
}

struct API: Sendable {
    func rows(page: Int) async throws -> [Int] { [page] }
    func posts(after cursor: String?) async throws -> (posts: [Post], cursor: String?) { ([], cursor) }
    func post(_ id: Int) async throws -> Post { Post(id: id) }
    func find(_ word: String) async throws -> [String] { [word] }
    func job(_ id: Job.ID) async throws -> Job { Job(id: id) }
}

struct Job: Sendable, Equatable, Identifiable {
    let id: Int
    var isFinished = false
}

struct News: Sendable, Equatable {
    var titles = Request<String, [String]>()
    var count = 0
}

@Prism enum NewsAction: Sendable, Equatable { case typed(String), cleared, titles(RequestAction<String, [String]>) }
@Prism enum ListAction: Sendable { case rows(PagesAction<Int, Int>) }
@Prism enum FeedAction: Sendable { case reachedEnd, pulled, posts(PagesAction<String, Post>) }
@Prism enum BlogAction: Sendable { case scrolled([Int]), saved(Int), posts(RequestsAction<Int, Post>) }

struct Text { init(_ text: String) {} }
struct List: Sendable { var rows = Pages<Int, Int>() }

var news: News { given() }
var action: NewsAction { given() }
var state: News {
    get { given() }
    set {}
}

enum InFeature_Pages { typealias Value = Feature<ListAction, List, API> }
enum InFeature_Request { typealias Value = Feature<NewsAction, News, API> }
enum InRequestPolicy { typealias Value = Feature<RequestAction<String, [String]>, Request<String, [String]>, API> }
enum InTypedRequest {
    static var post: Request<Int, Post> {
        get { given() }
        set {}
    }
    static var test: TestStore<NewsAction, News> { given() }
}
enum InFeature_Requests {
    struct Blog: Sendable { var posts = Requests<Int, Post>() }
}
