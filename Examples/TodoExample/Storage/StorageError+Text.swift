// SPDX-License-Identifier: MIT

import PersistenceMiddleware

extension StorageError {
    /// The error, for the user of the program.
    var text: String {
        switch (operation, reason) {
        case (_, .isInUse): "\(path) is open in another process."
        case (_, .isForeign):
            "\(path) is not a to-do list and was left as it is. Use --file to keep the list elsewhere."
        case (.lock, .system): "\(path) cannot be created: \(reason)."
        default: description
        }
    }
}
