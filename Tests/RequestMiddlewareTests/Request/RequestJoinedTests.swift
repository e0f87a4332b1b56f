// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTesting
import Testing

/// A request of a feature whose state is joined from parts of its parent's state.
@Suite struct RequestJoinedTests {
    private struct Paper: Sendable, Equatable {
        var page: Int? = 1
        var word = ""
        var titles = Request<String, [String]>()
    }

    private enum PaperAction: Sendable, Equatable {
        case news(NewsAction), closed

        static let news = CasePath<PaperAction, NewsAction>(
            extract: { if case .news(let action) = $0 { action } else { nil } },
            embed: PaperAction.news
        )
    }

    private let paper = Feature<PaperAction, Paper, API>.combine {
        news.lift(
            .state(
                joined: JoinedPath<NewsAndPage, News>(
                    News(),
                    .part(\.word, as: \.word),
                    .part(\.titles, as: \.titles)
                )
            )
        )
        .lift(
            .case(
                PaperAction.news,
                joined: JoinedPath(
                    NewsAndPage(),
                    .optionalPart(\.page, as: \.page),
                    .part(\.word, as: \.word),
                    .part(\.titles, as: \.titles)
                )
            )
        )
        Feature { action, paper in if action == .closed { paper.page = nil } }
    }

    private struct NewsAndPage: Sendable {
        var page = 0
        var word = ""
        var titles = Request<String, [String]>()
    }

    private func store() -> TestStore<PaperAction, Paper> {
        TestStore(initialState: Paper(), feature: paper, dependencies: API { ["\($0) 1"] })
    }

    @Test func aRequestInAPartOfTheParentIsMadeAndAnswered() {
        let test = store()
        test.send(.news(.typed("tea"))) {
            $0.word = "tea"
            $0.titles.start("tea")
        }
        test.advance(by: .milliseconds(300))
        test.receive(.news(.titles(.answered(["tea 1"])))) { $0.titles.answer(["tea 1"]) }
        test.finish()
    }

    @Test func aRequestEndsWithTheOptionalPartOfItsFeature() {
        let test = store()
        test.send(.news(.typed("tea"))) {
            $0.word = "tea"
            $0.titles.start("tea")
        }
        test.send(.closed) { $0.page = nil }
        test.advance(by: .seconds(1))
        test.finish()
    }
}
