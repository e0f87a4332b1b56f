// SPDX-License-Identifier: MIT

/// What a store does with an action; only the thread that processes may use it.
@usableFromInline final class Pipeline<ActionType, StateType> {
    @usableFromInline let reducer: Reducer<ActionType, StateType>
    @usableFromInline let middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    @usableFromInline let getState: GetState<StateType>
    @usableFromInline let output: AnyActionHandler<ActionType>
    /// Whether there is no middleware that could see an action, nor a warning to give that there is none.
    @usableFromInline let isSilent: Bool

    @inlinable init(
        reducer: Reducer<ActionType, StateType>,
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>,
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<ActionType>
    ) {
        self.reducer = reducer
        self.middleware = middleware
        self.getState = getState
        self.output = output
        #if DEBUG
        isSilent = false
        #else
        isSilent = middleware.middlewares.isEmpty
        #endif
    }
}

@available(*, unavailable)
extension Pipeline: Sendable {}
