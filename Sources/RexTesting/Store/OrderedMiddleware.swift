// SPDX-License-Identifier: MIT

public import RexCore

extension MiddlewareProtocol where InputActionType == OutputActionType, InputActionType: Sendable {
    /// Returns a middleware that sends its actions in the order in which the store of a test has to
    /// process them.
    ///
    /// Tests that are made from recordings use it. In an app, concurrent runs send in any order. In a
    /// test, each run continues until it has to wait.
    ///
    /// ```swift
    /// let test = TestStore(
    ///     initialState: Cart(),
    ///     reducer: cart,
    ///     middleware: shop.inOrder(of: [.pay, .add("tea"), .paid])
    /// )
    /// ```
    ///
    /// An action that is sent too early waits until the store has processed all actions before it.
    /// Actions that are not in the list, or no more, are sent at once. If an action does not come,
    /// those behind it are not sent, and the test does not receive them.
    ///
    /// - Parameter actions: All actions that the store processes, including those of the test.
    /// - Complexity: O(*n*) comparisons for each action, in the number of actions that are left.
    public func inOrder(
        of actions: [InputActionType]
    ) -> some MiddlewareProtocol<InputActionType, OutputActionType, StateType> {
        OrderedMiddleware(base: self, order: ActionOrder(actions))
    }
}

/// A middleware whose actions are sent in a given order.
private struct OrderedMiddleware<Base: MiddlewareProtocol>: MiddlewareProtocol
where Base.InputActionType == Base.OutputActionType, Base.InputActionType: Sendable {
    let base: Base
    let order: ActionOrder<Base.InputActionType>

    func receiveContext(
        getState: @escaping GetState<Base.StateType>,
        output: AnyActionHandler<Base.OutputActionType>
    ) {
        base.receiveContext(getState: getState, output: order.output(to: output))
    }

    func isConcerned(
        by action: Base.InputActionType,
        from source: ActionSource,
        state: @escaping GetState<Base.StateType>
    ) -> Bool { true }

    func handle(
        action: Base.InputActionType,
        from source: ActionSource,
        state: @escaping GetState<Base.StateType>
    ) -> IO<Base.OutputActionType> {
        let io = base.handle(action: action, from: source, state: state)
        return IO { [order] output in
            order.noteProcessed(action)
            io.run(order.output(to: output))
            order.sendNext()
        }
    }
}

/// The order of the actions of a store, and those that were sent too early.
private final class ActionOrder<Action: Sendable>: Sendable {
    private struct Waiting: Sendable {
        let action: Action
        let send: @Sendable () -> Void
    }

    private struct Contents: Sendable {
        /// The number of actions that were processed, or skipped for a later one.
        var position = 0
        /// Whether the next action was sent, and not processed yet.
        var isSent = false
        var waiting: [Waiting] = []
    }

    private let actions: [Action]
    private let contents = Lock(Contents())

    init(_ actions: [Action]) { self.actions = actions }

    func output(to output: AnyActionHandler<Action>) -> AnyActionHandler<Action> {
        output.replacing { [self] (action: consuming DispatchedAction<Action>) in
            let action = action
            let position = contents.withLock { $0.position }
            guard index(of: action.action, from: position) != nil else { return output.dispatch(action) }
            // The run may end before its action is sent.
            guard let action = action.counted() else { return }
            contents.withLock { contents in
                contents.waiting.append(Waiting(action: action.action) { output.dispatch(action) })
            }
            sendNext()
        }
    }

    /// Sends the next action if it waits.
    func sendNext() {
        let next = contents.withLock { contents -> Waiting? in
            guard !contents.isSent, contents.position < actions.count else { return nil }
            let expected = actions[contents.position]
            let index = contents.waiting.firstIndex { difference(from: expected, to: $0.action) == nil }
            contents.isSent = index != nil
            return index.map { contents.waiting.remove(at: $0) }
        }
        next?.send()
    }

    func noteProcessed(_ action: Action) {
        contents.withLock { contents in
            guard let index = index(of: action, from: contents.position) else { return }
            (contents.position, contents.isSent) = (index + 1, false)
        }
    }

    private func index(of action: Action, from position: Int) -> Int? {
        actions[position...].firstIndex { difference(from: $0, to: action) == nil }
    }
}
