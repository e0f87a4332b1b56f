// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// The actions of `ended`, for all kinds of runs, and `catch` with the trigger.
@Suite struct FinalActionTests {
    private let world = VirtualWorld()

    private func text(_ end: EffectEnd, _ value: some Any) -> Lab {
        switch end {
        case .returned: .said("\(value) returned")
        case .failed(let error): .said("\(value) failed \((error as? Failure)?.number ?? 0)")
        case .cancelled: .said("\(value) cancelled")
        }
    }

    @Test func finalActionIsSentOnceAfterAllActionsOfTheRun() {
        let store = world.store(
            LabEffects()
                .on(\.go, .each.retrying(1)) { value, effect in
                    effect.send(.said("\(value)"))
                    if value > 1 { throw Failure(number: value + effect.attempt) }
                } catch: { error, value in
                    .said("\(value) caught \((error as? Failure)?.number ?? 0)")
                } ended: { [self] end, value in
                    text(end, value)
                }
        )
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.go(2))
        world.drain()
        #expect(store.state.said == ["1", "1 returned", "2", "2", "2 caught 4", "2 failed 4"])
    }

    /// A store whose runs go on for 9 seconds after their cancellation.
    private func storeWithStubbornRuns() -> LabStore {
        world.store(
            LabEffects()
                .on(\.go, .latest) { [world] value, effect in
                    guard value == 1 else { return }
                    await world.sleepStubbornly(for: .seconds(9))
                    effect.send(.said("late"))
                } ended: { [self] end, value in
                    text(end, value)
                }
                .during(\.key) { [world] _, _ in
                    await world.sleepStubbornly(for: .seconds(9))
                } ended: { [self] end, key in
                    text(end, "key \(key)")
                }
                .cancel(on: \.stop)
        )
    }

    @Test func cancellingActionSendsTheFinalActionInItsIO() {
        let store = storeWithStubbornRuns()
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.stop)
        #expect(store.state.said == ["1 cancelled"])
        world.advance(by: .seconds(20))
        #expect(store.state.said == ["1 cancelled"])
    }

    @Test func newerTriggerSendsTheFinalActionOfTheReplacedRunInItsIO() {
        let store = storeWithStubbornRuns()
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.go(2))
        #expect(store.state.said == ["1 cancelled"])
        world.advance(by: .seconds(20))
        #expect(store.state.said == ["1 cancelled", "2 returned"])
    }

    @Test func actionThatRemovesTheKeySendsTheFinalActionInItsIO() {
        let store = storeWithStubbornRuns()
        store.dispatch(.set(1))
        world.drain()
        store.dispatch(.set(nil))
        #expect(store.state.said == ["key 1 cancelled"])
        world.advance(by: .seconds(20))
        #expect(store.state.said == ["key 1 cancelled"])
    }

    @Test func timeoutSendsItsErrorAndTheFinalAction() {
        let store = world.store(
            LabEffects()
                .on(\.go, .latest.timeout(.seconds(1))) { value, effect in
                    try await effect.sleep(for: .seconds(9))
                    effect.send(.said("late"))
                } catch: { error, _ in
                    .said("\(error)")
                } ended: { [self] end, value in
                    text(end, value)
                }
        )
        store.dispatch(.go(1))
        world.drain()
        world.advance(by: .seconds(1))
        let said = ["EffectTimeout: it took longer than 1.0 seconds", "1 failed 0"]
        #expect(store.state.said == said)
        world.advance(by: .seconds(20))
        #expect(store.state.said == said)
    }

    @Test func finalActionCannotBeCancelledAndCountsAsSent() {
        // The run returns while the store is busy. Its final action is queued after a cancelling
        // action and a trigger.
        let busy = AnyMiddleware<Lab, Lab, LabState> { [world] action, source, _ in
            guard case .set = action else { return .pure() }
            return IO { output in
                output.dispatch(.go(2), from: source)
                output.dispatch(.stop, from: source)
                world.drain()
            }
        }
        let store = world.store(
            LabEffects()
                .on(\.go, .first) { value, effect in
                    effect.send(.said("\(value)"))
                } ended: { [self] end, value in
                    text(end, value)
                }
                .cancel(on: \.stop),
            observing: busy
        )
        store.dispatch(.go(1))
        store.dispatch(.set(nil))
        world.drain()
        #expect(store.state.said == ["1 returned"])
        store.dispatch(.go(3))
        world.drain()
        #expect(store.state.said == ["1 returned", "3", "3 returned"])
    }

    @Test func runThatNeverStartedHasNoFinalAction() {
        let store = world.store(
            LabEffects()
                .on(\.go, .queued) { _, effect in
                    try await effect.sleep(for: .seconds(1))
                } ended: { [self] end, value in
                    text(end, value)
                }
                .cancel(on: \.stop)
        )
        for value in 1...3 { store.dispatch(.go(value)) }
        store.dispatch(.stop)
        world.advance(by: .seconds(9))
        #expect(store.state.said == ["1 cancelled"])
    }

    @Test func removedElementOrEndedStoreSendsNoFinalAction() {
        let words = Recorder<String>()
        let row = EffectMiddleware<String, String, Element>()
            .on({ $0 == "load" ? $0 : nil }) { _, effect in
                try await effect.sleep(for: .seconds(1))
            } ended: { end, _ in
                words.record("\(end)")
                return "\(end)"
            }
        var store: Store? = Store(
            initialState: Table(rows: (1...3).map { Element(id: $0, name: "") }),
            reducer: tables,
            middleware: row.lift(.case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)),
            environment: world.environment
        )
        for id in 1...2 { store?.dispatch(.row(ElementIDAction(id: id, action: "load"))) }
        store?.dispatch(.remove(1))
        world.advance(by: .seconds(2))
        #expect(store?.state.log == ["2: returned"])
        store?.dispatch(.row(ElementIDAction(id: 3, action: "load")))
        world.drain()
        store = nil
        world.advance(by: .seconds(2))
        #expect(words.events == ["returned"])
    }

    @Test func catchAndFinalActionGetTheKey() {
        let store = world.store(
            LabEffects()
                .forEach(\.keys) { key, _ in
                    throw Failure(number: key)
                } catch: { error, key in
                    .said("\(key) caught \((error as? Failure)?.number ?? 0)")
                } ended: { [self] end, key in
                    text(end, key)
                }
                .during(\.key) { key, _ in
                    throw Failure(number: key)
                } catch: { _, key in
                    .said("during \(key)")
                }
        )
        store.dispatch(.keys([4]))
        store.dispatch(.set(5))
        world.drain()
        #expect(store.state.said == ["4 caught 4", "4 failed 4", "during 5"])
    }

    @Test func finalActionIsSentEvenIfTheBodyReturnsFirst() {
        let store = world.store(
            LabEffects()
                .on(\.go) { [world] _, _ in
                    await world.sleepStubbornly(for: .seconds(1))
                } ended: { [world] _, value in
                    world.advance(by: .seconds(2))  // other threads go on while this closure runs
                    return .said("\(value)")
                }
                .cancel(on: \.stop)
        )
        store.dispatch(.go(1))
        store.dispatch(.go(2))
        world.drain()
        store.dispatch(.stop)
        world.advance(by: .seconds(9))
        #expect(store.state.said.sorted() == ["1", "2"])
    }

    @Test func noFinalActionIsLostUnderLoad() async {
        let store = LabStore(
            initialState: LabState(),
            reducer: lab,
            middleware: LabEffects().on(\.go, .latest) { _, _ in
            } ended: { _, value in
                .said("\(value)")
            }
        )
        for value in 1...5_000 { store.dispatch(.go(value)) }
        await store.settled()
        #expect(store.state.said.count == 5_000)
    }

    @Test func secondRuleOfANameSendsItsFinalAction() {
        let store = world.store(
            LabEffects()
                .on(\.go, .latest, named: "load") { _, effect in try await effect.sleep(for: .seconds(1)) }
                .on(\.row, .latest, named: "load") { _, effect in
                    try await effect.sleep(for: .seconds(1))
                } ended: { end, row in
                    .said("\(row.id) \(end)")
                }
                .cancel("load", on: \.stop)
        )
        store.dispatch(.go(1))
        store.dispatch(.row(7, ""))
        world.drain()
        store.dispatch(.stop)
        #expect(store.state.said == ["7 cancelled"])
    }
}
