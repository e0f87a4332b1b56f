// SPDX-License-Identifier: MIT

import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

/// Records the order in which the store processes actions.
///
/// It precedes the gate.
private struct OrderRecorder: MiddlewareProtocol {
    let order = Recorder<AppAction>()

    func handle(
        action: AppAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        order.record(action)
        return .pure()
    }
}

/// Returns the answer to a question or a control action.
private func answer(to action: AppAction) -> Int? {
    switch action {
    case .ask(let number): number
    case .control(.on): -1
    case .control(.off): -2
    case .control(.hello): -3
    case .answer, .set: nil
    }
}

/// An answer that a thread sends at any time, not in response to an action.
private let lateAnswer = -4

/// Answers at once, and gives its output to other threads.
private struct Answering: MiddlewareProtocol {
    let handled = Recorder<AppAction>()
    let lastOutput = Lock<AnyActionHandler<AppAction>?>(nil)

    func handle(
        action: AppAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        handled.record(action)
        return IO { output in
            lastOutput.withLock { $0 = output }
            if let answer = answer(to: action) { output.dispatch(.answer(answer), from: dispatcher) }
        }
    }
}

/// Replays the processed actions in order on a plain `Bool`.
private struct Replay {
    private(set) var handled: [AppAction] = []
    private(set) var answers: [Int] = []
    private(set) var isOpen: Bool

    init(of order: [AppAction], startingOpen isOpen: Bool) {
        self.isOpen = isOpen
        for action in order { process(action) }
    }

    private mutating func process(_ action: AppAction) {
        switch action {
        case .control(.on): isOpen = true
        case .control(.off): isOpen = false
        default: break
        }
        guard isOpen || action.control != nil else { return }
        handled.append(action)
        if isOpen, let answer = answer(to: action) { answers.append(answer) }
    }
}

@Suite struct GateModelTests {
    @Test(arguments: [UInt64(1), 2, 3])
    func gateFollowsTheOrderOfProcessingUnderEightThreads(seed: UInt64) {
        let order = OrderRecorder()
        let inner = Answering()
        let gated = inner.gated(controlAction: \AppAction.control, turnOn: .on, turnOff: .off, default: .bypass)
        let store = Store(initialState: AppState(), reducer: recordingReducer(), middleware: order <> gated)

        onThreads(8) { thread in
            var random = SeededGenerator(seed: seed &* 8 &+ UInt64(thread))
            for round in 0..<500 {
                switch Int.random(in: 0..<10, using: &random) {
                case 0, 1: store.dispatch(.control(.on))
                case 2: store.dispatch(.control(.off))
                case 3: store.dispatch(.control(.hello))
                case 5: #expect(gated.gateState != nil)
                case 4: inner.lastOutput.withLock { $0 }?.dispatch(.answer(lateAnswer))
                default: store.dispatch(.ask(thread * 1_000 + round))
                }
            }
        }

        let processed = order.order.events
        let replay = Replay(of: processed, startingOpen: false)
        #expect(inner.handled.events == replay.handled, "seed \(seed)")
        let answers = processed.compactMap { if case .answer(let number) = $0 { number } else { nil } }
        #expect(answers.filter { $0 != lateAnswer } == replay.answers, "seed \(seed)")
        #expect((gated.gateState == .active) == replay.isOpen, "seed \(seed)")
    }
}
