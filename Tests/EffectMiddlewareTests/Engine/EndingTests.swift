// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct EndingTests {
    private let world = VirtualWorld()

    @Test func queuedActionsOfAnEndedRunCanBeCancelled() {
        let middleware =
            LabEffects()
            .on(\.go) { value, effect in effect.send(.said("\(value)")) }
            .cancel(on: \.stop)
        // The run starts, sends and ends while the store is busy and a cancelling action is queued.
        let busy = AnyMiddleware<Lab, Lab, LabState> { [world] action, source, _ in
            guard case .go(let value) = action else { return .pure() }
            return IO { output in
                if value == 1 { output.dispatch(.stop, from: source) }
                world.drain()
                if value == 2 { output.dispatch(.stop, from: source) }
            }
        }
        let store = world.store(middleware, observing: busy)
        store.dispatch(.go(1))
        world.drain()
        #expect(store.state.said == [])
        store.dispatch(.go(2))
        store.dispatch(.stop)
        #expect(store.state.said == ["2"])
    }

    /// A run that its own action cancels has returned only if its body did.
    @Test(arguments: [true, false]) func endingOfARunThatItsOwnActionCancels(returns: Bool) {
        let endings = Recorder<String>()
        let middleware = LabEffects()
            .on(\.go) { _, effect in
                effect.send(.stop)
                if !returns { try await effect.sleep(for: .seconds(1)) }
            }
            .cancel(on: \.stop)
        let observer = AnyMiddleware<Lab, Lab, LabState> { _, output in
            output.eachTask { task in
                guard task.source?.newestStep(since: nil)?.text.hasPrefix("Effect") == true else { return }
                task.onEnd {
                    switch task.ending {
                    case .returned: endings.record("returned")
                    case .cancelled: endings.record("cancelled")
                    default: endings.record("otherwise")
                    }
                }
            }
        } handle: { _, _, _ in
            .pure()
        }
        let store = world.store(middleware, observing: observer)
        store.dispatch(.go(1))
        world.drain()
        #expect(endings.events == [returns ? "returned" : "cancelled"])
    }

    @Test func newerTriggerCancelsQueuedActionsOfAnEndedRun() {
        let middleware = LabEffects().on(\.go, .latest) { value, effect in effect.send(.said("\(value)")) }
        let busy = AnyMiddleware<Lab, Lab, LabState> { [world] action, source, _ in
            guard case .go(1) = action else { return .pure() }
            return IO { output in
                output.dispatch(.go(2), from: source)
                world.drain()
            }
        }
        let store = world.store(middleware, observing: busy)
        store.dispatch(.go(1))
        world.drain()
        #expect(store.state.said == ["2"])
    }

    @Test(arguments: [EffectPolicy<Int>.each, .each.retrying(1)])
    func effectThatOutlivesItsRunSendsNothing(policy: EffectPolicy<Int>) {
        let escaped = Recorder<LabEffect>()
        var store: LabStore? = world.store(
            LabEffects()
                .on(\.go, policy) { value, effect in
                    escaped.record(effect)
                    if value == 1 { try await effect.sleep(for: .seconds(1_000)) }
                    effect.send(.said("\(value)"))
                }
        )
        for value in 0...1 { store?.dispatch(.go(value)) }
        world.drain()
        escaped.events.first?.send(.said("late"))
        #expect(store?.state.said == ["0"])
        #expect(escaped.events.map(\.isCancelled) == [true, false])
        store = nil
        world.drain()
        #expect(escaped.events.map(\.isCancelled) == [true, true])
        #expect(world.sleepers == 0)
    }

    @Test(arguments: [EffectPolicy<(Trace, Int)>.each, .each.retrying(1)])
    func valueOfATriggerIsReleasedWithItsRun(policy: EffectPolicy<(Trace, Int)>) {
        let living = Recorder<Int>()
        let store = world.store(
            LabEffects()
                .on({ $0.go.map { (Trace(living), $0) } }, policy) { found, effect in
                    if found.1 == 1 { try await effect.sleep(for: .seconds(1_000)) }
                    effect.send(.said("\(found.1)"))
                }
                .cancel(on: \.stop)
        )
        for value in 0...1 { store.dispatch(.go(value)) }
        world.drain()
        #expect(living.events == [1, 1, -1])
        store.dispatch(.stop)
        world.drain()
        #expect(living.events.reduce(0, +) == 0)
        #expect(store.state.said == ["0"])
    }

    @Test(arguments: [EffectPolicy<Trace>.each.debounced(for: .seconds(1)), .each.throttled(for: .seconds(1))])
    func delayedTriggerIsReleasedWithItsRun(policy: EffectPolicy<Trace>) {
        let (living, runs) = (Recorder<Int>(), Recorder<Int>())
        let store = world.store(
            LabEffects().on({ $0.go.map { _ in Trace(living) } }, policy) { _, _ in runs.record(1) }
        )
        for value in 1...2 {
            store.dispatch(.go(value))
            world.drain()
        }
        world.advance(by: .seconds(3))
        #expect(!runs.events.isEmpty)
        #expect(living.events.reduce(0, +) == 0)
    }

    @Test func keyIsKeptOnlyWhileItsActionsWait() {
        let living = Recorder<Int>()
        let middleware = LabEffects()
            .on(\.go, .each.by { _ in Trace(living) }) { value, effect in effect.send(.said("\(value)")) }
        // The run starts, sends and ends while the store is busy.
        let busy = AnyMiddleware<Lab, Lab, LabState> { [world] action, _, _ in
            action.go == nil ? .pure() : IO { _ in world.drain() }
        }
        let store = world.store(middleware, observing: busy)
        for value in 1...2 {
            store.dispatch(.go(value))
            #expect(living.events == (1...value).flatMap { _ in [1, -1] })
        }
        #expect(store.state.said == ["1", "2"])
    }

    /// A number that counts how often it is compared.
    private struct Counted: Hashable, Sendable {
        let number: Int
        let comparisons: Lock<Int>

        static func == (lhs: Counted, rhs: Counted) -> Bool {
            lhs.comparisons.withLock { $0 += 1 }
            return lhs.number == rhs.number
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func keysAreFoundWithFewComparisons() {
        let comparisons = Lock(0)
        let store = world.store(
            LabEffects()
                .on(\.go, .latest.by { Counted(number: $0, comparisons: comparisons) }) { _, effect in
                    try await effect.sleep(for: .seconds(1))
                }
        )
        for round in 1...2 {
            for number in 1...500 { store.dispatch(.go(number)) }
            world.drain()
            #expect(comparisons.withLock { $0 } < round * 500 * 20)
        }
    }

    @Test func manyKeysAreReleasedWhenTheStoreIsIdle() {
        let living = Recorder<Int>()
        let count = 100
        let middleware = LabEffects()
            .on(\.go, .each.by { _ in Trace(living) }) { value, effect in effect.send(.said("\(value)")) }
        // All runs end before any of their actions is processed.
        let busy = AnyMiddleware<Lab, Lab, LabState> { [world] action, source, _ in
            switch action {
            case .keys(let keys): IO { output in for key in keys { output.dispatch(.go(key), from: source) } }
            case .go(count): IO { _ in world.drain() }
            default: .pure()
            }
        }
        let store = world.store(middleware, observing: busy)
        store.dispatch(.keys(Array(1...count)))
        #expect(store.state.said.count == count)
        #expect(living.events.count == 2 * count)
        #expect(living.events.reduce(0, +) == 0)
    }

    /// Uses existing runs when it is released.
    private final class Asking: Sendable {
        let escaped: Recorder<LabEffect>

        init(_ escaped: Recorder<LabEffect>) { self.escaped = escaped }

        deinit { for effect in escaped.events { effect.send(.said("released")) } }
    }

    @Test func replacedTriggerCanUseARunWhenItIsReleased() {
        let escaped = Recorder<LabEffect>()
        let store = world.store(
            LabEffects()
                .on(\.row) { _, effect in
                    escaped.record(effect)
                    try await effect.sleep(for: .seconds(9))
                }
                .on({ $0.go.map { _ in Asking(escaped) } }, .latest.debounced(for: .seconds(1))) { _, _ in }
        )
        store.dispatch(.row(1, ""))
        world.drain()
        for value in 1...3 { store.dispatch(.go(value)) }
        #expect(store.state.said == ["released", "released"])
    }

    @Test(arguments: [false, true])
    func waitingTriggerCanUseARunWhenItIsCancelled(endsStore: Bool) {
        let policies: [EffectPolicy<Asking>] = [
            .each(limit: 1), .each.debounced(for: .seconds(1)), .each.throttled(for: .seconds(1), latest: true),
        ]
        for policy in policies {
            let escaped = Recorder<LabEffect>()
            var store: LabStore? = world.store(
                LabEffects()
                    .on(\.row) { _, effect in
                        escaped.record(effect)
                        try await effect.sleep(for: .seconds(9))
                    }
                    .on({ $0.go.map { _ in Asking(escaped) } }, policy, named: "asking") { _, effect in
                        try await effect.sleep(for: .seconds(9))
                    }
                    .cancel("asking", on: \.stop)
            )
            store?.dispatch(.row(1, ""))
            for value in 1...2 {
                world.drain()
                store?.dispatch(.go(value))
            }
            if endsStore { store = nil } else { store?.dispatch(.stop) }
            world.drain()
            #expect((store?.state.said ?? []) == (endsStore ? [] : ["released", "released"]))
        }
    }

    /// A key that uses existing runs when it is released.
    private final class AskingKey: Sendable, Hashable {
        let escaped: Recorder<LabEffect>

        init(_ escaped: Recorder<LabEffect>) { self.escaped = escaped }

        deinit { for effect in escaped.events { effect.send(.said("released")) } }

        static func == (lhs: AskingKey, rhs: AskingKey) -> Bool { lhs === rhs }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// Returns a store with a running `body`, whose key uses another run when it is
    /// released.
    private func storeWithAskingKey(
        _ policy: EffectPolicy<Int> = .each,
        _ body: @escaping @Sendable (LabEffect) async throws -> Void = { _ in }
    ) -> LabStore {
        let escaped = Recorder<LabEffect>()
        let store = world.store(
            LabEffects()
                .on(\.row) { _, effect in
                    escaped.record(effect)
                    try await effect.sleep(for: .seconds(9))
                }
                .on(\.go, policy.by { _ in AskingKey(escaped) }, named: "go") { _, effect in try await body(effect) }
                .cancel("go", on: \.stop)
        )
        store.dispatch(.row(1, ""))
        world.drain()
        store.dispatch(.go(1))
        world.drain()
        return store
    }

    @Test func keyOfAReturnedRunCanUseARunWhenItIsReleased() {
        let store = storeWithAskingKey()
        #expect(store.state.said == ["released"])
    }

    @Test func keyOfACancelledRunCanUseARunWhenItIsReleased() {
        let store = storeWithAskingKey { try await $0.sleep(for: .seconds(1)) }
        #expect(store.state.said.isEmpty)
        store.dispatch(.stop)
        world.drain()
        #expect(store.state.said == ["released"])
    }

    @Test func keyOfAnExpiredIntervalCanUseARunWhenItIsReleased() {
        let store = storeWithAskingKey(.each.throttled(for: .seconds(1)))
        world.advance(by: .seconds(1))
        store.dispatch(.stop)
        world.drain()
        #expect(store.state.said == ["released"])
    }

    @Test func keyCanUseARunWhenTheEndOfTheStoreReleasesIt() {
        var store: LabStore? = storeWithAskingKey { try await $0.sleep(for: .seconds(1)) }
        #expect(store?.state.said == [])
        store = nil
        world.drain()
        #expect(world.sleepers == 0)
    }

    @Test func keyIsKeptUntilATriggerAfterItsInterval() {
        let living = Recorder<Int>()
        let store = world.store(
            LabEffects().on(\.go, .each.by { _ in Trace(living) }.throttled(for: .seconds(1))) { _, _ in }
        )
        for value in 1...3 { store.dispatch(.go(value)) }
        world.drain()
        #expect(living.events.reduce(0, +) == 3)
        world.advance(by: .seconds(2))
        for value in 4...5 {
            store.dispatch(.go(value))
            world.drain()
            #expect(living.events.reduce(0, +) == value - 3)
        }
    }

    /// The first run of the row is removed when it is cancelled, before the store is idle and ended
    /// runs are checked.
    @Test func runEndsWithItsElementEvenAfterAReleasedRun() {
        let begun = Recorder<Void>()
        let row = EffectMiddleware<String, String, Element>()
            .on({ $0 == "load" ? () : nil }, .latest) { _, effect in
                begun.record(())
                effect.send("loaded")
                if begun.events.count > 1 { try await effect.sleep(for: .seconds(1)) }
            }
            .cancel { $0 == "stop" ? () : nil }
        let busy = AnyMiddleware<TableAction, TableAction, Table> { [world] action, source, _ in
            guard case .stopAll = action else { return .pure() }
            return IO { output in
                output.dispatch(.row(ElementIDAction(id: 1, action: "stop")), from: source)
                // The first run sends and ends.
                world.drain()
                output.dispatch(.row(ElementIDAction(id: 1, action: "load")), from: source)
            }
        }
        let store = Store(
            initialState: Table(rows: [Element(id: 1, name: "")]),
            reducer: tables,
            middleware: busy
                <> row.lift(.case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)),
            environment: world.environment
        )
        store.dispatch(.row(ElementIDAction(id: 1, action: "load")))
        store.dispatch(.stopAll)
        world.drain()
        #expect(store.state.log == ["1: loaded"])
        #expect(world.sleepers == 1)
        store.dispatch(.remove(1))
        world.drain()
        #expect(world.sleepers == 0)
    }

    @Test func idOfAnElementIsReleasedWhenItsRunHasEnded() {
        struct Row: Sendable, Identifiable { let id: Trace }
        typealias RowAction = ElementIDAction<Trace, Int>
        let living = Recorder<Int>()
        let effects = EffectMiddleware<Int, Int, Row>()
            .on({ $0 == 1 ? () : nil }) { _, effect in effect.send(2) }
            .lift(
                .case(
                    CasePath(
                        extract: { (action: RowAction?) in action },
                        embed: { (action: RowAction) -> RowAction? in action }
                    ),
                    each: \[Row].self
                )
            )
        let sent = Recorder<Int>()
        let store = Store<RowAction?, [Row]>(
            initialState: (0..<2).map { _ in Row(id: Trace(living)) },
            reducer: .reduce { action, rows in
                guard let action else { return rows = [] }
                sent.record(action.action)
            },
            middleware: effects,
            environment: world.environment
        )
        for row in store.state { store.dispatch(ElementIDAction(id: row.id, action: 1)) }
        world.drain()
        #expect(sent.events == [1, 1, 2, 2])
        store.dispatch(nil)
        #expect(living.events.reduce(0, +) == 0)
    }

    @Test func endedRunsAreReleasedEvenIfTheStoreIsNeverIdle() {
        let living = Recorder<Int>()
        let middleware = LabEffects().on(\.go) { value, effect in effect.send(.said("\(value)")) }
        // Each run starts, sends and ends while the store is busy. Its action starts the next run.
        let busy = AnyMiddleware<Lab, Lab, LabState> { [world] action, _, getState in
            IO { output in
                world.drain()
                let next = getState().said.count
                guard case .said = action, next < 100 else { return }
                let trace = Trace(living)
                output.dispatch(.go(next), from: .here().derived(by: "\(trace)"))
            }
        }
        let store = world.store(middleware, observing: busy)
        store.dispatch(.go(0))
        #expect(store.state.said.count == 100)
        let most = living.events.reduce(into: (now: 0, most: 0)) { count, change in
            count.now += change
            count.most = max(count.most, count.now)
        }.most
        #expect(most == 2)
        #expect(living.events.reduce(0, +) == 0)
    }

    @Test func endOfTheStoreStartsNoRun() {
        let holder = Lock<LabStore?>(nil)
        let outputs = Recorder<AnyActionHandler<Lab>>()
        let counts = Recorder<Int>()
        holder.withLock {
            $0 = world.store(
                LabEffects().forEach(\.keys, .each(limit: 1)) { key, effect in effect.send(.said("\(key)")) },
                observing: AnyMiddleware { [world] action, _, _ in
                    if action == .set(9) { return IO { outputs.record($0) } }
                    guard action == .go(0) else { return .pure() }
                    return IO { _ in
                        world.drain()
                        counts.record(world.started)
                        _ = holder.withLock { $0.take() }
                        counts.record(world.started)
                    }
                }
            )
        }
        do {
            let store = holder.withLock { $0 }
            store?.dispatch(.set(9))
            store?.dispatch(.keys([1, 2, 3]))
        }
        outputs.events.first?.dispatch(.go(0), from: .here())
        #expect(counts.events.first == counts.events.last)
    }
}
