// SPDX-License-Identifier: MIT

import Prism
import RequestMiddleware
import RexCore
import RexTesting
import Testing

struct API: Sendable {
    var find: @Sendable (String) async throws -> [String]
}

struct News: Sendable, Equatable {
    var word = ""
    var titles = Request<String, [String]>()
}

@Prism enum NewsAction: Sendable, Equatable {
    case typed(String), cleared
    case titles(RequestAction<String, [String]>)
}

let news = Feature<NewsAction, News, API>.combine {
    Feature { action, news in
        switch action {
        case .typed(let word):
            news.word = word
            news.titles.start(word)
        case .cleared: news.titles.cancel()
        case .titles: break
        }
    }
    Feature.request(.debounced(for: .milliseconds(300)).retrying(2).timeout(.seconds(10))) { (word: String, api: API) in
        try await api.find(word)
    }
    .lift(case: NewsAction.prisms.titles, state: \.titles)
}

@Test func requestIsState() {
    let test = TestStore(initialState: News(), feature: news, dependencies: API { ["\($0) 1"] })
    test.send(.typed("tea")) {
        $0.word = "tea"
        $0.titles.start("tea")
    }
    #expect(test.state.titles.phase == .running("tea", attempt: 1))
    test.advance(by: .milliseconds(300))
    test.receive(.titles(.answered(["tea 1"]))) { $0.titles.answer(["tea 1"]) }
    test.finish()
}

@Test func retryIsState() {
    let test = TestStore(
        initialState: News(),
        feature: news,
        dependencies: API { _ in throw RequestFailure("no network") }
    )
    test.send(.titles(.start("tea"))) { $0.titles.start("tea") }
    test.advance(by: .milliseconds(300))
    for attempt in 2...3 {
        test.receive(.titles(.attempted(attempt))) {
            $0.titles.noteAttempt(attempt)
            #expect($0.titles.phase == .running("tea", attempt: attempt))
        }
    }
    test.receive(.titles(.failed(RequestFailure("no network")))) { $0.titles.fail(RequestFailure("no network")) }
    test.finish()
}

@Test func retryOfAKeyIsState() {
    var texts = Requests<Int, String>()
    texts.need([1, 2])
    texts.noteAttempt(1, 2)
    texts.noteAttempt(3, 2)
    #expect(texts[1].phase == .running(1, attempt: 2))
    #expect(texts[2].phase == .running(2, attempt: 1))
    #expect(texts[3].phase == .idle)
}

@Prism enum ListAction: Sendable, Equatable {
    case rows(PagesAction<Int, Int>)
    case texts(RequestsAction<Int, String>)
}

struct List: Sendable, Equatable {
    var rows = Pages<Int, Int>()
    var texts = Requests<Int, String>()
}

@Test func pagesAndRequestsAreState() {
    let list = Feature<ListAction, List, API>.combine {
        Feature.pages { (page: Int?, api: API) in
            ([page ?? 1], next: page == 3 ? nil : (page ?? 1) + 1)
        }
        .lift(case: ListAction.prisms.rows, state: \.rows)
        Feature.requests(staleAfter: .seconds(10), keptFor: .seconds(60), limit: 2) { (key: Int, api: API) in "\(key)" }
            .lift(case: ListAction.prisms.texts, state: \.texts)
    }
    let test = TestStore(initialState: List(), feature: list, dependencies: API { _ in [] })
    test.send(.rows(.loadMore)) { $0.rows.loadMore() }
    test.receive(.rows(.answered([1], next: 2))) { $0.rows.answer([1], next: 2) }
    test.send(.texts(.need([1, 2, 3]))) { $0.texts.need([1, 2, 3]) }
    for key in 1...3 { test.receive(.texts(.answered(key, "\(key)"))) { $0.texts.answer(key, "\(key)") } }
    test.send(.texts(.need([3]))) { $0.texts.need([3]) }
    test.advance(by: .seconds(10))
    test.receive(.texts(.aged(.fresh, upTo: 3))) { $0.texts.age(.fresh, upTo: 3) }
    test.advance(by: .seconds(50))
    test.receive(.texts(.aged(.unneeded, upTo: 2))) { $0.texts.age(.unneeded, upTo: 2) }
    #expect(Array(test.state.texts.keys) == [3])
    test.finish()
}
