// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// A middleware that uses the general lifts.
private struct Quiet<Action: Sendable, State: Sendable>: MiddlewareProtocol, Sendable {
    func handle(action: Action, from dispatcher: ActionSource, state: @escaping GetState<State>) -> IO<Action> {
        .pure()
    }
}

@Suite struct LiftToPartsTests {
    /// The lifts to an optional state.
    ///
    /// All must be equally exact.
    enum Way: CaseIterable, Sendable {
        case optional, enumCase, erased, composed, feature, reader, liftedTwice, joined

        var middleware: AnyMiddleware<Shell, Shell, ShellState> { middleware(of: VirtualWorld.slow) }

        func middleware(of lab: LabEffects) -> AnyMiddleware<Shell, Shell, ShellState> {
            switch self {
            case .optional: lab.lift(.case(Shell.lab, optional: \ShellState.lab)).composition
            case .enumCase: lab.lift(.case(Shell.lab, in: Room.lab)).lift(state: \ShellState.room).composition
            case .erased: lab.eraseToAnyMiddleware().lift(.case(Shell.lab, optional: \ShellState.lab))
            case .composed:
                (Quiet() <> lab <> Quiet()).lift(.case(Shell.lab, optional: \ShellState.lab))
            case .feature:
                Feature<Lab, LabState, Void>(middleware: lab).lift(.case(Shell.lab, optional: \ShellState.lab))
                    .middleware(())
            case .reader:
                MiddlewareReader<Void, LabEffects> { _ in lab }
                    .mapMiddleware { $0.lift(.case(Shell.lab, optional: \ShellState.lab)) }.inject(())
            case .liftedTwice:
                lab.lift(case: CasePath(extract: { (lab: Lab) in lab }, embed: { $0 }), state: { $0 })
                    .eraseToAnyMiddleware()
                    .lift(.case(Shell.lab, optional: \ShellState.lab))
            case .joined:
                Feature<Lab, LabState, Void>(middleware: lab).lift(state: \LabAndLog.lab)
                    .lift(
                        .case(
                            Shell.lab,
                            joined: JoinedPath<ShellState, LabAndLog>(
                                LabAndLog(lab: LabState(key: nil, keys: [])),
                                .optionalPart(\.lab, as: \.lab),
                                .part(\.log, as: \.log)
                            )
                        )
                    )
                    .middleware(())
            }
        }
    }

    private struct LabAndLog: Sendable {
        var lab: LabState
        var log: [String] = []
    }

    private let world = VirtualWorld()

