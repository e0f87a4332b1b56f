// SPDX-License-Identifier: MIT

import RexCore

/// Saves a draft two seconds after the last key.
final class Autosave {
    private let paper: Paper
    private var waiting: StoreTask?

    init(paper: Paper) {
        self.paper = paper
    }

    private func revert(_ draft: Draft, from source: ActionSource) -> IO<DraftAction> {
        .send(.typed(draft.saved), from: source, derivedBy: Reversion(lost: draft.text))
    }

    private func save(_ text: String, from source: ActionSource) -> IO<DraftAction> {
        IO { output in
            self.waiting?.cancel()
            self.waiting = output.startTask { [paper = self.paper] output in
                try? await output.environment.clock.sleep(for: .seconds(2))
                guard !Task.isCancelled else { return }
                await paper.write(text)
                output.dispatch(.saved(text), from: source.derived(by: "Autosave"))
            }
        }
    }
}

extension Autosave: MiddlewareProtocol {
    func receiveContext(getState: @escaping GetState<Draft>, output: AnyActionHandler<DraftAction>) {
        output.onEnd { [paper] in
            if getState().text != getState().saved { paper.close(getState().text) }
        }
    }

    func handle(
        action: DraftAction,
        from source: ActionSource,
        state: @escaping GetState<Draft>
    ) -> IO<DraftAction> {
        let io: IO<DraftAction> =
            switch action {
            case .typed(let text): save(text, from: source)
            case .reverted: revert(state(), from: source)
            case .readOnly(true): IO { _ in self.waiting?.cancel() }
            case .readOnly(false), .saved: .pure()
            }
        return io.isPure ? io : io.filter { !state().isReadOnly }
    }
}

/// The trail step of an action that reverts the draft.
private struct Reversion: ActionDerivation {
    let lost: String

    var step: ActionSource.Step { .here(kind: "revert", text: "Reverted '\(lost)'") }
}
