// SPDX-License-Identifier: MIT

import BridgeMiddleware
import RexCore
import RexTestSupport
import Testing

private let active = AppAction.lifecycle(.didBecomeActive)
private let start = AppAction.reachability(.startMonitoring)

/// Dispatches actions to a store with these bridges.
///
/// Returns the processed actions, in order.
private func processed(_ actions: AppAction..., by bridges: Bridges, in state: AppState = AppState()) -> [AppAction] {
    let recorder = Recorder<AppAction>()
    let store = Store(initialState: state, reducer: recordingReducer(recorder.record), middleware: bridges)
    for action in actions { store.dispatch(action) }
    return recorder.events
}

@Suite struct BridgeMiddlewareTests {
    @Test func payloadIsPassedToTheDerivedAction() {
        let bridges = Bridges().bridge(\AppAction.typed --> { text in AppAction.find(text) })
        #expect(processed(.typed("rex"), by: bridges) == [.typed("rex"), .find("rex")])
    }

    @Test func bridgeAddedToACopyLeavesTheOriginalUnchanged() {
        let one = Bridges().bridge(\AppAction.typed --> AppAction.find)
        let two = one.bridge(\AppAction.typed --> start)
        let other = one.bridge(\AppAction.typed --> active)
        #expect(processed(.typed("a"), by: one) == [.typed("a"), .find("a")])
        #expect(processed(.typed("a"), by: two) == [.typed("a"), .find("a"), start])
        #expect(processed(.typed("a"), by: other) == [.typed("a"), .find("a"), active])
    }

    @Test func bridgesAddedInALoopAreCalledInOrder() {
        var bridges = Bridges()
        for number in 0..<100 { bridges = bridges.bridge(\AppAction.typed --> { _ in AppAction.find("\(number)") }) }
        #expect(processed(.typed("a"), by: bridges) == [.typed("a")] + (0..<100).map { .find("\($0)") })
    }

    @Test func caseConstructorCanTakeThePayload() {
        let bridges = Bridges().bridge(\AppAction.typed --> AppAction.find)
        #expect(processed(.typed("rex"), by: bridges) == [.typed("rex"), .find("rex")])
    }

    @Test func functionThatReturnsNilSendsNothing() {
        let bridges = Bridges().bridge(\AppAction.typed --> { $0.isEmpty ? nil : AppAction.find($0) })
        #expect(processed(.typed(""), .typed("a"), by: bridges) == [.typed(""), .typed("a"), .find("a")])
    }

    @Test func conditionSeesTheStateAfterTheReducer() {
        let bridges = Bridges().bridge(\AppAction.typed --> start, when: \.settings.shouldUseReachability)
        #expect(
            processed(.typed("off"), .typed("on"), by: bridges) == [.typed("off"), .typed("on"), start]
        )
    }

    @Test func conditionIsCalledOnlyForActionsThatMatch() {
        let calls = Recorder<Int>()
        let bridges = Bridges().bridge(\AppAction.count --> start) { state in
            calls.record(state().count)
            return false
        }
        _ = processed(.typed("a"), .count, active, .count, by: bridges)
        #expect(calls.events == [1, 2])
    }

    @Test func mappingIsCalledOnceForEachAction() {
        let calls = Recorder<AppAction>()
        let bridges = Bridges().bridge { (action: AppAction) -> AppAction? in
            calls.record(action)
            return action == active ? start : nil
        }
        _ = processed(.count, active, by: bridges)
        #expect(calls.events == [.count, active, start])
    }

    @Test func matchingBridgesSendInTheOrderInWhichTheyWereAdded() {
        let bridges = Bridges()
            .bridge(\AppAction.lifecycle --> AppAction.find("first"))
            .bridgeWithState { action, _ in action == active ? .find("second") : nil }
            .bridge(\AppAction.lifecycle --> AppAction.find("third"), when: { _ in true })
        #expect(
            processed(active, by: bridges) == [active, .find("first"), .find("second"), .find("third")]
        )
    }

    @Test func addingABridgeDoesNotChangeTheOriginal() {
        let base = Bridges().bridge(\AppAction.lifecycle --> AppAction.find("base"))
        let longer = base.bridge(\AppAction.lifecycle --> AppAction.find("more"))
        #expect(processed(active, by: base) == [active, .find("base")])
        #expect(processed(active, by: longer) == [active, .find("base"), .find("more")])
    }

    @Test func withoutBridgesNothingIsSent() {
        #expect(processed(active, .count, by: Bridges()) == [active, .count])
    }

    /// Runs in its own process, so that only its memory is measured.
    @Test func cycleOfTwoBridgesRunsUntilItsConditionIsFalse() async {
        await #expect(processExitsWith: .success) {
            #if DEBUG
            let rounds = 10_000
            #else
            let rounds = 1_000_000
            #endif
            let bridges = Bridges()
                .bridge(\AppAction.count --> AppAction.typed("back"))
                .bridge(\AppAction.typed --> AppAction.count, when: { $0().count < rounds })
            let store = Store(initialState: AppState(), reducer: recordingReducer { _ in }, middleware: bridges)
            let before = peakResidentKilobytes()
            store.dispatch(.count)
            precondition(store.state.count == rounds)
            precondition(peakResidentKilobytes() - before < 150_000)
        }
    }
}
