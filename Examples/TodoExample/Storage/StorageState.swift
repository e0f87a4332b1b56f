// SPDX-License-Identifier: MIT

import PersistenceMiddleware

struct StorageState: Sendable {
    /// The list when autosave was switched off.
    ///
    /// It stays the saved list until autosave is on again.
    var frozen: [Todo]?
    /// The reason why the last save failed, or the report of a damaged file.
    var failure: StorageError?

    var isAutosaving: Bool { frozen == nil }
}
