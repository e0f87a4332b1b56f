// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import Foundation
import RexCore
import RexTestSupport
import Testing

/// Regressions found by random programs.
@Suite struct RegressionTests {
    private let world = VirtualWorld()

    /// The due trigger starts, and would end the element's older run with a final action.
    @Test func elementRemovedAtALateTimeSendsNoFinalAction() {
        let row = EffectMiddleware<String, String, Element>()
            .on({ $0.hasPrefix("load") ? $0 : nil }, .latest.throttled(for: .seconds(2))) { _, effect in
                try await effect.sleep(for: .seconds(9))
            } ended: { end, text in
                "\(text) \(end)"
            }
        let store = Store(
            initialState: Table(rows: [Element(id: 1, name: "")]),
            reducer: tables,
            middleware: row.lift(.case(CasePath(extract: \TableAction.row, embed: TableAction.row), each: \Table.rows)),
            environment: world.environment
        )
        for number in 1...2 {
            store.dispatch(.row(ElementIDAction(id: 1, action: "load \(number)")))
            world.drain()
        }
        world.pass(.seconds(3))
        store.dispatch(.remove(1))
        world.advance(by: .seconds(9))
        #expect(store.state.log.filter { $0.contains("cancelled") } == [])
        #expect(world.sleepers == 0)
    }

    @Test func eachRuleOfANameHasItsOwnFinalAction() {
        let store = world.store(
            LabEffects()
                .on(\.row, .each, named: "work") { _, _ in }
                .on(\.go, .each, named: "work") { _, effect in
                    try await effect.sleep(for: .seconds(1))
                } ended: { end, value in
                    .said("\(value) \(end)")
                }
                .cancel("work", on: \.stop)
        )
        store.dispatch(.row(0, ""))
        world.drain()
        store.dispatch(.go(1))
        world.drain()
        store.dispatch(.stop)
        world.drain()
        #expect(store.state.said == ["1 cancelled"])
    }

    @Test(arguments: [false, true]) func keyIsCancelledInAllElements(isDuring: Bool) {
        let row =
            isDuring
            ? EffectMiddleware<String, String, Element>()
                .during(\.name, named: "row") { _, effect in
                    try await effect.sleep(for: .seconds(1))
                    effect.send("late")
                }
            : EffectMiddleware<String, String, Element>()
                .on({ $0 == "load" ? "a" : nil }, .latest.by { $0 }, named: "row") { _, effect in
                    try await effect.sleep(for: .seconds(1))
                    effect.send("late")
                }
        let store = Store(
            initialState: Table(rows: [Element(id: 1, name: "a")]),
            reducer: tables,
            middleware: row.lift(
                inputAction: \TableAction.row,
                outputAction: TableAction.row,
                parts: StateParts(elements: \Table.rows)
            )
            .cancel("row", on: { if case .stopAll = $0 { true } else { false } }, by: { _ in "a" }),
            environment: world.environment
        )
        store.dispatch(.row(ElementIDAction(id: 1, action: "load")))
        world.drain()
        store.dispatch(.stopAll)
        world.advance(by: .seconds(2))
        #expect(store.state.log == [])
    }

    @Test func waitingRunIsNotStartedJustToBeCancelled() {
        let effects = LabEffects()
            .forEach(\.keys, .each(limit: 1)) { key, effect in
                effect.send(.said("\(key)"))
            } ended: { end, key in
                .said("\(key) \(end)")
            }
            .cancel(on: \.stop)
        // The run for the first key starts, sends and ends while a cancelling action is queued.
        let busy = AnyMiddleware<Lab, Lab, LabState> { [world] action, source, _ in
            guard case .keys = action else { return .pure() }
            return IO { output in
                output.dispatch(.stop, from: source)
                world.drain()
            }
        }
        let store = world.store(effects, observing: busy)
        store.dispatch(.keys([1, 2]))
        world.drain()
        #expect(store.state.said == ["1 returned"])
    }

    /// The body returns while the `IO` of its answer runs, and that `IO` cancels the waiting trigger.
    @Test func triggerThatItsAnswerCancelsNeverStarts() async {
        let (bodies, queue) = (Recorder<Int>(), DispatchQueue(label: "answers"))
        let (begun, returned) = (Gate(), Gate())
        let slow = AnyMiddleware<Int, Int, Int> { _, output in
            output.observe(.started) { event in
                if case .started(let task) = event { task.onEnd { returned.open() } }
            }
        } handle: { action, _, _ in
            guard action == 2 else { return .pure() }
            return IO { _ in
                begun.open()
                returned.wait()
                // The engine hears of the return right after it.
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
        let effects = EffectMiddleware<Int, Int, Int>()
            .on({ $0 == 1 ? $0 : nil }, .queued) { number, effect in
                bodies.record(number)
                effect.send(2)
                begun.wait()
            }
            .cancel(on: { $0 == 2 })
        let store = Store(
            initialState: 0,
            reducer: Reducer<Int, Int>.identity,
            middleware: slow <> effects,
            executor: .queue(queue)
        )
        queue.suspend()
        for _ in 0..<2 { store.dispatch(1) }
        queue.resume()
        await store.settled()
        #expect(bodies.events == [1])
    }
}
