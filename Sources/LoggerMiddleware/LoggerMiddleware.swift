// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that prints each action: when it was logged, its source, and what it changed.
///
/// It stands last in the composition of an app, or behind the part of it that is to be logged:
///
/// ```swift
/// let middleware = network <> clock <> LoggerMiddleware(actionTransform: .box)
/// let quiet = network.logger(actionFilter: { $0 != .tick }, stateDiffTransform: .none)
/// ```
///
/// An entry is made and printed after the reducer, in the `IO` of the logger, on the thread that
/// processes the action and before the next one. So the log has the order of processing, and a slow
/// printer slows the store.
public struct LoggerMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Sendable {
    @usableFromInline let actionTransform: ActionTransform<InputActionType>
    @usableFromInline let actionFilter: @Sendable (InputActionType) -> Bool
    @usableFromInline let stateDiffTransform: StateDiffTransform<StateType>
    @usableFromInline let time: LogTime
    @usableFromInline let printer: LogPrinter

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - actionTransform: how an action and its source are written.
    ///   - actionFilter: which actions are logged; all without it. For the others no state is read
    ///     and nothing is made.
    ///   - stateDiffTransform: how a change of the state is written, on the lines after the action.
    ///   - time: what stands in front of an entry to say when it was made.
    ///   - printer: where the entries go.
    @inlinable public init(
        actionTransform: ActionTransform<InputActionType> = .default,
        actionFilter: (@Sendable (InputActionType) -> Bool)? = nil,
        stateDiffTransform: StateDiffTransform<StateType> = .diff(linesOfContext: 2),
        time: LogTime = .default,
        printer: LogPrinter = .stdout
    ) {
        self.actionTransform = actionTransform
        self.actionFilter = actionFilter ?? { _ in true }
        self.stateDiffTransform = stateDiffTransform
        self.time = time
        self.printer = printer
    }

    /// Prints nothing yet; the entry is made after the reducer, unless the filter leaves the action
    /// out.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        actionFilter(action) ? log(action, from: dispatcher, state) : .pure()
    }

    @usableFromInline func log(
        _ action: InputActionType,
        from dispatcher: ActionSource,
        _ state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        let before = stateDiffTransform.needsOldState ? state() : nil
        return IO { output in
            var entry = time.stamp(actionTransform.text(of: action, from: dispatcher), in: output.environment)
            if stateDiffTransform.needsState, let change = stateDiffTransform.text(from: before, to: state()) {
                entry += "\n" + change
            }
            printer.print(entry)
        }
    }
}
