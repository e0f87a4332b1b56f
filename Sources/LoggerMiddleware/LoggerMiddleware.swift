// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that prints each action with its time, its source and its state changes.
///
/// Add it last in the app's composition, or directly after the part to log:
///
/// ```swift
/// let middleware = network <> clock <> LoggerMiddleware(actionTransform: .box)
/// let quiet = network.logger(actionFilter: { $0 != .tick }, stateDiffTransform: .none)
/// ```
///
/// The logger makes and prints an entry in its `IO`: after the reducer, on the thread that
/// processes the action, before the next action. So entries are in processing order, and a slow
/// printer slows down the store.
///
/// A logger of the store's actions also prints, with the reason, the actions that the store refuses, and
/// those that it drops at its end.
public struct LoggerMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Sendable {
    @usableFromInline let actionTransform: ActionTransform<InputActionType>
    @usableFromInline let actionFilter: @Sendable (InputActionType) -> Bool
    @usableFromInline let stateDiffTransform: StateDiffTransform<StateType>
    @usableFromInline let time: LogTime
    @usableFromInline let printer: LogPrinter

    /// Makes a logger.
    ///
    /// - Parameters:
    ///   - actionTransform: How an action and its source are formatted.
    ///   - actionFilter: Returns whether to log an action. Nil logs all. For other actions the
    ///     state isn't read and nothing is formatted.
    ///   - stateDiffTransform: How state changes are formatted, on the lines after the action.
    ///   - time: The timestamp before an entry.
    ///   - printer: Where entries are printed.
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

    /// Returns an `IO` that prints the entry after the reducer, or an empty one if the filter
    /// rejects the action.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        actionFilter(action) ? log(action, from: dispatcher, state) : .pure()
    }

    /// Prints the actions that the store skips, if they are actions of this logger and weren't
    /// cancelled.
    public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        let environment = output.environment
        output.observe(.skippedByStore) { event in
            guard case .skipped(let skipped) = event, let action = skipped.action as? InputActionType,
                actionFilter(action)
            else { return }
            if case .cancelled = skipped.reason { return }
            let text = actionTransform.text(of: action, from: skipped.source)
            printer.print(time.stamp("\(text)\nwas not processed: \(skipped.reason)", in: environment))
        }
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
