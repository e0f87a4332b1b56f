// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct EffectFormsTests {
    private enum Door: Sendable {
        case open, close, toggled(Bool), said(String)

        var isClose: Bool { if case .close = self { true } else { false } }
        var toggled: Bool? { if case .toggled(let isOn) = self { isOn } else { nil } }
    }

    /// Regression: a `Bool` became a `Bool?` that is never nil, so it matched every action.
    @Test func trueMatchesAndFalseDoesNot() async {
        typealias Effects = EffectMiddleware<Door, Door, [String]>
        let effects = Effects()
            .on(\.isClose) { effect in effect.send(.said("one")) }
            .on(\.isClose, .queued) { _, effect in effect.send(.said("two")) }
            .on(\.isClose) { _ in
                throw Failure()
            } catch: { _, _ in
                .said("three")
            }
            .on(\.isClose) { _ in
                throw Failure()
            } catch: { error, _ in
                .said("four \((error as? Failure)?.number ?? 1)")
            } ended: { _, _ in
                .said("five")
            }
            .on(\.isClose) { _, _ in
            } ended: { _, _ in
                .said("six")
            }
            .on(\.toggled) { isOn, effect in effect.send(.said("\(isOn)")) }
        let store = Store(
            initialState: [],
            reducer: Reducer<Door, [String]>.reduce { action, said in
                if case .said(let text) = action { said.append(text) }
            },
            middleware: effects
        )
        store.dispatch(.open)
        await store.settled()
        #expect(store.state == [])
        store.dispatch(.toggled(false))
        await store.settled()
        #expect(store.state == ["false"])
        store.dispatch(.close)
        await store.settled()
        #expect(store.state.sorted() == ["false", "five", "four 0", "one", "six", "three", "two"])
    }

    @Test func boolCancelsIfItIsTrue() {
        let world = VirtualWorld()
        typealias Effects = EffectMiddleware<Door, Door, Int>
        let running = Recorder<Int>()
        for number in 0..<3 {
            let sleeping = Effects().on(\.toggled, .each.by { $0 }, named: "sleep") { _, effect in
                running.record(1)
                defer { running.record(-1) }
                try await effect.sleep(for: .seconds(1))
            }
            let effects =
                switch number {
                case 0: sleeping.cancel(on: \.isClose)
                case 1: sleeping.cancel("sleep", on: \.isClose)
                default: sleeping.cancel("sleep", on: \.isClose, by: { $0 })
                }
            let store = Store(
                initialState: 0,
                reducer: Reducer<Door, Int>.identity,
                middleware: effects,
                environment: world.environment
            )
            store.dispatch(.toggled(true))
            world.drain()
            store.dispatch(.open)
            world.drain()
            #expect(running.events.reduce(0, +) == 1)
            store.dispatch(.close)
            world.drain()
            #expect(running.events.reduce(0, +) == 0)
        }
    }
}
