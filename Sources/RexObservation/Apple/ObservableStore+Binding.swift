// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
public import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Makes a binding of a part of the state, which is set by an action; see ``value(_:send:file:function:line:)``.
    ///
    /// ```swift
    /// TextField("Title", text: model.binding(\.title, send: TodoAction.rename))
    /// ```
    public func binding<Value: Sendable>(
        _ part: KeyPath<State, Value>,
        send action: @escaping @MainActor (Value) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Binding<Value> {
        Binding(value(part, send: action, file: file, function: function, line: line))
    }
}

extension ObservedStore {
    /// Makes a binding of a part of the state, which is set by an action.
    public func binding<Value: Sendable>(
        _ part: KeyPath<State, Value>,
        send action: @escaping @MainActor (Value) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Binding<Value> {
        Binding(value(part, send: action, file: file, function: function, line: line))
    }
}

extension Binding where Value: Sendable {
    init(_ value: ObservableValue<Value>) {
        self.init(get: value.get, set: value.set)
    }
}
#endif
