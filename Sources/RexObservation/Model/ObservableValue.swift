// SPDX-License-Identifier: MIT

import RexCore

/// A part of a state that can be read, and set by an action.
public struct ObservableValue<Value>: Sendable {
    /// Reads the part, and registers the reader for it.
    public let get: @MainActor () -> Value
    /// Dispatches the action for a new value; what `get` returns then is the state's own decision.
    public let set: @MainActor (Value) -> Void
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Makes something of a part of the state that can be read, and set by an action.
    ///
    /// ```swift
    /// let text = model.value(\.text, send: FormAction.typed)
    /// text.set("Evelina")  // dispatches .typed("Evelina")
    /// ```
    ///
    /// The source of its actions is the place of this call.
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
            self.send(action(value), file: file, function: function, line: line)
        }
    }
}
