// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

private typealias Gated = AnyMiddleware<AppAction, AppAction, AppState>

@Suite struct GateInGateTests {
    /// Two gates around a probe, inner gate first, with the action that closes one or both.
    private static let pairs: [(closing: AppAction, gates: @Sendable (Probe) -> sending Gated)] = [
        (.control(.off), { $0.gated(state: \.gate).gatedByAction.eraseToAnyMiddleware() }),
        (.control(.off), { $0.gatedByAction.gated(state: \.gate).eraseToAnyMiddleware() }),
        (.control(.off), { $0.gatedByAction.gatedByAction.eraseToAnyMiddleware() }),
        (.set(.bypass), { $0.gated(state: \.gate).gatedByAction.eraseToAnyMiddleware() }),
        (.set(.bypass), { $0.gatedByAction.gated(state: \.gate).eraseToAnyMiddleware() }),
        (.set(.bypass), { $0.gated(state: \.gate).gated(state: \.isOpen).eraseToAnyMiddleware() }),
    ]

    @Test(arguments: pairs.indices, Probe.Way.allCases)
    func answerToTheActionThatClosesOneOfTwoGatesIsDropped(pair: Int, way: Probe.Way) {
        let probe = Probe(answering: way)
        let processed = Recorder<AppAction>()
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(processed.record),
            middleware: Self.pairs[pair].gates(probe)
        )
        let closing = Self.pairs[pair].closing
        for action in [.ask(1), closing] {
            store.dispatch(action)
            probe.answerLate()
        }
        withExtendedLifetime(store) {}
        #expect(processed.events == [.ask(1), .answer(0), closing])
        #expect(probe.events.last == way.events(of: closing).last)
    }

    @Test func actionsSentBeforeTheClosingActionIsProcessedPass() {
        let processed = Recorder<AppAction>()
        let gated = Closer().gated(controlAction: \.control?.isOn, default: .active)
        let store = Store(
            initialState: AppState(),
            reducer: recordingReducer(processed.record),
            middleware: gated
        )
        store.dispatch(.ask(1))
        #expect(processed.events == [.ask(1), .answer(1), .control(.off), .answer(2)])
        #expect(gated.gateState == .bypass)
    }

    @Test(arguments: pairs.indices)
    func outputThroughTwoGatesReportsIdleAndEndOfTheStore(pair: Int) throws {
        let probe = Probe(answering: .later)
        let order = Recorder<String>()
        var store: Store<AppAction, AppState>? = Store(
            initialState: AppState(),
            reducer: recordingReducer(),
            middleware: Self.pairs[pair].gates(probe)
        )
        store?.dispatch(.ask(1))
        let outputs = [try #require(probe.context), try #require(probe.output)]
        let observation = store?.observe(\.gate) { gate in
            guard gate == .bypass else { return }
            for output in outputs { output.onIdle { order.record("idle") } }
            order.record("observed")
        }
        for output in outputs { output.onEnd { order.record("ended") } }
        store?.dispatch(.set(.bypass))
        observation?.cancel()
        #expect(order.events == ["observed", "idle", "idle"])
        store = nil
        #expect(order.events == ["observed", "idle", "idle", "ended", "ended"])
    }

    /// ThreadSanitizer checks here that the gate is moved and read under its lock.
    @Test func gateCanBeUsedOnManyThreadsConcurrently() {
        let gated = Closer().gated(controlAction: \.control?.isOn, default: .active)
        let (states, answers) = (Recorder<GateState?>(), Recorder<AppAction>())
        @Sendable func handle(_ action: AppAction) {
            gated.handle(action: action, from: .here()) { AppState() }.run { answers.record($0.action) }
        }
        onThreads(4) { thread in
            for round in 0..<500 {
                switch thread {
                case 0, 1: handle(.control(round % 2 == thread ? .on : .off))
                case 2: handle(.ask(1))
                default: states.record(gated.gateState)
                }
            }
        }
        #expect(states.events.count == 500)
        #expect(!states.events.contains(nil))
        handle(.control(.off))
        let before = answers.events.count
        handle(.ask(1))
        #expect(answers.events.count == before)
        #expect(gated.gateState == .bypass)
    }

    /// Each thread moves the gate, and runs the `IO` that reports the move.
    @Test func movesOfAGateCanBeCountedAndReadConcurrently() throws {
        let gated = Closer().gated(controlAction: \.control?.isOn, default: .active)
        let probe = Probe()
        let log = RuleLog()
        let middleware = gated <> probe <> log.middleware()
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: middleware)
        let output = try #require(probe.context)
        let counts = Recorder<Int>()
        onThreads(4) { thread in
            guard thread > 0 else {
                for _ in 0..<1_000 { counts.record(log.counts.reduce(0, +)) }
                return
            }
            gated.handle(action: .control(.on), from: .here()) { AppState() }.run(output)
        }
        #expect(counts.events == counts.events.sorted() && counts.events.allSatisfy { (0...3).contains($0) })
        #expect(log.counts == [3])
        withExtendedLifetime(store) {}
    }

    @Test func otherThreadsSeeTheGateMovedWhileItsControlActionIsHandled() {
        let reader = GateReader()
        let gated = reader.gated(controlAction: \.control?.isOn, default: .bypass)
        reader.read.withLock { $0 = { gated.gateState } }
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: gated)
        store.dispatch(.control(.on))
        store.dispatch(.control(.off))
        #expect(reader.states.events == [.active, .bypass])
        reader.read.withLock { $0 = nil }
    }
}

/// Answers an action with one that closes its gate, and sends an action before it and one after it.
private struct Closer: MiddlewareProtocol {
    func handle(
        action: AppAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        guard action == .ask(1) else { return .pure() }
        return IO { output in
            for answer: AppAction in [.answer(1), .control(.off), .answer(2)] {
                output.dispatch(answer, from: dispatcher)
            }
        }
    }
}

/// Reads the state of a gate on another thread, for each action that reaches it.
private struct GateReader: MiddlewareProtocol {
    let read = Lock<(@Sendable () -> GateState?)?>(nil)
    let states = Recorder<GateState?>()

    func handle(
        action: AppAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        let read = read.withLock { $0 }
        JoinableThread { [states] in states.record(read?()) }.join()
        return .pure()
    }
}

extension Probe {
    fileprivate var gatedByAction: GatedMiddleware<Probe> {
        gated(controlAction: \AppAction.control?.isOn, default: .active)
    }
}

extension GatedMiddleware where InputActionType == AppAction {
    fileprivate var gatedByAction: GatedMiddleware<GatedMiddleware<M>> {
        gated(controlAction: \AppAction.control?.isOn, default: .active)
    }
}
