// SPDX-License-Identifier: MIT

import RexCore

/// Saves the to-dos after each action that has changed them, whichever that was.
struct Autosave: MiddlewareProtocol {
    let file: TodoFile

    func handle(
        action: AppAction,
        from source: ActionSource,
        state: @escaping GetState<AppState>
    ) -> IO<StorageAction> {
        IO { output in
            let app = state()
            let todos = app.list.todos
            guard !app.storage.knows(todos) else { return }
            do {
                try file.replace(app.storage.saved, todos)
                output.dispatch(.saved(todos), from: source)
            } catch {
                output.dispatch(.saveFailed(Unsaved(todos: todos, reason: "\(error)")), from: source)
            }
        }
    }
}
