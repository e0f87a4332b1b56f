// SPDX-License-Identifier: MIT

import RexCore

/// A part of a state that can be read, and set by an action.
public struct ObservableValue<Value>: Sendable {
    /// Returns the part and registers the reader for it.
    public let get: @MainActor () -> Value
    /// Dispatches the action for a new value.
    ///
    /// The reducer decides whether `get` then returns that value. If it returns another one when the
    /// action was processed, its readers are notified, even if it was the same before. So a control
    /// doesn't go on showing what the user has entered.
    public let set: @MainActor (Value) -> Void
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Makes a value that reads a part of the state and dispatches an action when it is set.
    ///
    /// ```swift
    /// let text = model.value(\.text, send: FormAction.typed)
    /// text.set("Evelina")  // dispatches .typed("Evelina")
    /// ```
    ///
    /// The location of this call is the source of the actions.
    ///
    /// Setting it notifies the readers of the part when the action was processed, if the part then
    /// differs from the new value: the reducer has corrected or ignored it, an element is gone, or a
    /// past state is shown. A part that isn't `Equatable` counts as different.
    public func value<Value>(
        _ part: KeyPath<State, Value>,
        send action: @escaping @MainActor (Value) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> ObservableValue<Value> {
        ObservableValue {
            self[dynamicMember: part]
        } set: { value in
            let correct = self.node.correction(of: part, written: value)
            self.send(action(value), file: file, function: function, line: line)
            // The part is read through the nodes of the parents, which only models retain.
            self.whenProcessed { withExtendedLifetime(self) { correct() } }
        }
    }

    /// Calls `body` when the actions that were sent before are processed and the model has the state.
    func whenProcessed(_ body: @escaping @MainActor () -> Void) {
        handler.onIdle { [root] in root.whenReceived(body) }
    }
}
