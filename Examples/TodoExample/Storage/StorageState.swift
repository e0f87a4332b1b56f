// SPDX-License-Identifier: MIT

import PersistenceMiddleware

struct StorageState: Sendable {
    /// The list at the moment when autosave was switched off, which stays the saved one until it is
    /// on again.
    var frozen: [Todo]?
    /// Why the list is not saved, if the last attempt failed, or that the saved list was damaged.
    var failure: StorageError?

    var isAutosaving: Bool { frozen == nil }
}
