// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import Prism
import RexCore

@Prism enum StorageAction: Sendable {
    /// Switches autosave on or off; switching it on tries again what has failed.
    case autosave(isOn: Bool)
    case saveFailed(StorageError)
}
