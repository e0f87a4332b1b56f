// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import RexTesting

typealias Acting = EffectMiddleware<Act, Act, Facts>
private typealias Plain = AnyMiddleware<Act, Act, Facts>

/// A middleware that calls a function for each action.
private func plain(
    _ body: @escaping @Sendable (Act, AnyActionHandler<Act>, ActionSource, @escaping GetState<Facts>) -> Void
) -> sending Plain {
    Plain { act, source, state in IO { output in body(act, output, source, state) } }
}

extension Bug {
    private static func bug(
        _ name: String,
        inRealStores: RealStores = .showIt,
        _ use: @escaping @Sendable (_ isMended: Bool, Schedule, CorpusWorld, FakeServer) throws -> Void
    ) -> Bug {
        Bug(name: name, realStores: inRealStores) { schedule, isMended, world in
            try use(isMended, schedule, world, FakeServer(schedule, world.clock))
        }
    }

    private static func store(
        _ middleware: sending some MiddlewareProtocol<Act, Act, Facts>,
        _ world: CorpusWorld
    ) -> CorpusApp {
        CorpusApp(middleware, in: world)
    }

    static let corpus: [Bug] = answers + starts + storage + sharing

    // MARK: Late answers

    private static let answers = [
        bug("an older search overwrites the newer one") { isMended, schedule, world, server in
            let test = store(
                Acting().on(\.go, isMended ? .latest : .each) { value, effect in
                    effect.send(.done(try await server.ask(value)))
                },
                world
            )
            for value in 1...3 {
                test.send(.go(value))
                test.advance(by: .milliseconds(schedule.int(in: 0...4)))
            }
            test.run()
            try require(test.state.value == 3, "shows \(test.state.value)")
        },
        bug("an answer arrives after its screen was closed") { isMended, schedule, world, server in
            let effects = Acting().on(\.go) { value, effect in effect.send(.done(try await server.ask(value))) }
            let test = store(isMended ? effects.cancel(on: \.stop) : effects, world)
            test.send(.go(1))
            test.advance(by: .milliseconds(schedule.int(in: 0...4)))
            test.send(.stop)
            let count = test.state.done.count
            test.run()
            try require(test.state.done.count == count, "an answer for a screen that is closed")
        },
        bug("an action sent through the store's output outlives its cancellation") { isMended, _, world, _ in
            let running = Lock<StoreTask?>(nil)
            let test = store(
                plain { act, output, source, _ in
                    if act == .stop { running.withLock { $0 }?.cancel() }
                    guard let value = act.go else { return }
                    let task = output.startTask(from: source) { own in
                        // Ignores its cancellation.
                        await Task.yield()
                        (isMended ? own : output).dispatch(.done(value), from: source)
                    }
                    running.withLock { $0 = task }
                },
                world
            )
            test.send(.go(1))
            test.send(.stop)
            test.run()
            try require(test.acts.last == .stop, "sent by a task that was cancelled")
        },
        bug("a stale answer looks like a new one") { isMended, schedule, world, server in
            let generation = Lock(0)
            let test = store(
                plain { act, output, source, _ in
                    guard let value = act.go else { return }
                    let own = generation.withLock { number in
                        number += 1
                        return number
                    }
                    output.startTask(from: source) { output in
                        guard let answer = try? await server.ask(value) else { return }
                        guard !isMended || generation.withLock({ $0 == own }) else { return }
                        output.dispatch(.done(answer), from: source)
                    }
                },
                world
            )
            test.send(.go(1))
            test.advance(by: .milliseconds(schedule.int(in: 0...2)))
            test.send(.go(2))
            test.run()
            let last = test.state.done.last
            try require(last == 2, "the last answer is \(String(describing: last))")
        },
        bug("an optimistic change is rolled back over a newer one") { isMended, schedule, world, server in
            let test = store(
                Acting().on(\.set, isMended ? .latest : .each) { value, effect in
                    try await server.travel()
                    if value == 1, schedule.bool("refused") { effect.send(.set(0)) }
                },
                world
            )
            test.send(.set(1))
            test.advance(by: .milliseconds(schedule.int(in: 0...3)))
            test.send(.set(2))
            test.run()
            try require(test.state.key == 2, "is \(String(describing: test.state.key)) again")
        },
    ]

    // MARK: Work that starts twice or never

