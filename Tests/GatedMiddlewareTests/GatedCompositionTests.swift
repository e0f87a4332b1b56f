// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

private enum GlobalAction: Sendable, Equatable {
    case local(AppAction)
    case other

    var local: AppAction? { if case .local(let action) = self { action } else { nil } }
}

private struct GlobalState: Sendable {
    var local = AppState()
}

private typealias GlobalMiddleware = AnyMiddleware<GlobalAction, GlobalAction, GlobalState>

@Suite struct GatedCompositionTests {
    private static let script: [AppAction] = [
        .ask(1), .control(.hello), .control(.off), .ask(2), .control(.on), .ask(3), .set(.bypass), .ask(4),
        .set(.active), .ask(5),
    ]

    @Test func gatingACompositionGatesAllItsMembersAndForwardsTheControlActionToEach() {
        let members = [Probe(), Probe()]
        let gated = (members[0] <> members[1]).gated(controlAction: \.control?.isOn, default: .bypass)
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: gated)

        for action: AppAction in [.ask(1), .control(.on), .ask(2), .control(.off), .ask(3)] { store.dispatch(action) }

        let reached: [AppAction] = [.control(.on), .ask(2), .control(.off)]
        for member in members {
            #expect(member.events == Probe.events(of: reached))
        }
    }

    @Test func membersThatAreGatedSeparatelyAreSwitchedSeparately() {
        let byAction = Probe()
        let byState = Probe()
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(),
            middleware: byAction.gated(controlAction: \.control?.isOn, default: .active) <> byState.gated(state: \.gate)
        )

        for action: AppAction in [.control(.off), .ask(1), .set(.bypass), .control(.on), .ask(2)] {
            store.dispatch(action)
        }

        let first: [AppAction] = [.control(.off), .control(.on), .ask(2)]
        #expect(byAction.events == Probe.events(of: first))
        let second: [AppAction] = [.control(.off), .ask(1), .set(.bypass)]
        #expect(byState.events == Probe.events(of: second))
    }

    @Test func gateInsideAGateIsOpenOnlyIfBothAre() {
        let probe = Probe(answering: .atOnce)
        let processed = Recorder<AppAction>()
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(processed.record),
            middleware: probe.gated(state: \.gate).gated(controlAction: \.control?.isOn, default: .active)
        )

        for action: AppAction in [.ask(1), .control(.off), .control(.on), .set(.bypass), .control(.off)] {
            store.dispatch(action)
        }

        let reached: [AppAction] = [.ask(1), .control(.off), .control(.on), .set(.bypass)]
        #expect(probe.events == Probe.events(of: reached))
        #expect(
            processed.events == [
                .ask(1), .answer(0), .control(.off), .control(.on), .answer(0), .set(.bypass), .control(.off),
            ]
        )
    }

    @Test(arguments: Probe.Way.allCases)
    func liftingBeforeAndAfterGatingByActionDoesTheSame(way: Probe.Way) {
        let gatedFirst = run(way) { probe in
            probe.gated(controlAction: \AppAction.control?.isOn, default: .active)
                .lift(inputAction: \GlobalAction.local, outputAction: GlobalAction.local, state: \GlobalState.local)
                .eraseToAnyMiddleware()
        }
        let liftedFirst = run(way) { probe in
            probe.lift(inputAction: \GlobalAction.local, outputAction: GlobalAction.local, state: \GlobalState.local)
                .gated(controlAction: \GlobalAction.local?.control?.isOn, default: .active)
                .eraseToAnyMiddleware()
        }
        #expect(gatedFirst.events == liftedFirst.events)
        #expect(gatedFirst.processed == liftedFirst.processed)
        #expect(gatedFirst.processed.contains(.local(.answer(0))))
    }

    @Test(arguments: Probe.Way.allCases)
    func liftingBeforeAndAfterGatingByStateDoesTheSame(way: Probe.Way) {
        let gatedFirst = run(way) { probe in
            probe.gated(state: \AppState.gate)
                .lift(inputAction: \GlobalAction.local, outputAction: GlobalAction.local, state: \GlobalState.local)
                .eraseToAnyMiddleware()
        }
        let liftedFirst = run(way) { probe in
            probe.lift(inputAction: \GlobalAction.local, outputAction: GlobalAction.local, state: \GlobalState.local)
                .gated(state: \GlobalState.local.gate)
                .eraseToAnyMiddleware()
        }
        #expect(gatedFirst.events == liftedFirst.events)
        #expect(gatedFirst.processed == liftedFirst.processed)
        #expect(gatedFirst.processed.contains(.local(.answer(0))))
    }

    private func run(
        _ way: Probe.Way,
        _ middleware: (Probe) -> sending GlobalMiddleware
    ) -> (events: [Event], processed: [GlobalAction]) {
        let probe = Probe(answering: way)
        let processed = Recorder<GlobalAction>()
        let reducer = recordingReducer().lift(action: \GlobalAction.local, state: \GlobalState.local)
        let store = Store(
            initialState: GlobalState(),
            reducer: Reducer.reduce { action, _ in processed.record(action) } <> reducer,
            middleware: middleware(probe)
        )
        for action in Self.script {
            store.dispatch(.local(action))
            store.dispatch(.other)
            probe.answerLate()
        }
        withExtendedLifetime(store) {}
        return (probe.events, processed.events)
    }
}
