// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import Prism
import RexCore

@Prism enum StorageAction: Sendable {
    /// Switches autosave on or off.
    ///
    /// Switching it on retries a failed save.
    case autosave(isOn: Bool)
    case saveFailed(StorageError)
}