    private static let starts = [
        bug("one page is loaded twice") { isMended, _, world, _ in
            let isLoading = Lock(false)
            let pages = Recorder<Int>()
            let test = store(
                plain { act, output, source, state in
                    if act == .stop { for _ in 0..<2 { output.dispatch(.go(0), from: source) } }
                    if isMended, act.done != nil { isLoading.withLock { $0 = false } }
                    guard act.go != nil, !isLoading.withLock({ $0.exchange(true) }) else { return }
                    output.startTask(from: source) { [state] output in
                        let page = state().done.count
                        pages.record(page)
                        await Task.yield()
                        output.dispatch(.done(page), from: source)
                        if !isMended { isLoading.withLock { $0 = false } }
                    }
                },
                world
            )
            test.send(.go(0))
            test.send(.stop)
            test.run()
            try require(Set(pages.events).count == pages.events.count, "loads \(pages.events)")
        },
        bug("each rejected request refreshes the token") { isMended, _, world, server in
            let token = Lock(-1)
            let test = store(
                Acting().on(\.go, isMended ? .queued : .each) { value, effect in
                    let own = token.withLock { $0 }
                    if try await server.use(own) { return effect.send(.done(value)) }
                    let new = try await server.refresh()
                    token.withLock { $0 = new }
                    effect.send(try await server.use(new) ? .done(value) : .failed(value))
                },
                world
            )
            for value in 1...2 { test.send(.go(value)) }
            test.run()
            try require(test.state.failed.isEmpty, "logged out: \(test.state.failed)")
        },
        bug("a tap during the request sends it again") { isMended, schedule, world, server in
            let test = store(
                Acting().on(\.go, isMended ? .first : .each) { value, effect in
                    effect.send(.done(try await server.ask(value)))
                },
                world
            )
            for _ in 0..<2 {
                test.send(.go(1))
                test.advance(by: .milliseconds(schedule.int(in: 0...1)))
            }
            let calls = try test.perform { await server.calls.count }
            let answers = test.state.done.count
            test.run()
            try require(calls <= answers + 1, "\(calls) requests at once")
        },
        bug("a timer is started again without being stopped") { isMended, _, world, _ in
            let test = store(
                Acting().on(\.go, isMended ? .latest : .each) { value, effect in
                    try await effect.sleep(for: .seconds(1))
                    effect.send(.done(value))
                },
                world
            )
            test.send(.go(1))
            test.advance(by: .milliseconds(500))
            test.send(.go(2))
            test.run()
            try require(test.state.done == [2], "rings \(test.state.done)")
        },
        bug("a retried request is executed twice") { isMended, _, world, server in
            let test = store(
                Acting().on(\.go, .queued.retrying(3)) { value, effect in
                    try await server.accept(value, once: isMended)
                    effect.send(.done(value))
                } catch: { _, _ in
                    nil
                },
                world
            )
            test.send(.go(1))
            test.run()
            let accepted = try test.perform { await server.accepted }
            try require(accepted.count == Set(accepted).count, "the server has \(accepted)")
        },
        bug("the first of two requests for the same answer is forgotten") { isMended, _, world, server in
            let waiting = Lock<Int?>(nil)
            let list = Lock<[Int]>([])
            let test = store(
                plain { act, output, source, _ in
                    if let value = act.go {
                        waiting.withLock { $0 = value }
                        list.withLock { $0.append(value) }
                        output.startTask(from: source) { output in
                            guard (try? await server.ask(0)) != nil else { return }
                            let answered =
                                isMended
                                ? list.withLock { list in
                                    defer { list = [] }
                                    return list
                                }
                                : waiting.withLock { $0.take().map { [$0] } ?? [] }
                            for value in answered { output.dispatch(.done(value), from: source) }
                        }
                    }
                },
                world
            )
            test.send(.go(1))
            test.advance(by: .milliseconds(2))
            test.send(.go(2))
            test.run()
            try require(Set(test.state.done) == [1, 2], "only \(test.state.done)")
        },
    ]

    // MARK: Reads and writes

