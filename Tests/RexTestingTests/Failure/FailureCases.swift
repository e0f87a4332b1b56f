// SPDX-License-Identifier: MIT

import EffectMiddleware
import PublisherKit
import RexCore
import RexTesting

/// Tests that fail, each once and in a way of its own.
struct FailureCase: Sendable {
    let name: String
    let run: @Sendable () async -> Void

    init(_ name: String, _ run: @escaping @Sendable () async -> Void) {
        self.name = name
        self.run = run
    }

    static let all = changes + actions + ends + time + schedules + laws + page

    private static let changes = [
        FailureCase("a change that was not said") {
            let test = searchStore(checks: .everything)
            test.send(.typed("s"))
        },
        FailureCase("a change that did not happen") {
            let test = searchStore()
            test.send(.found([])) { $0.message = "nothing found" }
        },
        FailureCase("another change than the one that was said") {
            let test = searchStore()
            test.send(.typed("sw")) { $0.text = "swift" }
        },
        FailureCase("one wrong element of a long list") {
            let numbers = Reducer<Int, [[Int]]>.reduce { action, rows in rows[1][action] = 0 }
            let rows = (0..<3).map { row in (0..<5).map { row * 10 + $0 } }
            let test = TestStore(initialState: rows, reducer: numbers, middleware: IdentityMiddleware())
            test.send(3) { $0[1][2] = 0 }
        },
        FailureCase("a change by an action that was received") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.receive(.found(["swift"])) { $0.results = ["Swift"] }
        },
        FailureCase("a wrong change where only what is said is checked") {
            let test = searchStore(checks: .onlyWhatIsSaid)
            test.send(.typed("s")) { $0.results = ["swift"] }
        },
        FailureCase("a claim of the state that does not hold") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.expect { $0.text.isEmpty }
        },
    ]

    private static let actions = [
        FailureCase("an action that has not come, since its time has not") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
            test.receive(.found(["swift"])) { $0.results = ["swift"] }
        },
        FailureCase("an action that nothing will send") {
            let test = searchStore()
            test.receive(\.found)
        },
        FailureCase("another action than the one that was said") {
            let test = searchStore(SearchAPI { _ in throw NoNetwork() })
            test.send(.typed("s")) { $0.text = "s" }
            test.advance(by: .milliseconds(300))
            test.receive(.found(["swift"])) { $0.results = ["swift"] }
        },
        FailureCase("another action than a function looks for") {
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
        FailureCase("an action that is not among those that came") {
            let test = searchStore(checks: .onlyWhatIsSaid)
            test.send(.typed("s"))
            test.advance(by: .milliseconds(300))
            test.receive(.failed("no network"))
        },
        FailureCase("an action that is sent while another one is processed") {
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
        FailureCase("a run that is outside at the end") {
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
        FailureCase("a claim that does not hold while a run is outside") {
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
                        // Its cancellation does not get there.
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
            let test = TestStore(
                initialState: 0,
                reducer: .identity,
                middleware: { test in
                    test.scheduler.schedule(after: test.scheduler.now.advanced(by: .seconds(5))) {}
                    return IdentityMiddleware<Int, Int, Int>()
                }
            )
            test.finish()
        },
        FailureCase("a failure outside of the task of the test") {
            await Task.detached {
                let test = searchStore()
                test.advance()
            }.value
        },
        FailureCase("a test without its end") {
            let test = searchStore()
            test.send(.typed("s")) { $0.text = "s" }
        },
        FailureCase("a test without its end, of which nothing is left") {
            let test = searchStore()
            test.send(.cleared)
        },
    ]

    private static let time = [
        FailureCase("a move to the next moment where there is none") {
            let test = searchStore()
            test.advance()
        },
        FailureCase("a move back") {
            let test = searchStore()
            test.advance(by: .seconds(-1))
        },
        FailureCase("a timer without end") {
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
        FailureCase("steps without end") {
            let test = TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                    .on(\.typed, named: "spin") { _, effect in while !effect.isCancelled { await Task.yield() } }
            )
            test.send(.typed("s")) { $0.text = "s" }
        },
        FailureCase("a wait for what does not come") {
            let (silence, end) = AsyncStream.makeStream(of: Int.self)
            let test = listeningStore(to: silence)
            test.send(.typed("s")) { $0.text = "s" }
            await test.settle(within: .milliseconds(1))
            end.finish()
        },
    ]

    private static let schedules = [
        FailureCase("an order of steps that fails") {
            exploreSchedules(1_000, seed: 1) { schedule in
                let test = TestStore(
                    initialState: SearchState(),
                    reducer: .search,
                    middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
                        // Not the newest text only.
                        .on(\.typed, .each, named: "search") { text, effect in effect.send(.found([text])) },
                    schedule: schedule
                )
                for text in ["s", "sw"] { test.send(.typed(text)) { $0.text = text } }
                test.skipActions()
                test.expect { $0.results == [$0.text] }
                test.finish()
            }
        },
        FailureCase("a test under many orders that fails in each") {
            exploreSchedules(1_000) { schedule in
                let test = searchStore(schedule: schedule)
                test.send(.typed("s")) { $0.text = "x" }
            }
        },
        FailureCase("a test under many orders that throws") {
            exploreSchedules(1_000) { _ in throw NoNetwork() }
        },
    ]

    /// Those that the documentation shows, with the places of its code.
    private static let page = [
        FailureCase("a reminder whose time has not come") {
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
        FailureCase("an older answer that comes last") {
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
                test.expect("the results are those of the text") { $0.results == [$0.text] }
            }
            #sourceLocation()
        },
    ]

    private static let laws = [
        FailureCase("joining that is not associative") {
            expectMonoid(Forgetful(value: "aa"), Forgetful(value: "b")) { $0.value }
        },
        FailureCase("an identity that changes something") {
            expectMonoid(Loud(value: "a")) { $0.value }
        },
        FailureCase("a lift of the identity that is none") {
            expectLift(Joined(value: "a"), lift: { Joined(value: $0.value + "!") }) { $0.value }
        },
        FailureCase("a lift that does not keep a composition") {
            let sorted: (Joined) -> Joined = { Joined(value: String($0.value.sorted(by: >))) }
            expectLift(Joined(value: "a"), Joined(value: "b"), lift: sorted) { $0.value }
        },
        FailureCase("a reducer with two answers") {
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

/// A store with a run that waits for what the test does not move.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private func listeningStore(to silence: AsyncStream<Int>) -> TestStore<SearchAction, SearchState> {
    TestStore(
        initialState: SearchState(),
        reducer: .search,
        middleware: EffectMiddleware<SearchAction, SearchAction, SearchState>()
            .on(\.typed, named: "listen") { _, _ in for await _ in silence {} }
    )
}
