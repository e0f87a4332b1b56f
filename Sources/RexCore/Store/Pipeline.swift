// SPDX-License-Identifier: MIT

/// What a store does with an action around the reducer; only the thread that processes may use it.
@usableFromInline final class Pipeline<ActionType, StateType> {
    @usableFromInline let middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    @usableFromInline let getState: GetState<StateType>
    @usableFromInline let output: AnyActionHandler<ActionType>

    @inlinable init(
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>,
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<ActionType>
    ) {
        self.middleware = middleware
        self.getState = getState
        self.output = output
    }
}

@available(*, unavailable)
extension Pipeline: Sendable {}
