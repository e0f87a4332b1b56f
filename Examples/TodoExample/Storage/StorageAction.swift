// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism enum StorageAction: Sendable {
    case load
    case loaded([Todo])
    case loadFailed(reason: String)
    /// Switches autosave on or off; switching it on tries again what has failed.
    case autosave(isOn: Bool)
    case saved([Todo])
    case saveFailed(Unsaved)
}
