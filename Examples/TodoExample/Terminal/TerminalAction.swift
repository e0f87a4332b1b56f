// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism enum TerminalAction: Sendable {
    case entered(String)
    case reply(String)
    case quit
}
