// SPDX-License-Identifier: MIT

/// A reducer, and a middleware whose answers wait in a queue until the action before them is done.
final class QueueFloor<Action, State> {
    private struct Contents {
        var state: State
        var queue: [Action] = []
    }

    private let contents: Guarded<Contents>
    private let answer: (Action) -> Action?
    private let reduce: (Action, inout State) -> Void

    init(
        _ state: State,
        answer: @escaping (Action) -> Action?,
        reduce: @escaping (Action, inout State) -> Void
    ) {
        contents = Guarded(Contents(state: state))
        self.answer = answer
        self.reduce = reduce
    }

    @inline(never) func dispatch(_ action: Action) {
        contents.withLock { contents in
            contents.queue.append(action)
            while !contents.queue.isEmpty {
                let action = contents.queue.removeFirst()
                let next = answer(action)
                reduce(action, &contents.state)
                if let next { contents.queue.append(next) }
            }
        }
    }
}
