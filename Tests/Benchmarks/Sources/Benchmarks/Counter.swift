// SPDX-License-Identifier: MIT

import Foundation
import RexCore

enum CounterAction: Sendable {
    case increment
    case add(Int)

    var add: Int? { if case .add(let summand) = self { summand } else { nil } }
    var increment: Void? { if case .increment = self { () } else { nil } }
}

let counter = Reducer<CounterAction, Int>.reduce { action, count in
    switch action {
    case .increment: count += 1
    case .add(let summand): count += summand
    }
}

/// A middleware that has nothing to do with any action.
struct Ignoring<Action, State>: MiddlewareProtocol, Sendable {
    func handle(action: Action, from dispatcher: ActionSource, state: @escaping GetState<State>) -> IO<Action> {
        .pure()
    }
}

/// What someone would write who needs a counter behind a lock, and no library.
final class HandWritten<State>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state: State
    private let reduce: (CounterAction, inout State) -> Void

    init(_ state: State, _ reduce: @escaping (CounterAction, inout State) -> Void) {
        self.state = state
        self.reduce = reduce
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    func dispatch(_ action: CounterAction) {
        pthread_mutex_lock(lock)
        reduce(action, &state)
        pthread_mutex_unlock(lock)
    }
}
