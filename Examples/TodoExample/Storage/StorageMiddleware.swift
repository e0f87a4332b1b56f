// SPDX-License-Identifier: MIT

import RexCore

/// Reads the file at `load`.
struct StorageMiddleware: MiddlewareProtocol {
    let file: TodoFile

    func handle(
        action: StorageAction,
        from source: ActionSource,
        state: @escaping GetState<StorageState>
    ) -> IO<StorageAction> {
        guard case .load = action else { return .pure() }
        return IO { output in
            do {
                output.dispatch(.loaded(try file.read()), from: source)
            } catch {
                output.dispatch(.loadFailed(reason: "\(error)"), from: source)
            }
        }
    }
}
