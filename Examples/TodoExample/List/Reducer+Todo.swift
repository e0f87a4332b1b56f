// SPDX-License-Identifier: MIT

import RexCore

extension Reducer where ActionType == TodoAction, StateType == Todo {
    static let todo = Reducer.reduce { action, todo in
        switch action {
        case .setDone(let isDone): todo.isDone = isDone
        case .rename(let title): todo.title = title
        }
    }
}
