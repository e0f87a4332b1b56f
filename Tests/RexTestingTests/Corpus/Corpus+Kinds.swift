// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting

extension Bug {
    private static func bug(
        _ name: String,
        _ use: @escaping @Sendable (_ isMended: Bool, Schedule, CorpusWorld, FakeServer) throws -> Void
    ) -> Bug {
        Bug(name: name, realStores: .cannot("they were not tried")) { schedule, isMended, world in
            try use(isMended, schedule, world, FakeServer(schedule, world.clock))
        }
    }

    /// Twelve more bugs, each of a different kind.
    static let kinds = loading + state + tasks

    private static let loading = [
        bug("double load") { isMended, schedule, world, server in
            let test = CorpusApp(
                Acting().on(\.go, isMended ? .first : .each) { value, effect in
                    // The bug: checks whether the value was loaded, but not whether it is being loaded.
                    if effect.state.done.isEmpty { effect.send(.done(try await server.ask(value))) }
                },
                in: world
            )
            test.send(.go(1))
            test.advance(by: .milliseconds(schedule.int(in: 0...6)))
            test.send(.go(1))
            test.run()
            let calls = try test.perform { await server.calls }
            try require(calls == [1], "the server was asked \(calls)")
        },
        bug("double refresh") { isMended, schedule, world, server in
            let refresh = Acting().on(\.set, isMended ? .first : .each) { _, effect in
                effect.send(.done(try await server.refresh()))
            }
            let test = CorpusApp(refresh, in: world)
            for _ in 0..<2 {
                test.send(.set(0))
                test.advance(by: .milliseconds(schedule.int(in: 0...1)))
            }
            let answers = test.state.done.count
            test.run()
            let tokens = try test.perform { await server.token }
            try require(tokens <= answers + 1, "\(tokens) tokens, but only one is known")
        },
        bug("stale answer") { isMended, schedule, world, server in
            let test = CorpusApp(
                Acting().on(\.go) { value, effect in
                    let answer = try await server.ask(value)
                    if !isMended || effect.state.wanted == value { effect.send(.done(answer)) }
                },
                in: world
            )
            test.send(.go(1))
            test.advance(by: .milliseconds(schedule.int(in: 0...2)))
            test.send(.go(2))
            test.run()
            try require(test.state.value == 2, "shows \(test.state.value)")
        },
        bug("retry storm") { isMended, schedule, world, server in
            let effects = Acting().on(\.go, .first.retrying(2)) { _, _ in
                try await server.accept(1)
            } catch: { _, _ in
                .failed(1)
            }
            // The bug: a failure of all attempts starts them again.
            let test = CorpusApp(
                isMended
                    ? effects
                    : effects.on({ if case .failed = $0 { () } else { nil } }) { _, effect in
                        if effect.state.failed.count < 3 { effect.send(.go(1)) }
                    },
                in: world
            )
            test.send(.go(1))
            test.run()
            let attempts = try test.perform { await server.accepted.count }
            try require(attempts <= 3, "\(attempts) attempts")
        },
        bug("double submit") { isMended, schedule, world, server in
            let test = CorpusApp(
                Acting().on(\.go, isMended ? .first : .each) { value, effect in
                    // The bug: the button is only disabled once this action was processed.
                    guard effect.state.key == nil else { return }
                    await Task.yield()
                    effect.send(.set(value))
                    try await server.accept(value)
                },
                in: world
            )
            for _ in 0..<2 { test.send(.go(1)) }
            test.run()
            let accepted = try test.perform { await server.accepted }
            try require(accepted.count <= 1, "submitted \(accepted.count) times")
        },
    ]

