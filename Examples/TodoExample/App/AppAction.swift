// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism enum AppAction: Sendable {
    case list(ListAction)
    case storage(StorageAction)
    case terminal(TerminalAction)
}
