// SPDX-License-Identifier: MIT

/// Middlewares that may answer, then reducers: lists of closures, called one after the other.
final class ListFloor<Action, State> {
    private struct Contents {
        var state: State
        var answers: [Action] = []
        let middlewares: [(Action) -> Action?]
        let reducers: [(Action, inout State) -> Void]

        mutating func process(_ action: Action) {
            for middleware in middlewares {
                if let answer = middleware(action) { answers.append(answer) }
            }
            for reduce in reducers { reduce(action, &state) }
        }
    }

    private let contents: Guarded<Contents>

    init(_ state: State, middlewares: [(Action) -> Action?], reducers: [(Action, inout State) -> Void]) {
        contents = Guarded(Contents(state: state, middlewares: middlewares, reducers: reducers))
    }

    @inline(never) func dispatch(_ action: Action) {
        contents.withLock { contents in
            contents.process(action)
            while !contents.answers.isEmpty { contents.process(contents.answers.removeFirst()) }
        }
    }
}
