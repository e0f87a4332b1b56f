// SPDX-License-Identifier: MIT

package import RexCore

/// A middleware that keeps the mistakes that a store reports.
package struct MistakeLog<Action: Sendable, State>: MiddlewareProtocol {
    private let mistakes: Recorder<String>

    package init(in mistakes: Recorder<String>) { self.mistakes = mistakes }

    package func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Action>) {
        output.observe(.mistake) { [mistakes] event in
            if case .mistake(let text) = event { mistakes.record(text) }
        }
    }

    package func handle(
        action: Action,
        from dispatcher: ActionSource,
        state: @escaping GetState<State>
    ) -> IO<Action> { .pure() }
}