    @Test(arguments: Way.allCases)
    func actionStartsARunWhileThereIsAState(way: Way) {
        let store = world.store(way.middleware)
        store.dispatch(.lab(.go(1)))
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(2)))
        world.drain()
        store.dispatch(.lab(.go(3)))
        world.advance(by: .seconds(9))
        #expect(store.state.log == ["went 3"])
    }

    @Test(arguments: Way.allCases)
    func runEndsWithItsStateForAnyAction(way: Way) {
        let store = world.store(way.middleware)
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(1)))
        world.drain()
        store.dispatch(.close)
        world.drain()
        #expect(world.sleepers == 0)
        world.advance(by: .seconds(9))
        #expect(store.state.log == [])
    }

    @Test(arguments: Way.allCases)
    func actionThatRemovesTheStateStartsNothing(way: Way) {
        let store = world.store(way.middleware)
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(1)))
        world.drain()
        store.dispatch(.lab(.stop))
        world.advance(by: .seconds(9))
        #expect(store.state.log == [])
        #expect(world.sleepers == 0)
    }

    /// Like an element that is in the collection before and after the action.
    @Test(arguments: Way.allCases)
    func stateReplacedInOneActionKeepsItsRuns(way: Way) {
        let store = world.store(way.middleware)
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(1)))
        world.drain()
        store.dispatch(.renew)
        world.advance(by: .seconds(9))
        #expect(store.state.log == ["went 1"])
    }

    @Test(arguments: Way.allCases)
    func newStateHasNoRunsOfTheOldOne(way: Way) {
        let store = world.store(way.middleware)
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(1)))
        world.drain()
        store.dispatch(.close)
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(2)))
        world.advance(by: .seconds(9))
        #expect(store.state.log == ["went 2"])
    }

    @Test(arguments: Way.allCases)
    func queuedActionOfARunWithoutStateIsNotProcessed(way: Way) {
        let whileProcessing = AnyMiddleware<Shell, Shell, ShellState> { [world] action, source, _ in
            guard action == .lab(.set(5)) else { return .pure() }
            return IO { output in
                output.dispatch(.close, from: source)
                world.advance(by: .seconds(1))
            }
        }
        let store = world.store(way.middleware <> whileProcessing)
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(1)))
        world.drain()
        store.dispatch(.lab(.set(5)))
        #expect(store.state.log == [])
        #expect(world.sleepers == 0)
    }

    @Test(arguments: Way.allCases)
    func ruleOfTheStateStartsAndEndsWithIt(way: Way) {
        let lab = LabEffects()
            .during(\.key) { key, effect in
                effect.send(.said("during \(key)"))
                try await effect.sleep(for: .seconds(1))
                effect.send(.said("end of \(key)"))
            }
            .forEach(\.keys) { key, effect in
                try await effect.sleep(for: .seconds(2))
                effect.send(.said("each \(key)"))
            }
        let store = world.store(way.middleware(of: lab))
        world.drain()
        #expect(world.started == 0)
        store.dispatch(.open(5))
        world.drain()
        #expect(world.sleepers == 3)
        store.dispatch(.close)
        world.drain()
        #expect(world.sleepers == 0)
        store.dispatch(.open(5))
        world.advance(by: .seconds(9))
        #expect(store.state.log == ["during 5", "during 5", "end of 5", "each 1", "each 2"])
    }

    @Test func runReadsTheLastKnownState() {
        let seen = Recorder<Int?>()
        let lab = LabEffects().on(\.go) { [world] _, effect in
            await world.sleepStubbornly(for: .seconds(1))
            seen.record(effect.state.key)
            await world.sleepStubbornly(for: .seconds(1))
            seen.record(effect.state.key)
        }
        let store = world.store(lab.lift(.case(Shell.lab, optional: \ShellState.lab)))
        store.dispatch(.open(4))
        store.dispatch(.lab(.go(1)))
        world.advance(by: .seconds(1))
        store.dispatch(.close)
        world.advance(by: .seconds(1))
        #expect(seen.events == [4, 4])
    }

    @Test func sourceOfASentActionNamesNoKey() {
        let sources = Recorder<ActionSource>()
        let observer = AnyMiddleware<Shell, Shell, ShellState> { action, source, _ in
            if case .lab(.said) = action { sources.record(source) }
            return .pure()
        }
        let store = world.store(
            VirtualWorld.slow.lift(.case(Shell.lab, optional: \ShellState.lab)) <> observer
        )
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(1)))
        world.advance(by: .seconds(1))
        #expect(sources.events.map { $0.trail.last?.key } == [nil])
        #expect(sources.events.count == 1)
    }

    @Test func valuesOfADictionaryHaveTheirOwnRuns() {
        let store = world.store(
            VirtualWorld.slow.lift(.case(Shell.named, values: \ShellState.named)),
            ShellState(named: ["1": LabState(), "2": LabState(), "3": LabState()])
        )
        for name in ["1", "2", "3", "4"] { store.dispatch(.named(name, .go(5))) }
        world.drain()
        #expect(world.sleepers == 3)
        store.dispatch(.remove(2))
        world.advance(by: .seconds(9))
        #expect(store.state.log.sorted() == ["1 went 5", "3 went 5"])
    }

    @Test func liftedRulesAcceptFurtherRules() {
        let lifted = VirtualWorld.slow
            .lift(
                inputAction: { Shell.lab.extract($0).map { ElementIDAction(id: OnlyPart(), action: $0) } },
                outputAction: { Shell.lab.embed($0.action) },
                parts: StateParts(value: \ShellState.lab, identity: .automatic)
            )
            .on({ $0 == .close ? () : nil }) { _, effect in effect.send(.lab(.said("closed"))) }
        let store = world.store(lifted)
        store.dispatch(.open(nil))
        store.dispatch(.lab(.go(1)))
        world.drain()
        store.dispatch(.close)
        world.advance(by: .seconds(9))
        #expect(store.state.log == ["closed"])
    }
}