    private static let state = [
        bug("lost update across an await") { isMended, _, world, server in
            let test = CorpusApp(
                Acting().on(\.go, isMended ? .queued : .each) { _, effect in
                    let old = effect.state.key ?? 0
                    try await server.travel()
                    effect.send(.set(old + 1))
                },
                in: world
            )
            for _ in 0..<2 { test.send(.go(1)) }
            test.run()
            try require(test.state.key == 2, "counted \(test.state.key ?? 0)")
        },
        bug("superseded debounce") { isMended, schedule, world, _ in
            let saving = Acting().on(\.go, .latest.debounced(for: .milliseconds(5))) { value, effect in
                effect.send(.done(value))
            }
            // The bug: leaving the screen drops the last draft during its delay.
            let test = CorpusApp(
                isMended
                    ? saving.on(\.stop) { _, effect in
                        if effect.state.value != effect.state.wanted { effect.send(.done(effect.state.wanted)) }
                    }
                    : saving.cancel(on: \.stop),
                in: world
            )
            test.send(.go(1))
            test.advance(by: .milliseconds(schedule.int(in: 0...7)))
            test.send(.go(2))
            test.advance(by: .milliseconds(schedule.int(in: 0...7)))
            test.send(.stop)
            test.run()
            try require(test.state.value == 2, "saved \(test.state.value)")
        },
        bug("swapped outputs") { isMended, _, world, server in
            let titles = Lock<[Int: Int]>([:])
            let test = CorpusApp(
                Acting().on(\.go) { value, effect in
                    let answer = try await server.ask(value)
                    // The bug: answers come in a different order than requests.
                    titles.withLock { $0[isMended ? value : $0.count + 1] = answer }
                    effect.send(.done(answer))
                },
                in: world
            )
            for value in 1...2 { test.send(.go(value)) }
            test.run()
            let found = titles.withLock { $0 }
            try require(found == [1: 1, 2: 2], "has \(found)")
        },
        bug("state read before an await") { isMended, schedule, world, server in
            let test = CorpusApp(
                Acting().on(\.go) { value, effect in
                    let place = effect.state.done.firstIndex(of: value)
                    try await server.travel()
                    let now = isMended ? effect.state.done.firstIndex(of: value) : place
                    if let now, effect.state.done.indices.contains(now) { effect.send(.set(effect.state.done[now])) }
                },
                in: world
            )
            for value in [1, 2] { test.send(.done(value)) }
            test.send(.go(2))
            test.advance(by: .milliseconds(schedule.int(in: 0...3)))
            test.send(.removed)
            test.run()
            try require(test.state.key == 2, "acts on \(String(describing: test.state.key))")
        },
    ]

    private static let tasks = [
        bug("late answer of an escaped task") { isMended, _, world, _ in
            let test = CorpusApp(
                Acting().on(\.go) { value, effect in
                    @Sendable func answer() async throws {
                        try await effect.sleep(for: .milliseconds(1))
                        effect.send(.done(value))
                    }
                    if isMended { try await answer() } else { Task { try await answer() } }
                },
                in: world
            )
            test.send(.go(1))
            test.run()
            test.finish()
        },
        bug("lost wake-up") { isMended, schedule, world, _ in
            let test = CorpusApp(
                Acting().on(\.go) { value, effect in
                    if isMended {
                        _ = try await effect.until(\.key)
                    } else if effect.state.key == nil {
                        await Task.yield()
                        _ = try await effect.first(\.set)
                    }
                    effect.send(.done(value))
                },
                in: world
            )
            test.send(.go(1))
            test.send(.set(1))
            test.run()
            try require(test.state.done == [1], "waits for ever")
        },
        bug("leak past a screen") { isMended, schedule, world, _ in
            let polls = Recorder<Int>()
            let poll: @Sendable (Int, Effect<Act, Act, Facts>) async throws -> Void = { key, effect in
                for _ in 0..<3 {
                    try await effect.sleep(for: .milliseconds(1))
                    if !effect.isCancelled { polls.record(key) }
                }
            }
            let test = CorpusApp(
                isMended ? Acting().during(\.key, run: poll) : Acting().on(\.set, .latest, run: poll),
                in: world
            )
            test.send(.set(1))
            test.advance(by: .milliseconds(schedule.int(in: 0...5)))
            test.send(.stop)
            let count = polls.events.count
            test.run()
            try require(polls.events.count == count, "polls for a screen that was left")
        },
    ]
}
