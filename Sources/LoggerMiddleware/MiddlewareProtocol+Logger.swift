// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol {
    /// Adds, behind this middleware, a logger of the actions that it gets.
    ///
    /// ```swift
    /// let middleware = network.logger(actionTransform: .box, stateDiffTransform: .none)
    /// ```
    ///
    /// The parameters are those of
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
