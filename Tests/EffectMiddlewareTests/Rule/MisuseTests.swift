// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct MisuseTests {
    @Test func sameNameWithDifferentPoliciesTrapsWithRuleAndLocation() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LabEffects()
                .on(\.go, .latest, named: "load", file: "App/Search.swift", line: 3) { _, _ in }
                .on(\.go, .queued, named: "load", file: "App/Search.swift", line: 9) { _, _ in }
        }
        expectMessage(
            of: result,
            contains: "Effect load at Search.swift:9",
            "Effect load at Search.swift:3 has the same name"
        )
    }

    @Test func sameNameForARuleOfTheStateAndAnotherTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LabEffects()
                .on(\.go, .latest.by { $0 }, named: "load", file: "App/Search.swift", line: 3) { _, _ in }
                .during(\.key, named: "load", file: "App/Search.swift", line: 9) { _, _ in }
        }
        expectMessage(of: result, contains: "Effect load at Search.swift:3 has the same name")
    }

    @Test func sameNameWithOnePolicySharesRuns() {
        let world = VirtualWorld()
        let run: @Sendable (Int, LabEffect) async throws -> Void = { value, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.said("\(value)"))
        }
        let store = world.store(
            LabEffects().on(\.go, .latest, named: "a", run: run)
                .on(\.row?.id, .latest, named: "a", run: run)
                .on(\.row?.id, .latest, named: "b", run: run)
        )
        store.dispatch(.go(1))
        store.dispatch(.row(2, ""))
        world.advance(by: .seconds(1))
        #expect(store.state.said == ["2", "2"])
    }

    @Test func rulesOfTheStateWithOneNameRunConcurrently() {
        let world = VirtualWorld()
        let store = world.store(
            LabEffects().during(\.key, named: "a") { _, effect in effect.send(.said("first")) }
                .during(\.key, named: "a") { _, effect in effect.send(.said("second")) }
                // Even with keys of another type.
                .during({ $0.key.map { "\($0)" } }, named: "a") { _, effect in effect.send(.said("third")) }
        )
        store.dispatch(.set(1))
        world.drain()
        #expect(store.state.said.sorted() == ["first", "second", "third"])
    }

    @Test func zeroRetriesAreAccepted() {
        let world = VirtualWorld()
        let attempts = Recorder<Int>()
        let store = world.store(
            LabEffects()
                .on(\.go, .each.retrying(0)) { value, _ in
                    attempts.record(value)
                    throw Failure()
                } catch: { _, _ in
                    .said("failed")
                }
        )
        store.dispatch(.go(1))
        world.drain()
        #expect(attempts.events == [1])
        #expect(store.state.said == ["failed"])
    }

    @Test(arguments: [
        EffectPolicy<Int>.each(limit: 1), .each.debounced(for: .zero), .each.throttled(for: .zero),
        .each.retrying(1, delay: .constant(.zero)),
        .each.retrying(1, delay: .exponential(from: .zero, factor: 1, upTo: .zero, jitter: 0)),
        .each.retrying(1, delay: .exponential(from: .zero, jitter: 1)),
    ])
    func limitsOfParametersAreAccepted(policy: EffectPolicy<Int>) {
        let world = VirtualWorld()
        let store = world.store(LabEffects().on(\.go, policy) { value, effect in effect.send(.said("\(value)")) })
        store.dispatch(.go(1))
        world.advance(by: .zero)
        #expect(store.state.said == ["1"])
    }

    @Test func throttlingKeepsTheLatestTriggerByDefault() {
        let policies: [EffectPolicy<Int>] = [
            .each.throttled(for: .seconds(1)), .each.throttled(for: .seconds(1), latest: false),
        ]
        let said = policies.map { policy in
            let world = VirtualWorld()
            let store = world.store(LabEffects().on(\.go, policy) { value, effect in effect.send(.said("\(value)")) })
            for value in 1...3 { store.dispatch(.go(value)) }
            world.advance(by: .seconds(1))
            return store.state.said
        }
        #expect(said == [["1", "3"], ["1"]])
    }

    @Test func limitBelowOneTrapsWithRuleAndLocation() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = LabEffects().on(\.go, .each(limit: 0), named: "load", file: "App/Search.swift", line: 3) { _, _ in }
        }
        expectMessage(of: result, contains: "Effect load at Search.swift:3", "a limit of 0")
    }

    @Test func negativeDurationTrapsWithRuleAndLocation() async {
        for mistake in 0..<5 {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [mistake = mistake as Int] in
                let policies: [EffectPolicy<Int>] = [
                    .each.debounced(for: .seconds(-1)), .each.throttled(for: .seconds(-1)), .each.timeout(.seconds(-1)),
                    .each.retrying(1, delay: .constant(.seconds(-1))),
                    .each.retrying(1, delay: .exponential(from: .seconds(1), upTo: .seconds(-1))),
                ]
                _ = LabEffects().on(\.go, policies[mistake], file: "App/Search.swift", line: 3) { _, _ in }
            }
            expectMessage(of: result, contains: "Effect at Search.swift:3", "negative")
        }
    }

    @Test func invalidFactorOrJitterTrapsWithRuleAndLocation() async {
        let messages = [
            "a factor of 0.99 makes delays shorter", "a factor of nan makes delays shorter",
            "a jitter of 1.01 is out of range",
            "a jitter of -0.01 is out of range",
        ]
        for (mistake, message) in messages.enumerated() {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [mistake = mistake as Int] in
                let delays: [EffectDelay] = [
                    .exponential(from: .seconds(1), factor: 0.99), .exponential(from: .seconds(1), factor: .nan),
                    .exponential(from: .seconds(1), jitter: 1.01), .exponential(from: .seconds(1), jitter: -0.01),
                ]
                let policy = EffectPolicy<Int>.each.retrying(1, delay: delays[mistake])
                _ = LabEffects().on(\.go, policy, file: "App/Search.swift", line: 3) { _, _ in }
            }
            expectMessage(of: result, contains: "Effect at Search.swift:3", message)
        }
    }

    #if DEBUG
    private static func blockThread() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(20)) }

    @Test func unknownNameIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = Store(
                initialState: LabState(),
                reducer: lab,
                middleware: LabEffects().on(\.go, named: "search") { _, _ in }.cancel("serach", on: \.stop)
                    .on(\.row) { _, _ in }
            )
            _ = Store(
                initialState: LabState(),
                reducer: lab,
                middleware: LabEffects().on(\.go, named: "find") { _, _ in }.cancel("fnid", on: \.stop)
                    .lift(state: { (state: LabState) in state })
            )
        }
        expectMessage(of: result, contains: "cancels 'serach'")
        expectMessage(of: result, contains: "cancels 'fnid'")
    }

    @Test func keyOfAnotherTypeIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for isRight in [false, true] {
                _ = Store(
                    initialState: LabState(),
                    reducer: lab,
                    middleware: LabEffects()
                        .on(\.row, .latest.by(\.id), named: "row", file: "App/Rows.swift", line: isRight ? 4 : 3) {
                            _,
                            _ in
                        }
                        .on(\.go, named: "plain", file: "App/Rows.swift", line: 9) { _, _ in }
                        .forEach(\.keys, named: "each") { _, _ in }
                        .cancel("row", on: \.row, by: { isRight ? AnyHashableText(id: $0.id) : AnyHashableText(id: 0) })
                        .cancel("row", on: \.go, by: { $0 })
                        .cancel("each", on: \.go, by: { $0 })
                        .cancel("plain", on: \.go, by: { $0 })
                )
            }
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 4)
        expectMessage(
            of: result,
            contains:
                "cancels 'row' by keys of type AnyHashableText, which cancels nothing: Effect row at Rows.swift:3 has Int.",
            "cancels 'plain' by keys of type Int, which cancels nothing: Effect plain at Rows.swift:9 has no keys."
        )
    }

    @Test func middlewareWithoutRulesCanBeLiftedIntoACollection() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = Store(
                initialState: [],
                reducer: .identity,
                middleware: liftedByAnybody(EffectMiddleware<String, String, Element>())
            )
        }
        #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
    }
    #endif
}

private struct AnyHashableText: Hashable {
    let id: Int
}

/// Lifts any middleware into a collection.
private func liftedByAnybody(
    _ row: sending some MiddlewareProtocol<String, String, Element>
) -> some MiddlewareProtocol<ElementIDAction<Int, String>, ElementIDAction<Int, String>, [Element]> {
    row.lift(.case(CasePath(extract: { $0 }, embed: { $0 }), each: \.self))
}
