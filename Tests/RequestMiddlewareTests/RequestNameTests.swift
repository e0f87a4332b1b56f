// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTestSupport
import Testing

/// The names of requests in recordings.
@Suite struct RequestNameTests {
    private struct Shelf: Sendable {
        var titles = Request<String, [String]>()
        var rows = Pages<Int, String>()
        var books = Requests<Int, String>()
    }

    private enum ShelfAction: Sendable {
        case titles(RequestAction<String, [String]>)
        case rows(PagesAction<Int, String>)
        case books(RequestsAction<Int, String>)

        static let titles = CasePath<ShelfAction, RequestAction<String, [String]>>(
            extract: { if case .titles(let action) = $0 { action } else { nil } },
            embed: ShelfAction.titles,
            name: "titles"
        )
        static let rows = CasePath<ShelfAction, PagesAction<Int, String>>(
            extract: { if case .rows(let action) = $0 { action } else { nil } },
            embed: ShelfAction.rows,
            name: "rows"
        )
        static let books = CasePath<ShelfAction, RequestsAction<Int, String>>(
            extract: { if case .books(let action) = $0 { action } else { nil } },
            embed: ShelfAction.books,
            name: "books"
        )
    }

    /// Records the last step of the source of each task.
    private struct Watch<Action: Sendable, State: Sendable>: MiddlewareProtocol {
        let steps: Recorder<String>

        func handle(
            action: Action,
            from dispatcher: ActionSource,
            state: @escaping GetState<State>
        ) -> IO<Action> { .pure() }

        func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Action>) {
            output.eachTask { [steps] task in steps.record(task.source?.trail.last?.text ?? "none") }
        }
    }

    /// Returns the texts of the runs of a request, a list of pages and a cache.
    private func texts(named name: String?) async -> [String] {
        let steps = Recorder<String>()
        let store = Store(
            initialState: Shelf(),
            feature: Feature<ShelfAction, Shelf, Void>.combine {
                Feature.request(named: name) { (word: String, _: Void) in [word] }
                    .lift(case: ShelfAction.titles, state: \.titles)
                Feature.pages(named: name) { (_: Int?, _: Void) in (items: ["a"], next: nil) }
                    .lift(case: ShelfAction.rows, state: \.rows)
                Feature.requests(named: name) { (id: Int, _: Void) in "\(id)" }
                    .lift(case: ShelfAction.books, state: \.books)
                Feature { _ in Watch(steps: steps) }
            },
            dependencies: ()
        )
        store.dispatch(.titles(.start("tea")))
        store.dispatch(.rows(.loadMore))
        store.dispatch(.books(.need([1])))
        await store.settled()
        return steps.events.map { String($0.prefix { $0 != ":" }) }
    }

    @Test func requestWithANameHasItInRecordings() async {
        let texts = await texts(named: "ask")
        #expect(texts == Array(repeating: "Effect ask at RequestNameTests.swift", count: 3))
    }

    @Test func requestWithoutANameIsNamedByItsLine() async {
        let steps = Recorder<String>()
        let store = Store(
            initialState: Request<String, [String]>(),
            feature: Feature.request { (word: String, _: Void) in [word] } <> Feature { _ in Watch(steps: steps) },
            dependencies: ()
        )
        store.dispatch(.start("tea"))
        await store.settled()
        #expect(steps.events.allSatisfy { $0.hasPrefix("Effect at RequestNameTests.swift:") })
        #expect(steps.events.count == 1)
    }

    @Test func mapHasTheRulesOfRequestsWithTheirPolicies() {
        let feature = Feature<ShelfAction, Shelf, Void>.combine {
            Feature.request(.retrying(2), named: "ask", file: "App/Shelf.swift", line: 1) { (word: String, _: Void) in
                [word]
            }
            .lift(case: ShelfAction.titles, state: \.titles)
            Feature.pages(file: "App/Shelf.swift", line: 2) { (_: Int?, _: Void) in (items: ["a"], next: nil) }
                .lift(case: ShelfAction.rows, state: \.rows)
            Feature.requests(limit: 4, file: "App/Shelf.swift", line: 3) { (id: Int, _: Void) in "\(id)" }
                .lift(case: ShelfAction.books, state: \.books)
        }
        let expected = """
            Shelf
              titles, \\Shelf.titles
                Request ask at Shelf.swift:1, retrying 2
              rows, \\Shelf.rows
                Request at Shelf.swift:2
              books, \\Shelf.books
                Request at Shelf.swift:3, each(limit: 4)
            """
        let map = feature.map(())
        #expect("\(map)" == expected)
        let step = map.children[0].children[0].step
        #expect(step.kind == "request" && step.file == "App/Shelf.swift" && step.line == 1)
    }

    @Test func cacheIsOneEntryAlsoIfItHasTimers() {
        typealias Cache = Feature<RequestsAction<Int, String>, Requests<Int, String>, Void>
        let timed = Cache.requests(
            staleAfter: .seconds(1),
            keptFor: .seconds(2),
            polling: .seconds(3),
            file: "App/Shelf.swift",
            line: 4
        ) { _, _ in "" }
        let times = "stale after 1.0 seconds, kept for 2.0 seconds, polled after 3.0 seconds"
        #expect(timed.map(()).children.map(\.step.text) == ["Request at Shelf.swift:4, \(times)"])
        let byFunction = Cache.requests(polling: { _, _ in nil }, file: "App/Shelf.swift", line: 5) { _, _ in "" }
        #expect(byFunction.map(()).children.map(\.step.text) == ["Request at Shelf.swift:5, polled by a function"])
    }
}
