// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == AppAction, StateType == AppState {
    static let app: Reducer =
        Reducer<ListAction, ListState>.list.lift(case: AppAction.prisms.list, state: \AppState.list)
        <> Reducer<StorageAction, StorageState>.storage.lift(case: AppAction.prisms.storage, state: \AppState.storage)
        <> Reducer<TerminalAction, TerminalState>.terminal
        .lift(case: AppAction.prisms.terminal, state: \AppState.terminal)
}
