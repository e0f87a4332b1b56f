// SPDX-License-Identifier: MIT

import RexCore

/// Turns input lines into actions, and prints replies.
struct CommandMiddleware: MiddlewareProtocol {
    let print: @Sendable (String) -> Void

    func handle(
        action: TerminalAction,
        from source: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<AppAction> {
        switch action {
        case .entered(let line) where line.allSatisfy(\.isWhitespace):
            .pure()
        case .entered(let line):
            IO { output in output.dispatch(meaning(of: line, in: state()), from: source) }
        case .reply(let text):
            IO { _ in print(text) }
        case .quit:
            .pure()
        }
    }

    private func meaning(of line: String, in state: AppState) -> AppAction {
        do {
            return try Command(line).action(in: state)
        } catch {
            return .terminal(.reply("? \(error)"))
        }
    }
}
