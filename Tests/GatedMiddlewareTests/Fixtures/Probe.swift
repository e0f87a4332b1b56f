// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport

/// An event that the inner middleware of a test records.
enum Event: Sendable, Equatable {
    case context
    case handled(AppAction)
    case ran(AppAction)
}

/// An inner middleware that records the actions that reach it, keeps its outputs, and answers all
/// actions but answers.
final class Probe: MiddlewareProtocol, Sendable {
    /// How the answer to an action is sent.
    enum Way: Sendable, CaseIterable {
        case atOnce, asAnswer, later, throughContext

        /// Returns the events that a probe records for an action.
        ///
        /// The probe can't see whether the answer that it returns is sent.
        func events(of action: AppAction) -> [Event] {
            self == .asAnswer ? [.handled(action)] : [.handled(action), .ran(action)]
        }
    }

    /// Returns the events of a probe that has got its context, and handled and run these actions.
    static func events(of actions: [AppAction]) -> [Event] {
        var events: [Event] = [.context]
        for action in actions { events += [.handled(action), .ran(action)] }
        return events
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

    /// Sends the delayed answer on a new thread.
    func answerLate() {
        let output = way == .throughContext ? context : way == .later ? self.output : nil
        JoinableThread { output?.dispatch(.answer(0)) }.join()
    }
}
