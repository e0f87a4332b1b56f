// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == TerminalAction, StateType == TerminalState {
    static let terminal = Reducer.reduce { action, terminal in
        if action.isQuit { terminal.isOpen = false }
    }
}
