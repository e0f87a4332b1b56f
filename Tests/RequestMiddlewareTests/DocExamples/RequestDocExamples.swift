// SPDX-License-Identifier: MIT

import EffectMiddleware
import Prism
import RequestMiddleware
import RexCore
import RexTesting
import Testing

/// The examples in the doc comments of `TypedRequest`, `TypedRequestAction`,
/// `RequestFailure`, `RequestPolicy`, `Feature.request`.
@Suite struct RequestDocExamples {
    struct API: Sendable {
        var find: @Sendable (String) async throws -> [String]
    }

    struct News: Sendable {
        var word = ""
        var titles = Request<String, [String]>()
        var count = 0
    }

    @Prism enum NewsAction: Sendable {
        case typed(String), cleared
        case titles(RequestAction<String, [String]>)
    }

    private let debounced = Feature<NewsAction, News, API>.combine {
        Feature { action, news in
            switch action {
            case .typed(let word): news.titles.start(word)
            case .cleared: news.titles.cancel()
            case .titles: break
            }
        }
        Feature.request(.debounced(for: .milliseconds(300))) { (word: String, api: API) in
            try await api.find(word)
        }
        .lift(case: NewsAction.prisms.titles, state: \.titles)
    }

    @Test func request() {
        let test = TestStore(initialState: News(), feature: debounced, dependencies: API { [$0] })
        test.send(.typed("tea")) { $0.titles.start("tea") }
        test.send(.cleared) { $0.titles.cancel() }
        test.send(.typed("tea")) { $0.titles.start("tea") }
        test.advance(by: .milliseconds(300))
        test.receive(.titles(.answered(["tea"]))) { $0.titles.answer(["tea"]) }
        test.finish()
    }

    @Test func policyActionAndFailure() {
        let counting = Feature<NewsAction, News, API> { action, state in
            if let titles = action.titles?.answered { state.count = titles.count }
        }
        let policies: [RequestPolicy] = [
            .retrying(2), .debounced(for: .milliseconds(300)).retrying(2).timeout(.seconds(10)),
        ]
        for policy in policies {
            let request = Feature.request(policy) { (word: String, api: API) in try await api.find(word) }
                .lift(case: NewsAction.prisms.titles, state: \News.titles)
            let test = TestStore(
                initialState: News(),
                feature: counting <> request,
                dependencies: API { word in
                    if word.isEmpty { throw Refusal() }
                    return [word]
                },
                checks: .onlyWhatIsSaid
            )
            test.send(.titles(.start("tea")))
            test.run()
            #expect(test.state.count == 1)
            test.send(.titles(.start("")))
            test.run()
            #expect(test.state.titles.failure?.message == "refused 403")
        }
    }

    @Test func edit() {
        struct Post: Sendable, Equatable { var isLiked = false }
        var post = Request<Int, Post>(output: Post())
        let edit = post.edit { $0.isLiked = true }
        #expect(post.output?.isLiked == true)
        post.rollback(edit)
        #expect(post.output?.isLiked == false)
    }
}