    private static let storage = [
        bug("two tasks read before either writes") { isMended, _, world, _ in
            let count = Lock(0)
            let test = store(
                Acting().on(\.go, isMended ? .queued : .each) { value, effect in
                    let old = count.withLock { $0 }
                    await Task.yield()
                    count.withLock { $0 = old + 1 }
                    effect.send(.done(value))
                },
                world
            )
            for value in 1...3 { test.send(.go(value)) }
            test.run()
            let total = count.withLock { $0 }
            try require(total == 3, "counted \(total)")
        },
        bug("an older draft is saved over a newer one") { isMended, schedule, world, server in
            let saved = Lock(0)
            let test = store(
                Acting().on(\.go, isMended ? .queued : .each) { value, _ in
                    try await server.travel()
                    saved.withLock { $0 = value }
                },
                world
            )
            for value in 1...2 {
                test.send(.go(value))
                test.advance(by: .milliseconds(schedule.int(in: 0...1)))
            }
            test.run()
            let last = saved.withLock { $0 }
            try require(last == 2, "saved \(last)")
        },
        bug("a crash between sending and saving sends again", inRealStores: .cannot("they end with the process")) {
            isMended,
            schedule,
            world,
            server in
            let outbox = Lock([1])
            func start() -> CorpusApp {
                store(
                    Acting().on(\.go, .first) { _, _ in
                        for value in outbox.withLock({ $0 }) {
                            try? await server.accept(value, once: isMended)
                            outbox.withLock { $0.removeAll { $0 == value } }
                        }
                    },
                    world
                )
            }
            for _ in 0..<2 {
                let test = start()
                test.send(.go(0))
                test.advance(by: .milliseconds(schedule.int(in: 0...4)))
                if schedule.bool("killed") { test.kill() } else { test.run() }
            }
            let accepted = try start().perform { await server.accepted }
            try require(accepted.count <= 1, "the server has \(accepted)")
        },
        bug(
            "a crash between saving and sending loses the message",
            inRealStores: .cannot("they end with the process")
        ) { isMended, schedule, world, server in
            let outbox = Lock([1])
            func start() -> CorpusApp {
                store(
                    Acting().on(\.go, .first) { _, _ in
                        for value in outbox.withLock({ $0 }) {
                            if !isMended { outbox.withLock { $0.removeAll { $0 == value } } }
                            try? await server.accept(value, once: true)
                            if isMended { outbox.withLock { $0.removeAll { $0 == value } } }
                        }
                    },
                    world
                )
            }
            let first = start()
            first.send(.go(0))
            if schedule.bool("killed") { first.kill() } else { first.run() }
            let second = start()
            second.send(.go(0))
            second.run()
            let accepted = try second.perform { await server.accepted }
            try require(accepted == [1], "the server has \(accepted)")
        },
        bug("a cache is filled with an answer that is older than a change") { isMended, schedule, world, server in
            let (cache, version) = (Lock<Int?>(nil), Lock(0))
            let test = store(
                plain { act, output, source, state in
                    if act.set != nil {
                        version.withLock { $0 += 1 }
                        cache.withLock { $0 = nil }
                    }
                    guard act.go != nil else { return }
                    let (own, value) = (version.withLock { $0 }, state().key ?? 0)
                    output.startTask(from: source) { _ in
                        guard let answer = try? await server.ask(value) else { return }
                        if !isMended || version.withLock({ $0 == own }) { cache.withLock { $0 = answer } }
                    }
                },
                world
            )
            test.send(.go(0))
            test.advance(by: .milliseconds(schedule.int(in: 0...3)))
            test.send(.set(5))
            test.run()
            let kept = cache.withLock { $0 }
            try require(kept == nil || kept == 5, "keeps \(String(describing: kept))")
        },
    ]

    // MARK: Shared state

    private static let sharing = [
        bug("a run uses the state from its start") { isMended, _, world, server in
            let test = store(
                Acting().on(\.go) { value, effect in
                    let before = effect.state.key
                    try await server.travel()
                    let key = isMended ? effect.state.key : before
                    if let key { effect.send(.done(key)) }
                },
                world
            )
            test.send(.set(1))
            test.send(.go(0))
            test.advance(by: .milliseconds(1))
            test.send(.stop)
            let count = test.state.done.count
            test.run()
            try require(test.state.done.count == count, "acts for a key that is gone")
        },
        bug("the second of two dependent tasks starts first") { isMended, _, world, server in
            let isOpen = Lock(false)
            let effects = Acting()
                .on(\.go) { _, effect in
                    try await server.travel()
                    isOpen.withLock { $0 = true }
                    effect.send(.set(1))
                }
            let test = store(
                isMended
                    ? effects.on(\.set) { value, effect in
                        effect.send(isOpen.withLock { $0 } ? .done(value) : .failed(value))
                    }
                    : effects.on(\.go) { value, effect in
                        try await server.travel()
                        effect.send(isOpen.withLock { $0 } ? .done(value) : .failed(value))
                    },
                world
            )
            test.send(.go(1))
            test.run()
            try require(test.state.failed.isEmpty, "used before it was open")
        },
        bug("two close timeouts are expected in order") { isMended, _, world, _ in
            let test = store(
                Acting().on(\.go) { value, effect in
                    try await effect.sleep(
                        for: .milliseconds(10) + .microseconds(value == 1 ? 0 : isMended ? 5_000 : 300)
                    )
                    effect.send(.done(value))
                },
                world
            )
            for value in 1...2 { test.send(.go(value)) }
            test.run()
            try require(test.state.done == [1, 2], "is \(test.state.done)")
        },
        bug("a run expects its action to be processed already") { isMended, _, world, _ in
            let test = store(
                Acting().on(\.go) { value, effect in
                    effect.send(.set(value))
                    if isMended { try await effect.until { $0.key == value } }
                    effect.send(effect.state.key == value ? .done(value) : .failed(value))
                },
                world
            )
            test.send(.go(1))
            test.run()
            try require(test.state.failed.isEmpty, "the state is another one")
        },
    ]
}

extension Bool {
    fileprivate mutating func exchange(_ new: Bool) -> Bool {
        defer { self = new }
        return self
    }
}
