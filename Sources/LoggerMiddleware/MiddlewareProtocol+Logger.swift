// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol {
    /// Adds a logger after this middleware, for the actions that the middleware handles.
    ///
    /// ```swift
    /// let middleware = network.logger(actionTransform: .box, stateDiffTransform: .none)
    /// ```
    ///
    /// For the parameters, see
    /// ``LoggerMiddleware/init(actionTransform:actionFilter:stateDiffTransform:time:printer:)``.
    public func logger(
        actionTransform: ActionTransform<InputActionType> = .default,
        actionFilter: (@Sendable (InputActionType) -> Bool)? = nil,
        stateDiffTransform: StateDiffTransform<StateType> = .diff(linesOfContext: 2),
        time: LogTime = .default,
        printer: LogPrinter = .stdout
    ) -> ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        self
            <> LoggerMiddleware(
                actionTransform: actionTransform,
                actionFilter: actionFilter,
                stateDiffTransform: stateDiffTransform,
                time: time,
                printer: printer
            )
    }
}
