// SPDX-License-Identifier: MIT

struct TerminalState: Sendable {
    var isOpen = true
}
