// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

extension MiddlewareProtocol<AppAction, AppAction, AppState> {
    fileprivate func gatedByAction(default gate: GateState) -> GatedMiddleware<Self> {
        gated(controlAction: \AppAction.control, turnOn: .on, turnOff: .off, default: gate)
    }
}

@Suite struct GateByActionTests {
    struct Row: Sendable {
        let action: AppAction
        let before: GateState
        let after: GateState
        let reachesInner: Bool
        let answerPasses: Bool
    }

    static let table = [
        Row(action: .ask(1), before: .active, after: .active, reachesInner: true, answerPasses: true),
        Row(action: .ask(1), before: .bypass, after: .bypass, reachesInner: false, answerPasses: false),
        Row(action: .control(.on), before: .active, after: .active, reachesInner: true, answerPasses: true),
        Row(action: .control(.on), before: .bypass, after: .active, reachesInner: true, answerPasses: true),
        Row(action: .control(.off), before: .active, after: .bypass, reachesInner: true, answerPasses: false),
        Row(action: .control(.off), before: .bypass, after: .bypass, reachesInner: true, answerPasses: false),
        Row(action: .control(.hello), before: .active, after: .active, reachesInner: true, answerPasses: true),
        Row(action: .control(.hello), before: .bypass, after: .bypass, reachesInner: true, answerPasses: false),
    ]

    @Test(arguments: table, Probe.Way.allCases)
    func gateByActionFollowsTheTable(row: Row, way: Probe.Way) {
        let processed = Recorder<AppAction>()
        let probe = Probe(answering: way)
        let gated = probe.gatedByAction(default: row.before)
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(processed.record),
            middleware: gated
        )

        store.dispatch(row.action)
        probe.answerLate()
        withExtendedLifetime(store) {}

        #expect(probe.events == [.context] + (row.reachesInner ? way.events(of: row.action) : []))
        #expect(processed.events == [row.action] + (row.answerPasses ? [.answer(0)] : []))
        #expect(gated.gateState == row.after)
    }

    @Test func turnOnWinsIfBothValuesAreEqual() {
        let gated = Probe().gated(controlAction: \AppAction.control, turnOn: .on, turnOff: .on, default: .bypass)
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: gated)
        store.dispatch(.control(.off))
        #expect(gated.gateState == .bypass)
        store.dispatch(.control(.on))
        #expect(gated.gateState == .active)
    }

    @Test func gateMovesBeforeTheInnerMiddlewareHandlesTheControlAction() {
        let processed = Recorder<AppAction>()
        let context = Lock<AnyActionHandler<AppAction>?>(nil)
        let speaksInHandle = AnyMiddleware<AppAction, AppAction, AppState> { _, output in
            context.withLock { $0 = output }
        } handle: { action, source, _ in
            guard let control = action.control else { return .pure() }
            context.withLock { $0 }?.dispatch(.answer(control == .on ? 1 : 0), from: source)
            return .pure()
        }
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(processed.record),
            middleware: speaksInHandle.gated(controlAction: \.control?.isOn, default: .bypass)
        )
        store.dispatch(.control(.on))
        store.dispatch(.control(.off))
        #expect(processed.events == [.control(.on), .answer(1), .control(.off)])
    }

    @Test func queuedActionsUseTheGateAsItIsWhenTheyAreProcessed() {
        let probe = Probe()
        let burst = AnyMiddleware<AppAction, AppAction, AppState> { action, source, _ in
            guard action == .ask(0) else { return .pure() }
            return IO { output in
                for next: AppAction in [.ask(1), .control(.on), .ask(2), .control(.off), .ask(3)] {
                    output.dispatch(next, from: source)
                }
            }
        }
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(),
            middleware: burst <> probe.gatedByAction(default: .bypass)
        )
        store.dispatch(.ask(0))
        let reached: [AppAction] = [.control(.on), .ask(2), .control(.off)]
        #expect(probe.events == Probe.events(of: reached))
    }

    @Test func gateByActionReadsTheControlOnceAndNeverTheState() {
        let looks = Recorder<AppAction>()
        let reads = Recorder<Void>()
        let probe = Probe(answering: .atOnce)
        let gated = probe.gated(
            controlAction: { (action: AppAction) -> Bool? in
                looks.record(action)
                return action.control?.isOn
            },
            default: .active
        )
        let getState: GetState<AppState> = {
            reads.record(())
            return AppState()
        }
        let sent = Recorder<AppAction>()
        gated.receiveContext(getState: getState, output: AnyActionHandler { sent.record($0.action) })
        let actions: [AppAction] = [.ask(1), .control(.off), .ask(2), .control(.on)]
        for action in actions {
            gated.handle(action: action, from: .here(), state: getState).run { sent.record($0.action) }
        }
        probe.context?.dispatch(.answer(7))

        #expect(sent.events == [.answer(0), .answer(0), .answer(7)])
        #expect(looks.events == actions)
        #expect(reads.events.isEmpty)
    }

    @Test func copiesShareOneGate() {
        let gated = Probe().gatedByAction(default: .bypass)
        let copy = gated
        #expect(copy.gateState == .bypass)
        _ = gated.handle(action: .control(.on), from: .here()) { AppState() }
        #expect(copy.gateState == .active)
    }

    @Test func gateIsDeclaredWithItsLocation() {
        let probe = Probe()
        let log = RuleLog()
        let gated = probe.gated(controlAction: \AppAction.control?.isOn, default: .bypass, function: "f()", line: 7)
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: gated <> log.middleware())
        let rules = log.rules
        let file = "GatedMiddlewareTests/GateByActionTests.swift"
        let text = "Gate at GateByActionTests.swift:7"
        #expect(rules == [ActionSource.Step(kind: "gate", text: text, file: file, function: "f()", line: 7)])
        withExtendedLifetime(store) {}
    }

    /// Actions count even if the gate is already in that position.
    ///
    /// `.hello`, which is only for the inner middleware, and actions that aren't control actions
    /// don't count.
    @Test func declaredGateCountsActionsThatOpenOrCloseIt() {
        let log = RuleLog()
        let probe = Probe(answering: .atOnce)
        let gated = probe.gatedByAction(default: .active)
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: gated <> log.middleware())
        #expect(log.counts == [0])
        let actions: [AppAction] = [.control(.hello), .ask(1), .control(.off), .control(.off), .ask(2), .control(.on)]
        let counts = actions.flatMap { action in
            store.dispatch(action)
            return log.counts
        }
        #expect(counts == [0, 0, 1, 2, 2, 3])
    }

    @Test func gateIsDeclaredBeforeItsMiddlewareAndGatesCountSeparately() {
        let probe = Probe()
        let log = RuleLog()
        let inner = probe.gated(controlAction: \AppAction.control?.isOn, default: .active, line: 8)
        let gated = inner.gated(controlAction: \AppAction.control?.isOn, default: .active, line: 9)
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: gated <> log.middleware())
        store.dispatch(.control(.off))
        #expect(log.rules.map(\.line) == [9, 8])
        #expect(log.counts == [1, 1])
    }
}
