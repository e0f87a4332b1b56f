// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import RexCore
import RexTestSupport
import Testing

/// The statements of the contract.
///
/// See the guide's page on effects.
@Suite struct ContractTests {
    private let world = VirtualWorld()

    @Test func runStartsInTheIOOfItsActionInRuleOrderOffTheProcessingThread() async {
        let thread = Recorder<Bool>()
        let started = Recorder<String?>()
        let environment = StoreEnvironment(clock: world) { source, operation in
            started.record(source?.trail.last?.text)
            return Task(operation: operation)
        }
        let store = Store(
            initialState: LabState(),
            reducer: .reduce { action, state in
                if action.go != nil { started.record("reducer") }
                lab.reduce(action, &state)
            },
            middleware: LabEffects()
                .on(\.go, named: "one", line: 1) { _, effect in
                    thread.record(currentThreadName() == "processing")
                    effect.send(.said("1"))
                }
                .on(\.go, named: "two", line: 2) { _, effect in
                    thread.record(currentThreadName() == "processing")
                    effect.send(.said("2"))
                },
            environment: environment
        )
        let processing = JoinableThread(name: "processing") { store.dispatch(.go(1)) }
        processing.join()
        await store.settled()
        #expect(
            started.events == [
                "reducer", "Effect one at ContractTests.swift:1", "Effect two at ContractTests.swift:2",
            ]
        )
        #expect(thread.events == [false, false])
        #expect(Set(store.state.said) == ["1", "2"])
    }

    @Test func actionsOfOneRunAreProcessedInOrder() async {
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects().on(\.go) { value, effect in
                for number in 0..<1_000 { effect.send(.said("\(value) \(number)")) }
            }
        )
        for value in 0..<4 { store.dispatch(.go(value)) }
        await store.settled()
        for value in 0..<4 {
            #expect(store.state.said.filter { $0.hasPrefix("\(value) ") } == (0..<1_000).map { "\(value) \($0)" })
        }
    }

    @Test func runEndsOnceAndCountsUntilItsBodyHasReturned() {
        let notes = Recorder<String>()
        let store = world.store(
            LabEffects()
                .on(\.go, .queued) { [world] value, effect in
                    notes.record("begins \(value)")
                    await world.sleepStubbornly(for: .seconds(1))
                    notes.record("returns \(value)")
                    if value == 3 { throw Failure() }
                } catch: { _, _ in
                    .said("failed")
                }
                .cancel(on: \.stop)
        )
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.stop)
        store.dispatch(.go(2))
        store.dispatch(.go(3))
        world.drain()
        #expect(notes.events == ["begins 1"])
        world.advance(by: .seconds(1))
        #expect(notes.events == ["begins 1", "returns 1", "begins 2"])
        world.advance(by: .seconds(9))
        #expect(notes.events.suffix(3) == ["returns 2", "begins 3", "returns 3"])
        #expect(store.state.said == ["failed"])
    }

    @Test func noErrorIsLost() async throws {
        let failures = Recorder<Int>()
        let store = world.store(
            LabEffects()
                .on(
                    \.go,
                    .each.retrying(2, delay: .constant(.seconds(1)), if: { $0 as? Failure != Failure(number: 5) })
                ) {
                    value,
                    effect in
                    failures.record(value)
                    throw Failure(number: value)
                } catch: { error, _ in
                    .said("\(error)")
                }
        )
        store.dispatch(.go(1))
        world.advance(by: .milliseconds(1_999))
        #expect(failures.events == [1, 1] && store.state.said == [])
        world.advance(by: .milliseconds(1))
        #expect(failures.events == [1, 1, 1])
        #expect(store.state.said == ["Failure(number: 1)"])
        store.dispatch(.go(5))
        world.drain()
        #expect(failures.events == [1, 1, 1, 5])
    }

    @Test func uncaughtErrorIsReportedOnStandardError() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let store = LabStore(
                initialState: LabState(),
                reducer: lab,
                middleware: LabEffects()
                    .on(\.go, named: "load", line: 7) { _, _ in throw Failure(number: 3) }
                    .on(\.go, line: 8) { _, _ in
                        throw Failure(number: 4)
                    } catch: { _, _ in
                        nil
                    }
                    .on(\.row, line: 9) { _, effect in
                        effect.send(.stop)
                        try await effect.sleep(for: .seconds(1_000))
                    }
                    .cancel(on: \.stop)
            )
            store.dispatch(.go(1))
            await store.settled()
            store.dispatch(.row(1, ""))
            await store.settled()
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("Rex:") }
        #if DEBUG
        let texts = ["Failure(number: 3)", "Failure(number: 4)"]
        #else
        let texts = ["Failure", "Failure"]
        #endif
        #expect(
            Set(lines) == [
                "Rex: Effect load at ContractTests.swift:7 failed with an error that it doesn't catch: \(texts[0])",
                "Rex: Effect at ContractTests.swift:8 failed with an error that it doesn't catch: \(texts[1])",
            ]
        )
    }

    @Test func onlyADebugBuildPrintsTheTextOfAnError() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            struct Refusal: Error { var token = "a secret" }
            struct Broken: Clock {
                var now: ContinuousClock.Instant { .now }
                let minimumResolution = Duration.zero
                func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
                    throw Refusal()
                }
            }
            let store = LabStore(
                initialState: LabState(),
                reducer: lab,
                middleware: LabEffects()
                    .on(\.go, line: 7) { _, _ in throw Refusal() }
                    .on(\.go, .each.debounced(for: .seconds(1_000)), line: 8) { _, _ in }
                    .on(\.go, .each.retrying(1, delay: .constant(.seconds(1_000))), line: 9) { _, _ in
                        throw Refusal()
                    },
                environment: StoreEnvironment(clock: Broken(), priority: nil)
            )
            store.dispatch(.go(1))
            await store.settled()
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("Rex:") }
        #if DEBUG
        let text = #"Refusal(token: "a secret")"#
        #else
        let text = "Refusal"
        #endif
        #expect(
            lines.sorted() == [
                "Rex: Effect at ContractTests.swift:7 failed with an error that it doesn't catch: \(text)",
                "Rex: Effect at ContractTests.swift:8 continues without waiting, since its clock failed: \(text)",
                "Rex: Effect at ContractTests.swift:9 continues without waiting, since its clock failed: \(text)",
                "Rex: Effect at ContractTests.swift:9 failed with an error that it doesn't catch: \(text)",
            ]
        )
    }

    /// A server can't forge a line or send escapes to the terminal.
    @Test func theTextOfAnErrorStaysOnItsLine() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            struct Answer: Error, CustomStringConvertible {
                let description = "no\nRex: all is well\r\u{1b}[2J\u{202e}\u{2028}"
            }
            let store = LabStore(
                initialState: LabState(),
                reducer: lab,
                middleware: LabEffects()
                    .on(\.go, named: "a\nb", line: 7) { _, _ in throw Answer() }
            )
            store.dispatch(.go(1))
            await store.settled()
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("Rex:") }
        #if DEBUG
        let text = #"no\u{a}Rex: all is well\u{d}\u{1b}[2J\u{202e}\u{2028}"#
        #else
        let text = "Answer"
        #endif
        let rule = #"Rex: Effect a\u{a}b at ContractTests.swift:7"#
        #expect(lines == ["\(rule) failed with an error that it doesn't catch: \(text)"])
    }

    @Test func timeIsMeasuredByTheStoresClock() {
        let store = world.store(
            LabEffects()
                .on(\.go, .latest.debounced(for: .seconds(1_000))) { _, effect in
                    #expect("\(type(of: effect.clock))" == "VirtualWorld")
                    try await effect.sleep(for: .seconds(1_000))
                    effect.send(.said("done"))
                }
                .on(\.go, .each.timeout(.seconds(500))) { _, effect in
                    try await effect.sleep(for: .seconds(1_000))
                } catch: { error, _ in
                    .said("\(error)")
                }
        )
        store.dispatch(.go(1))
        world.advance(by: .seconds(500))
        #expect(store.state.said == ["EffectTimeout: it took longer than 500.0 seconds"])
        world.advance(by: .milliseconds(1_499_999))
        #expect(store.state.said.count == 1)
        world.advance(by: .milliseconds(1))
        #expect(store.state.said.last == "done")
        #expect(world.sleepers == 0)
    }

    @Test func releasingTheStoreRevokesAllRunsAndCancelsTheirTasksOffThread() {
        let runs = Recorder<LabEffect>()
        let cancelled = Recorder<Int>()
        var store: LabStore? = world.store(
            LabEffects().on(\.go, .each(limit: 2)) { [world] value, effect in
                runs.record(effect)
                await withTaskCancellationHandler {
                    await world.sleepStubbornly(for: .seconds(1))
                } onCancel: {
                    cancelled.record(value)
                }
            }
        )
        for value in 1...3 { store?.dispatch(.go(value)) }
        world.drain()
        store = nil
        #expect(runs.events.allSatisfy { $0.isCancelled })
        #expect(cancelled.events == [])
        world.drain()
        #expect(cancelled.events == [1, 2])
        world.advance(by: .seconds(9))
        #expect(runs.events.count == 2)
        #expect(world.sleepers == 0)
    }

    @Test func endedRunsLeaveNothingBehind() {
        let living = Recorder<Int>()
        func livingCount() -> Int { living.events.reduce(0) { $0 + $1 } }
        typealias Traced = (trace: Trace, id: Int)
        let go: @Sendable (Lab) -> Traced? = { action in action.go.map { (Trace(living), $0) } }
        let row: @Sendable (Lab) -> Traced? = { action in action.row.map { (Trace(living), $0.id) } }
        let sleep: @Sendable (Traced, LabEffect) async throws -> Void = { _, effect in
            try await effect.sleep(for: .seconds(1))
        }
        let latest: EffectPolicy<Traced> = .latest.by(\.id)
        let first: EffectPolicy<Traced> = .first.by(\.id)
        var effects = LabEffects().cancel(on: \.stop)
        effects = effects.on(go, latest.debounced(for: .seconds(1)), run: sleep)
        effects = effects.on(row, first.throttled(for: .seconds(1)), run: sleep)
        let store = world.store(effects)
        for _ in 0..<3 { for value in 0..<100 { store.dispatch(.go(value)) } }
        // All of them share one timer.
        #expect(world.started == 1)
        #expect(livingCount() == 100)
        for value in 0..<100 { store.dispatch(.row(value, "")) }
        world.advance(by: .seconds(9))
        #expect(livingCount() == 0)
        for value in 0..<100 { store.dispatch(.go(value)) }
        store.dispatch(.stop)
        world.drain()
        #expect(livingCount() == 0)
        #expect(world.sleepers == 0)
    }

    @Test func elementsHaveSeparateRuns() {
        let row = EffectMiddleware<String, String, Element>()
            .on({ $0 == "load" ? () : nil }, .latest) { _, effect in
                try await effect.sleep(for: .seconds(1))
                effect.send("loaded \(effect.state.name)")
            }
            .during(\.isOn) { effect in
                try await effect.sleep(for: .seconds(3))
                effect.send("was on")
            }
            .cancel(on: { $0 == "stop" ? () : nil })
        let store = Store(
            initialState: Table(rows: (1...4).map { Element(id: $0, name: "row \($0)", isOn: $0 == 4) }),
            reducer: tables,
            middleware: row.lift(.case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)),
            environment: world.environment
        )
        for id in [1, 1, 2, 3, 7] { store.dispatch(.row(ElementIDAction(id: id, action: "load"))) }
        store.dispatch(.row(ElementIDAction(id: 2, action: "stop")))
        store.dispatch(.remove(3))
        world.advance(by: .seconds(2))
        #expect(store.state.log == ["1: loaded row 1"])
        store.dispatch(.remove(4))
        world.advance(by: .seconds(5))
        #expect(store.state.log == ["1: loaded row 1"])
        #expect(world.sleepers == 0)
    }

    /// Recorders count how often a rule applied, from the runs that they record.
    @Test func rulesAreDeclaredWithACountOfZero() {
        let log = RuleLog()
        let store = world.store(
            LabEffects().on(\.go, named: "load", file: "App/Search.swift", line: 12) { _, _ in }
                .during(\.key, file: "App/Room.swift", line: 5) { _, _ in },
            observing: log.middleware()
        )
        store.dispatch(.go(1))
        store.dispatch(.set(1))
        world.drain()
        #expect(log.rules.map(\.text) == ["Effect load at Search.swift:12", "Effect at Room.swift:5"])
        #expect(log.counts == [0, 0])
    }

    @Test func sourceOfAnActionNamesItsRuleAndTrigger() {
        let sources = Recorder<ActionSource>()
        let effects = LabEffects()
            .on(\.row, .latest.by(\.id), named: "load", file: "App/Search.swift", line: 12) { _, effect in
                effect.send(.said("loaded"))
            }
            .during(\.key, file: "App/Room.swift", line: 5) { _, effect in effect.send(.said("on")) }
        let store = Store(
            initialState: LabState(key: 1),
            reducer: lab,
            middleware: effects <> recordingSources(in: sources),
            environment: world.environment
        )
        world.drain()
        store.dispatch(.row(3, ""), file: "App/View.swift", function: "tap()", line: 30)
        world.drain()
        store.dispatch(.set(2), file: "App/View.swift", function: "enter()", line: 31, info: "by hand")
        world.drain()
        let facts = sources.events.map { "\($0.file):\($0.line) \($0.info ?? "")" }
        #expect(
            facts == [
                "App/Room.swift:5 Effect at Room.swift:5",
                "App/View.swift:30 Effect load at Search.swift:12",
                "App/View.swift:31 by hand\nEffect at Room.swift:5",
            ]
        )
        #expect(sources.events.map { $0.trail.last?.kind } == ["effect", "effect", "effect"])
        #expect(sources.events.map { $0.trail.last?.key } == ["1", "3", "2"])
    }
}

struct Element: Sendable, Identifiable {
    let id: Int
    var name: String
    var isOn = false
}

struct Table: Sendable {
    var rows: [Element]
    var log: [String] = []
}

enum TableAction: Sendable {
    case row(ElementIDAction<Int, String>)
    case remove(Int)
    case stopAll

    var row: ElementIDAction<Int, String>? { if case .row(let row) = self { row } else { nil } }
}

let tables = Reducer<TableAction, Table>.reduce { action, table in
    switch action {
    case .row(let row) where row.action != "load" && row.action != "stop": table.log.append("\(row.id): \(row.action)")
    case .row, .stopAll: break
    case .remove(let id): table.rows.removeAll { $0.id == id }
    }
}
