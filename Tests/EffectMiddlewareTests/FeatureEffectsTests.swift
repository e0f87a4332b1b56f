// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct FeatureEffectsTests {
    private typealias App = Feature<Shell, ShellState, String>

    private let world = VirtualWorld()
    /// Returns a lab whose effects wait for a second and report their dependencies.
    private let feature = Feature<Lab, LabState, String> { action, state in
        lab.reduce(action, &state)
    } effects: { effects, greeting in
        effects.on(\.go, .latest) { value, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.said("\(greeting) \(value)"))
        }
    }

    private func store(
        _ app: App,
        _ state: ShellState = ShellState(),
        dependencies: String = "hello"
    ) -> Store<Shell, ShellState> {
        Store(
            initialState: state,
            feature: app <> App(shell),
            dependencies: dependencies,
            environment: world.environment
        )
    }

    @Test func effectsGetTheDependenciesOfTheirStore() {
        let app = feature.lift(.case(Shell.lab, optional: \ShellState.lab))
        let stores = [
            store(app, ShellState(lab: LabState())), store(app, ShellState(lab: LabState()), dependencies: "bye"),
        ]
        for store in stores { store.dispatch(.lab(.go(1))) }
        world.advance(by: .seconds(1))
        #expect(stores.map(\.state.log) == [["hello 1"], ["bye 1"]])
        #expect(stores.map(\.state.lab?.said) == [["hello 1"], ["bye 1"]])
    }

    /// Returns rules of all forms, as a chain or one per statement.
    private static func rules(areChained: Bool) -> Feature<Lab, LabState, String> {
        let run: @Sendable (Int, LabEffect) async throws -> Void = { value, effect in
            try await effect.sleep(for: .seconds(1))
            effect.send(.said("\(value)"))
        }
        return areChained
            ? Feature {
                lab.reduce($0, &$1)
            } effects: { effects, _ in
                effects.on(\.go, .latest, named: "a", run: run)
                    .on(\.row?.id, .latest, named: "a", run: run)
                    .cancel(on: \.stop)
                    .during(\.key, run: run)
                    .forEach(\.keys, .each(limit: 1), run: run)
                    .cancel("a", on: { $0 == .set(7) })
            }
            : Feature {
                lab.reduce($0, &$1)
            } effects: { effects, greeting in
                effects.on(\.go, .latest, named: "a", run: run)
                effects.on(\.row?.id, .latest, named: "a", run: run)
                if greeting == "never" { effects.cancel(on: \.go) }
                effects.cancel(on: \.stop)
                    .during(\.key, run: run)
                for _ in 0..<1 { effects.forEach(\.keys, .each(limit: 1), run: run) }
                effects.cancel("a", on: { $0 == .set(7) })
            }
    }

    @Test func separateRulesEqualAChainOfRules() {
        let scripts: [[Lab]] = [
            [.go(1), .row(2, "")], [.go(1), .set(7)], [.set(7), .go(1)], [.go(1), .set(3), .stop],
            [.keys([1, 2]), .go(4)],
            [.keys([1, 2]), .stop, .go(4)], [.set(1), .set(2), .keys([1])],
        ]
        for script in scripts {
            let said = [true, false].map { areChained in
                let world = VirtualWorld()
                let store = Store(
                    initialState: LabState(),
                    feature: Self.rules(areChained: areChained),
                    dependencies: "hello",
                    environment: world.environment
                )
                for action in script { store.dispatch(action) }
                world.advance(by: .seconds(5))
                return store.state.said
            }
            #expect(said[0] == said[1], "\(script)")
        }
    }

    @Test func liftedRulesInAFeatureTrapWithAFix() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let feature = Feature<Lab, LabState, String> { _, _ in
            } effects: { effects, _ in
                effects.cancel(on: \.stop)
                effects.cancel(on: \.go).lift(
                    inputAction: { ElementIDAction(id: OnlyPart(), action: $0) },
                    outputAction: { $0.action },
                    parts: StateParts(value: { $0 }, identity: .none)
                )
            }
            _ = feature.middleware("hello")
        }
        expectMessage(of: result, contains: "A lifted EffectMiddleware is among the rules of a feature")
    }

    @Test func endOfAStoreEndsNoRunOfAnother() {
        let app = feature.lift(.case(Shell.lab, optional: \ShellState.lab))
        let kept = store(app, ShellState(lab: LabState()))
        var dropped: Store<Shell, ShellState>? = store(app, ShellState(lab: LabState()))
        kept.dispatch(.lab(.go(1)))
        dropped?.dispatch(.lab(.go(2)))
        world.drain()
        dropped = nil
        world.drain()
        #expect(world.sleepers == 1)
        world.advance(by: .seconds(1))
        #expect(kept.state.log == ["hello 1"])
    }

    /// A bench with an optional lab.
    ///
    /// The bench itself can be removed.
    private var benches: App {
        Feature<Lab, Bench, String>.combine {
            feature.lift(.case(CasePath(extract: { $0 }, embed: { $0 }), optional: \.lab))
            Feature { action, bench in if case .stop = action { bench.lab = nil } }
        }
        .lift(.case(Shell.bench, each: \.benches))
    }

    @Test func optionalInAnElementEndsOnlyItsRuns() {
        let store = store(benches, ShellState(benches: [1, 2, 3].map { Bench(id: $0) }))
        for id in 1...3 { store.dispatch(.bench(id, .go(7))) }
        world.drain()
        #expect(world.sleepers == 3)
        store.dispatch(.bench(2, .stop))
        world.drain()
        #expect(world.sleepers == 2)
        store.dispatch(.remove(3))
        world.drain()
        #expect(world.sleepers == 1)
        world.advance(by: .seconds(9))
        #expect(store.state.log == ["1 hello 7"])
    }

    private struct Floor: Sendable {
        var hall: ShellState?
    }

    private enum FloorAction: Sendable {
        case hall(Shell)
        case leave
    }

    @Test func elementsInAnOptionalEndWithIt() {
        let hall = CasePath<FloorAction, Shell>(
            extract: { if case .hall(let action) = $0 { action } else { nil } },
            embed: FloorAction.hall
        )
        let log = Recorder<Shell>()
        let app = Feature<FloorAction, Floor, String>.combine {
            (benches <> App(shell)).lift(.case(hall, optional: \.hall))
            Feature { action, floor in
                switch action {
                case .leave: floor.hall = nil
                case .hall(let action): log.record(action)
                }
            }
        }
        let store = Store(
            initialState: Floor(hall: ShellState(benches: [1, 2].map { Bench(id: $0) })),
            feature: app,
            dependencies: "hello",
            environment: world.environment
        )
        for id in 1...2 { store.dispatch(.hall(.bench(id, .go(7)))) }
        world.drain()
        store.dispatch(.hall(.remove(1)))
        world.advance(by: .seconds(1))
        #expect(store.state.hall?.log == ["2 hello 7"])
        store.dispatch(.hall(.bench(2, .go(8))))
        world.drain()
        #expect(world.sleepers == 1)
        store.dispatch(.leave)
        world.drain()
        #expect(world.sleepers == 0)
        world.advance(by: .seconds(9))
        #expect(log.events.filter { $0.bench?.said != nil }.count == 1)
    }

    @Test func featuresOfOneCompositionAreFoundByTheirCase() {
        let app = App.combine {
            feature.lift(.case(Shell.lab, optional: \.lab))
            benches
            feature.lift(.case(Shell.named, values: \.named))
            App(middleware: LabEffects().lift(.case(Shell.lab, optional: \.lab)))
        }
        let store = store(
            app,
            ShellState(lab: LabState(), benches: [Bench(id: 1)], named: ["a": LabState()])
        )
        store.dispatch(.lab(.go(1)))
        store.dispatch(.bench(1, .go(2)))
        store.dispatch(.named("a", .go(3)))
        world.advance(by: .seconds(1))
        #expect(store.state.log.sorted() == ["1 hello 2", "a hello 3", "hello 1"])
    }
}

extension Shell {
    fileprivate var bench: Lab? { if case .bench(let bench) = self { bench.action } else { nil } }
}

extension Lab {
    fileprivate var said: String? { if case .said(let text) = self { text } else { nil } }
}
