// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import RexTestSupport

/// A store of a shelf, which records the actions that reached it and those that it refused, in words.
@MainActor struct WatchedShelf {
    let store: ShelfStore
    let model: ObservableStore<ShelfAction, Shelf>
    private let log = Recorder<String>()

    init(executor: StoreExecutor = .mainQueue) {
        store = ShelfStore(
            initialState: Shelf(),
            reducer: .shelf,
            middleware: ShelfLogger(log: log),
            executor: executor
        )
        model = ObservableStore(store)
    }

    /// The actions that reached the store, besides `change`, and the refusals.
    var events: [String] { log.events }

    func change(_ change: @escaping @Sendable (inout Shelf) -> Void) { store.change(change) }
}

private struct ShelfLogger: MiddlewareProtocol {
    let log: Recorder<String>

    func receiveContext(getState: @escaping GetState<Shelf>, output: AnyActionHandler<ShelfAction>) {
        output.eachSkipped { [log] in log.record("noted: \($0.reason.isRefusal ? "refused" : "\($0.reason)")") }
        output.eachRefused { [log] in log.record("\(text(of: $0))") }
    }

    func handle(
        action: ShelfAction,
        from dispatcher: ActionSource,
        state: @escaping GetState<Shelf>
    ) -> IO<ShelfAction> {
        if case .change = action { return .pure() }
        log.record("\(action)")
        return .pure()
    }
}

private func text(of skipped: SkippedAction) -> String {
    let action = (skipped.action as? ShelfAction).map { "\($0)" } ?? "another type"
    return "refused: \(action), \(skipped.source.function):\(skipped.source.line), \(skipped.reason)"
}
