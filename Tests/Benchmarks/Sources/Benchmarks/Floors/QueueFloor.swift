// SPDX-License-Identifier: MIT

/// A reducer, and a middleware whose answers are queued until the current action is processed.
///
/// It makes the same promises as a store: actions may be dispatched on any thread, only the reducer runs under the lock,
/// and each action knows its source.
final class QueueFloor<Action, State> {
    private struct Dispatched {
        let action: Action
        let file: String
        let function: String
        let line: UInt
    }

    private struct Contents {
        var state: State
        var queue: [Dispatched] = []
        var isProcessing = false
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

    func dispatch(_ action: Action, file: String = #fileID, function: String = #function, line: UInt = #line) {
        process(Dispatched(action: action, file: file, function: function, line: line))
    }

    @inline(never) private func process(_ first: Dispatched) {
        var next = contents.withLock { contents -> Dispatched? in
            guard !contents.isProcessing else {
                contents.queue.append(first)
                return nil
            }
            contents.isProcessing = true
            return first
        }
        while let current = next {
            let answer = answer(current.action)
            next = contents.withLock { contents in
                reduce(current.action, &contents.state)
                if let answer {
                    contents.queue.append(
                        Dispatched(
                            action: answer,
                            file: current.file,
                            function: current.function,
                            line: current.line
                        )
                    )
                }
                guard contents.queue.isEmpty else { return contents.queue.removeFirst() }
                contents.isProcessing = false
                return nil
            }
        }
    }
}

/// Calls all middlewares, and returns the first answer that is not nil.
func first<Action>(of middlewares: [(Action) -> Action?], to action: Action) -> Action? {
    var first: Action?
    for middleware in middlewares {
        if let answer = middleware(action), first == nil { first = answer }
    }
    return first
}
