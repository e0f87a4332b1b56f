// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct OnReductionTests {
    private let notes = Recorder<String>()

    /// Returns a middleware that notes its calls, and answers 1 with 2.
    private func noting(_ name: String) -> AnyMiddleware<Int, Int, Int> {
        AnyMiddleware { [notes] getState, output in
            output.onReduction { source in notes.record("\(name) sees \(getState()) by \(source?.line ?? 0)") }
            notes.record("\(name) has its context")
        } handle: { [notes] action, source, _ in
            if action == 1 { return .send(2, from: source, derivedBy: Doubling()) }
            return IO { _ in notes.record("\(name) acts on \(action)") }
        }
    }

    @Test func reductionObserversAreCalledAtOnceThenBeforeEachIOInTheOrderOfRegistration() {
        let store = Store(
            initialState: 0,
            reducer: .reduce { (action: Int, state: inout Int) in state += action },
            middleware: noting("a") <> noting("b")
        )
        let observation = store.observe { [notes] in notes.record("observer sees \($0)") }
        store.dispatch(5, file: "F", function: "f", line: 9)
        #expect(
            notes.events == [
                "a sees 0 by 0", "a has its context", "b sees 0 by 0", "b has its context", "observer sees 0",
                "observer sees 5", "a sees 5 by 9", "b sees 5 by 9", "a acts on 5", "b acts on 5",
            ]
        )
        withExtendedLifetime(observation) {}
    }

    @Test func reductionsOfAnswersAreObservedToo() {
        let store = Store(
            initialState: 0,
            reducer: .reduce { (action: Int, state: inout Int) in state += action },
            middleware: noting("a")
        )
        store.dispatch(1, file: "F", function: "f", line: 9)
        #expect(
            notes.events == [
                "a sees 0 by 0", "a has its context", "a sees 1 by 9", "a sees 3 by 9", "a acts on 2",
            ]
        )
    }

    @Test func liftedAndGatedOutputsReachTheSameStore() {
        let identities = Recorder<ObjectIdentifier?>()
        let local = AnyMiddleware<Int, Int, Int> { [notes] getState, output in
            identities.record(output.storeIdentity)
            identities.record(output.filter { false }.contramap { $0 }.storeIdentity)
            output.onReduction { _ in notes.record("\(getState())") }
        } handle: { _, _, _ in
            .pure()
        }
        let store = Store(
            initialState: [1, 2],
            reducer: .reduce { (action: Int, state: inout [Int]) in state[action] += 1 },
            middleware: local.lift(inputAction: { _ in nil }, outputAction: { $0 }, state: { $0[1] })
        )
        store.dispatch(0)
        store.dispatch(1)
        #expect(notes.events == ["2", "2", "3"])
        #expect(identities.events.allSatisfy { $0 != nil && $0 == identities.events[0] })
        #expect(AnyActionHandler<Int> { _ in }.storeIdentity == nil)
        AnyActionHandler<Int> { _ in }.onReduction { _ in Issue.record("There is no store.") }
    }

    @Test func endOfTheStoreReleasesReductionObservers() {
        final class Witness: Sendable {}
        weak var witness: Witness?
        do {
            let held = Witness()
            witness = held
            let store = Store(
                initialState: 0,
                reducer: .reduce { (action: Int, state: inout Int) in state += action },
                middleware: AnyMiddleware<Int, Int, Int> { _, output in
                    output.onReduction { _ in withExtendedLifetime(held) {} }
                } handle: { _, _, _ in
                    .pure()
                }
            )
            store.dispatch(1)
        }
        #expect(witness == nil)
    }

    /// The place of the late call of `onReduction`.
    enum LateCall: CaseIterable, Sendable { case idle, onAnotherThread, inObserver, inIO, byExecutor }

    @Test(arguments: LateCall.allCases) func lateObserverIsCalledOnceAtFirstThenAfterEachReduction(when: LateCall) {
        let outputs = Recorder<AnyActionHandler<Int>>()
        let notes = Recorder<String>()
        let scheduled = Recorder<@Sendable () -> Void>()
        let observe: @Sendable (@escaping GetState<Int>) -> Void = { getState in
            outputs.events[0].onReduction { notes.record("\(getState()) by \($0.map { _ in "action" } ?? "none")") }
        }
        let getStates = Recorder<GetState<Int>>()
        let store = Store(
            initialState: 0,
            reducer: .reduce { (action: Int, state: inout Int) in state += action },
            middleware: AnyMiddleware<Int, Int, Int> { getState, output in
                outputs.record(output)
                getStates.record(getState)
            } handle: { action, _, getState in
                IO { _ in
                    if when == .inIO, action == 10 { observe(getState) }
                    notes.record("IO \(action)")
                }
            },
            executor: when == .byExecutor
                ? StoreExecutor {
                    false
                } enqueue: {
                    scheduled.record($0)
                } : .immediate
        )
        let subscription = store.observe { state in
            if when == .inObserver, state == 10 { observe(getStates.events[0]) }
        }
        store.dispatch(10)
        for work in scheduled.events { work() }
        if when == .idle || when == .byExecutor { observe(getStates.events[0]) }
        if when == .onAnotherThread { onThreads(1) { _ in observe(getStates.events[0]) } }
        if when == .byExecutor {
            #expect(notes.events == ["IO 10"])
            scheduled.events.last?()
        }
        #expect(notes.events == ["IO 10", "10 by none"])
        store.dispatch(1)
        if when == .byExecutor { scheduled.events.last?() }
        #expect(notes.events == ["IO 10", "10 by none", "11 by action", "IO 1"])
        subscription.cancel()
    }

    private struct Doubling: ActionDerivation {
        var step: ActionSource.Step { .here(kind: "doubling", text: "Doubled", key: "1") }
    }

    @Test func stepHasItsKey() {
        let source = ActionSource.here().derived(by: Doubling()).derived(by: "nothing")
        #expect(source.trail.map(\.key) == ["1", nil])
    }
}
