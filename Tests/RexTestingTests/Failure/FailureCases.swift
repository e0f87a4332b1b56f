// SPDX-License-Identifier: MIT

import EffectMiddleware
import PublisherKit
import PublisherTesting
import RexCore
import RexTesting

/// Tests that fail once each, every one in a different way.
struct FailureCase: Sendable {
    let name: String
    let run: @Sendable () async -> Void

    init(_ name: String, _ run: @escaping @Sendable () async -> Void) {
        self.name = name
        self.run = run
    }

    static let all = changes + actions + ends + time + schedules + laws + page

    private static let changes = [
        FailureCase("an unexpected state change") {
            let test = searchStore(checks: .everything)
            test.send(.typed("s"))
        },
        FailureCase("a change that did not happen") {
            let test = searchStore()
            test.send(.found([])) { $0.message = "nothing found" }
        },
        FailureCase("a different state change than expected") {
            let test = searchStore()
            test.send(.typed("sw")) { $0.text = "swift" }
        },
        FailureCase("one wrong element of a long list") {
            let numbers = Reducer<Int, [[Int]]>.reduce { action, rows in rows[1][action] = 0 }
            let rows = (0..<3).map { row in (0..<5).map { row * 10 + $0 } }
            let test = TestStore(initialState: rows, reducer: numbers, middleware: IdentityMiddleware())
            test.send(3) { $0[1][2] = 0 }
        },
        FailureCase("a wrong change by a received action") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.receive(.found(["swift"])) { $0.results = ["Swift"] }
        },
        FailureCase("a wrong change with fewer checks") {
            let test = searchStore(checks: .onlyWhatIsSaid)
            test.send(.typed("s")) { $0.results = ["swift"] }
        },
        FailureCase("a false condition of the state") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.expect { $0.text.isEmpty }
        },
    ]

    private static let actions = [
        FailureCase("an action that is not due yet") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.receive(.found(["swift"])) { $0.results = ["swift"] }
        },
        FailureCase("an action that nothing will send") {
            let test = searchStore()
            test.receive(\.found)
        },
        FailureCase("a different action than expected") {
            let test = searchStore(SearchAPI { _ in throw NoNetwork() })
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.receive(.found(["swift"])) { $0.results = ["swift"] }
        },
        FailureCase("a different action than a function matches") {
            let test = searchStore(SearchAPI { _ in throw NoNetwork() })
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.receive(\.found) { $0.results = ["swift"] }
        },
        FailureCase("the right action with a wrong value") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.receive(.found(["swift", "swim"])) { $0.results = ["swift"] }
        },
        FailureCase("an action that is not among the received ones") {
            let test = searchStore(checks: .onlyWhatIsSaid)
            test.send(.typed("s"))
            test.advance(by: .milliseconds(300))
            test.receive(.failed("no network"))
        },
        FailureCase("an action sent during another one") {
            let hook = Lock<(() -> Void)?>(nil)
            let middleware = AnyMiddleware<Int, Int, Int> { _, _, _ in IO { _ in hook.withLock { $0.take() }?() } }
            let test = TestStore(initialState: 0, reducer: .identity, middleware: middleware)
            hook.withLock { $0 = { test.send(2) } }
            test.send(1)
        },
    ]

    private static let ends = [
        FailureCase("an action that was not received") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.finish()
        },
        FailureCase("a run that sleeps at the end") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.finish()
        },
        FailureCase("a run outside of the test's control at the end") {
            let (silence, _) = AsyncStream.makeStream(of: Int.self)
            let test = TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                    .on(\.typed, .latest.by { $0.count }, named: "listen") { _, _ in for await _ in silence {} }
            )
            test.send(.typed("s")) { $0.text = "s" }
            test.finish()
        },
        FailureCase("a false condition while a run is outside") {
            let (silence, _) = AsyncStream.makeStream(of: Int.self)
            let test = listeningStore(to: silence)
            test.send(.typed("s")) { $0.text = "s" }
            test.expect { !$0.results.isEmpty }
        },
        FailureCase("a run that was cancelled and does not return") {
            let (silence, end) = AsyncStream.makeStream(of: Int.self)
            let test = TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                    .on(\.typed, named: "deaf") { _, _ in
                        // The detached task is not cancelled.
                        await Task.detached { for await _ in silence {} }.value
                    }
                    .cancel(on: \.cleared)
            )
            test.send(.typed("s")) { $0.text = "s" }
            test.send(.cleared) { $0.text = "" }
            test.finish()
            end.finish()
        },
        FailureCase("work of a scheduler at the end") {
            let world = TestWorld()
            let test = TestStore(
                initialState: 0,
                reducer: .identity,
                middleware: IdentityMiddleware<Int, Int, Int>(),
                in: world
            )
            world.scheduler.schedule(after: world.scheduler.now.advanced(by: .seconds(5))) {}
            test.finish()
        },
        FailureCase("a failure off the task of the test") {
            await Task.detached {
                let test = searchStore()
                test.advance()
            }.value
        },
        FailureCase("a test without finish") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
        },
        FailureCase("a finished test without finish") {
            let test = searchStore()
            test.send(.cleared)
        },
    ]

    private static let time = [
        FailureCase("an advance without a deadline") {
            let test = searchStore()
            test.advance()
        },
        FailureCase("a negative advance") {
            let test = searchStore()
            test.advance(by: .seconds(-1))
        },
        FailureCase("an endless timer") {
            let test = TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                    .during({ _ in "clock" }, named: "tick") { _, effect in
                        while true { try await effect.sleep(for: .seconds(1)) }
                    }
            )
            test.run(limit: 60)
        },
        FailureCase("endless steps") {
            let test = TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                    .on(\.typed, named: "spin") { _, effect in while !effect.isCancelled { await Task.yield() } }
            )
            test.send(.typed("s")) { $0.text = "s" }
        },
        FailureCase("a wait without a result") {
            let (silence, end) = AsyncStream.makeStream(of: Int.self)
            let test = listeningStore(to: silence)
            test.send(.typed("s")) { $0.text = "s" }
            await test.settle(within: .milliseconds(1))
            end.finish()
        },
    ]

    private static let schedules = [
        FailureCase("a failing order of steps") {
            exploreSchedules(1_000, seed: 1) { schedule in
                let test = TestStore(
                    initialState: SearchState(),
                    reducer: .search,
                    middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                        // The bug: also accepts answers to older texts.
                        .on(\.typed, .each, named: "search") { text, effect in effect.send(.found([text])) },
                    schedule: schedule
                )
                for text in ["s", "sw"] { test.send(.typed(text)) { $0.text = text } }
                test.skipActions()
                test.expect { $0.results == [$0.text] }
                test.finish()
            }
        },
        FailureCase("an exploration that fails in every order") {
            exploreSchedules(1_000) { schedule in
                let test = searchStore(schedule: schedule)
                test.send(.typed("s")) { $0.text = "x" }
            }
        },
        FailureCase("an exploration that throws") {
            exploreSchedules(1_000) { _ in throw NoNetwork() }
        },
    ]

    /// The failures on the guide's page, with the locations of its code.
    private static let page = [
        FailureCase("a reminder that is not due yet") {
            #sourceLocation(file:"LoanTests.swift",line:12)
            let reminders = EffectMiddleware<Loan, Loan, Int>().on(\.borrowed, .latest, named: "reminder") {
                _,
                effect in
                try await effect.sleep(for: .seconds(25 * 86_400))
                effect.send(.reminded)
            }
            #sourceLocation()
            let test = TestStore(initialState: 0, reducer: .identity, middleware: reminders)
            test.send(.borrowed)
            test.receive(.reminded)
        },
        FailureCase("an older answer that arrives last") {
            #sourceLocation(file:"TypingTests.swift",line:20)
            exploreSchedules(1_000, seed: 1) { schedule in
                let search = EffectMiddleware<SearchAction, SearchAction, SearchState>()
                    .on(\.typed, .each, named: "search") { text, effect in effect.send(.found([text])) }
                let test = TestStore(
                    initialState: SearchState(),
                    reducer: .search,
                    middleware: search,
                    checks: .onlyWhatIsSaid,
                    schedule: schedule
                )
                for text in ["s", "sw"] { test.send(.typed(text)) }
                test.expect("the results belong to the text") { $0.results == [$0.text] }
            }
            #sourceLocation()
        },
    ]

    private static let laws = [
        FailureCase("an append that is not associative") {
            expectMonoid(Forgetful(value: "aa"), Forgetful(value: "b")) { $0.value }
        },
        FailureCase("an identity that changes a value") {
            expectMonoid(Loud(value: "a")) { $0.value }
        },
        FailureCase("a lift that changes the identity") {
            expectLift(Joined(value: "a"), lift: { Joined(value: $0.value + "!") }) { $0.value }
        },
        FailureCase("a lift that does not preserve composition") {
            let sorted: (Joined) -> Joined = { Joined(value: String($0.value.sorted(by: >))) }
            expectLift(Joined(value: "a"), Joined(value: "b"), lift: sorted) { $0.value }
        },
        FailureCase("an impure reducer") {
            let count = Lock(0)
            let counting = Reducer<SearchAction, SearchState>.reduce { _, state in
                state.text = "\(count.withLock { count in count += 1; return count })"
            }
            expectPure(counting, actions: [.cleared], states: [SearchState()])
        },
    ]
}

private enum Loan: Sendable {
    case borrowed, reminded

    var borrowed: Void? { if case .borrowed = self { () } else { nil } }
}

/// A store with a run that waits outside of the test's control.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private func listeningStore(to silence: AsyncStream<Int>) -> TestStore<SearchAction, SearchState> {
    TestStore(
        initialState: SearchState(),
        reducer: .search,
        middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
            .on(\.typed, named: "listen") { _, _ in for await _ in silence {} }
    )
}
