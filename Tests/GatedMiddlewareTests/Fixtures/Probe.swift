// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport

/// What the inner middleware of a test went through.
enum Event: Sendable, Equatable {
    case context
    case handled(AppAction)
    case ran(AppAction)
}

/// An inner middleware that notes what reaches it, keeps its outputs, and answers everything but answers.
final class Probe: MiddlewareProtocol, Sendable {
    /// Where the answer to an action goes.
    enum Way: Sendable, CaseIterable {
        case atOnce, asAnswer, later, throughContext

        /// What a probe notes of an action.
        ///
        /// It does not see whether the answer that it returns is sent.
        func events(of action: AppAction) -> [Event] {
            self == .asAnswer ? [.handled(action)] : [.handled(action), .ran(action)]
        }
    }

    private struct Answering: ActionDerivation {
        var step: ActionSource.Step { .here(kind: "probe", text: "") }
    }

    private struct Outputs {
        var context: AnyActionHandler<AppAction>?
        var io: AnyActionHandler<AppAction>?
    }

    private let way: Way
    private let recorder = Recorder<Event>()
    private let outputs = Lock(Outputs())

    init(answering way: Way = .later) {
        self.way = way
    }

    var events: [Event] { recorder.events }
    /// The output of the context.
    var context: AnyActionHandler<AppAction>? { outputs.withLock { $0.context } }
    /// The output of the last `IO` that ran.
    var output: AnyActionHandler<AppAction>? { outputs.withLock { $0.io } }

    func handle(
        action: AppAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        if case .answer = action { return .pure() }
        recorder.record(.handled(action))
        if way == .asAnswer { return .send(.answer(0), from: dispatcher, derivedBy: Answering()) }
        return IO { [self] output in
            recorder.record(.ran(action))
            outputs.withLock { $0.io = output }
            if way == .atOnce { output.dispatch(.answer(0), from: dispatcher) }
        }
    }

    func receiveContext(getState: @escaping GetState<AppState>, output: AnyActionHandler<AppAction>) {
        recorder.record(.context)
        outputs.withLock { $0.context = output }
    }

    /// Sends, on a thread of its own, the answer that does not come at once.
    func answerLate() {
        let output = way == .throughContext ? context : way == .later ? self.output : nil
        JoinableThread { output?.dispatch(.answer(0)) }.join()
    }
}
