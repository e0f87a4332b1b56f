// SPDX-License-Identifier: MIT

/// What a store does with an action; only the thread that processes may use it.
final class Pipeline<ActionType, StateType> {
    let reducer: Reducer<ActionType, StateType>
    let middleware: ComposedMiddleware<ActionType, ActionType, StateType>

    init(
        reducer: Reducer<ActionType, StateType>,
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    ) {
        self.reducer = reducer
        self.middleware = middleware
    }
}
